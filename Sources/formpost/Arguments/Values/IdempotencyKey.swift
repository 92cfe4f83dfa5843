import FormEncoding
import Foundation

/// `--idempotency-key`: by it a server knows the attempts of one request for the same
/// (draft-ietf-httpapi-idempotency-key-header).
enum IdempotencyKey: Equatable, Sendable {
    /// Another one for each request.
    case random
    case given(ByteString)

    static let header = "Idempotency-Key"
}

extension Settings {
    /// The key for all attempts of one request, a new one with each call unless it was given; `nil`
    /// without the option.
    func idempotencyKey() -> ByteString? {
        switch request.idempotencyKey {
        case nil: nil
        // As most servers want it.
        case .random: ByteString(UUID().uuidString.lowercased())
        case .given(let key): key
        }
    }
}

extension OperationLine {
    /// Adds the key that was given for the requests to those of others. Throws if several would have one key: a
    /// server would take one of them only.
    func addKey(to keys: inout Set<ByteString>, count: Int = 1) throws(Failure) {
        guard case .given(let key) = settings.request.idempotencyKey else { return }
        guard keys.insert(key).inserted, count < 2 else {
            throw .usage(
                "\(name(of: "idempotency-key")): several requests cannot have one key: leave the key out, "
                    + "and each has one of its own")
        }
    }
}
