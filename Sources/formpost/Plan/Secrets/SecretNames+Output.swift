import FormUpload
import Foundation

extension SecretNames {
    /// The names for URLs in messages and progress. They belong to the process, as its arguments do:
    /// every sentence that quotes a URL needs them.
    static var ofProcess: SecretNames {
        get { shared.value }
        set { shared.value = newValue }
    }

    private static let shared = ProcessWide(SecretNames())
}

/// A value that belongs to the process, as its arguments do.
final class ProcessWide<Value: Sendable>: @unchecked Sendable {  // `current` is behind `lock`
    private let lock = NSLock()
    private var current: Value

    init(_ value: Value) { current = value }

    var value: Value {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }
}
