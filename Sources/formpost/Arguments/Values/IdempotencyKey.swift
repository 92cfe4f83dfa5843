import FormEncoding
import Foundation

/// `--idempotency-key`: by it a server knows the attempts of one request for the same
/// (draft-ietf-httpapi-idempotency-key-header).
enum IdempotencyKey: Equatable, Sendable {
    /// Another one for each request.
    case random
    case given(ByteString)

    static let header = "Idempotency-Key"

    /// A random UUID, as most servers want it.
    static func makeRandom() -> ByteString { ByteString(UUID().uuidString.lowercased()) }
}

extension Settings {
    /// The key for all attempts of one request, a new one with each call unless it was given; `nil`
    /// without the option.
    func idempotencyKey() -> ByteString? {
        switch request.idempotencyKey {
        case nil: nil
        case .random: IdempotencyKey.makeRandom()
        case .given(let key): key
        }
    }
}

/// The keys that were given for requests.
struct IdempotencyKeys {
    private var keys: Set<ByteString> = []

    /// Throws if several requests would have one key: a server would take one of them only.
    mutating func add(_ line: OperationLine, count: Int = 1) throws(UsageError) {
        guard case .given(let key) = line.settings.request.idempotencyKey else { return }
        guard keys.insert(key).inserted, count < 2 else {
            throw .sharedIdempotencyKey(option: line.name(of: "idempotency-key"))
        }
    }
}
