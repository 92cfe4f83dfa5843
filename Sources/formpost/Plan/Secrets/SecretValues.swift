import FormEncoding
import FormUpload
import Foundation

/// The values of secret variables, which are masked wherever formpost prints them, however they are written.
/// What a server answers is printed as it came.
struct SecretValues: Sendable {
    private let values: [VariableValue]
    private let named: Set<String>
    private let search: TextSearch
    /// The name of the variable for each plain value.
    private let names: [ByteString: String]

    /// No secrets.
    init() { self.init([], named: []) }

    /// Of `values`, those of variables that are imported and whose names say that they are secrets, and those
    /// of `named` variables (`--secret-variable`).
    init(_ values: [VariableValue], named: Set<String>) {
        var texts: [ByteString] = []
        var names: [ByteString: String] = [:]
        for value in values where value.isSecret(named) {
            guard let forms = SecretForms(of: value.text) else { continue }
            texts += forms.plain + forms.encoded
            for text in forms.plain { names[text] = value.name }
        }
        (self.values, self.named) = (values, named)
        (search, self.names) = (TextSearch(texts), names)
    }

    /// Adds values that a response has given to variables.
    mutating func add(_ captured: [String: ByteString]) {
        let new = captured.filter { named.contains($0.key) }
            .map { VariableValue(name: $0.key, text: $0.value.bytes, isImported: false) }
        if !new.isEmpty { self = SecretValues(values + new, named: named) }
    }

    var isEmpty: Bool { names.isEmpty }

    /// Returns the text with `[masked]` in place of secrets.
    func masking(_ text: [UInt8]) -> [UInt8] {
        isEmpty ? text : text.masking(secrets(in: text))
    }

    func masking(_ text: String) -> String {
        isEmpty ? text : String(decoding: masking(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the places of secrets. An encoded one is named after none of the variables.
    func secrets(in text: [UInt8]) -> [Secret] {
        guard !isEmpty else { return [] }
        return search.ranges(in: text).map { range in
            let name = names[ByteString(bytes: text[range])]
            return Secret(name: name.map { ByteString($0) } ?? "encoded_secret", range: range)
        }
    }

    /// A mask for a body that comes in pieces; `nil` without secrets.
    var bodyMask: SecretValueMask? { isEmpty ? nil : SecretValueMask(search) }
}

/// Masks values in a body with a `*` for each byte.
struct SecretValueMask {
    /// A shorter beginning of a secret at the end of a piece is shown, since it may be chance.
    private static let shortestBeginning = 4

    private let search: TextSearch
    private var state = TextSearch.start

    fileprivate init(_ search: TextSearch) { self.search = search }

    /// Masks the values of `bytes` in `text`, where other bytes of them are masked already.
    mutating func masking(_ text: [UInt8], as bytes: [UInt8]) -> [UInt8] {
        var shown = text
        for range in search.ranges(in: bytes, from: &state) {
            for place in range.clamped(to: bytes.indices) { shown[place] = UInt8(ascii: "*") }
        }
        let beginning = search.length(of: state)
        if beginning >= Self.shortestBeginning {
            for place in max(0, bytes.count - beginning)..<bytes.count {
                shown[place] = UInt8(ascii: "*")
            }
        }
        return shown
    }
}

extension Settings {
    /// The secrets of the variables that have been set.
    var secretValues: SecretValues {
        SecretValues(variables.seen, named: Set(output.secretVariables.map(\.description)))
    }
}

/// The secrets belong to the process, as its arguments do: every sentence needs them.
extension SecretValues {
    static var ofProcess: SecretValues {
        get { shared.lock.withLock { shared.values } }
        set { shared.lock.withLock { shared.values = newValue } }
    }

    private static let shared = Shared()

    private final class Shared: @unchecked Sendable {  // `values` is behind `lock`
        let lock = NSLock()
        var values = SecretValues()
    }
}
