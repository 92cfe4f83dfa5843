import FormEncoding
import FormUpload

extension Settings {
    /// Adds the header of `--idempotency-key`. All attempts of a request have its headers.
    func addIdempotencyKey(
        to headers: inout [HeaderField], _ line: OperationLine
    ) throws(Failure) {
        let name = IdempotencyKey.header
        guard let key = idempotencyKey(),
            let field = HeaderField(name: ByteString(name), value: .text(key))
        else { return }
        guard !headers.contains(where: { $0.isNamed(name) }) else {
            throw UsageError.idempotencyKeyTwice(
                option: line.name(of: "idempotency-key"), header: line.name(of: "header")
            ).failure
        }
        headers.append(field)
    }
}
