import FormEncoding
import FormUpload

extension Settings {
    /// Adds the header of `--idempotency-key`. All attempts of a request have its headers.
    func addIdempotencyKey(to headers: inout [HeaderField]) throws(Refusal) {
        let name = IdempotencyKey.header
        guard let key = idempotencyKey(),
            let field = HeaderField(name: ByteString(name), value: .text(key))
        else { return }
        guard !headers.contains(where: { $0.isNamed(name) }) else {
            let error = UsageError.idempotencyKeyTwice(
                option: self.name(of: "idempotency-key"), header: self.name(of: "header"))
            throw Refusal(error.failure)
        }
        headers.append(field)
    }
}
