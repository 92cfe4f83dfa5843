import FormEncoding
import FormUpload
import Foundation

// `--idempotency-key`: a server recognises the attempts of one request by it
// (draft-ietf-httpapi-idempotency-key-header).

extension Settings {
    /// Adds the header of `--idempotency-key`. All attempts of a request have its headers.
    func addIdempotencyKey(
        to headers: inout [HeaderField], _ line: OperationLine
    ) throws(Failure) {
        guard let key = request.idempotencyKey else { return }
        let name = "Idempotency-Key"
        // As most servers want it.
        let text = key.isEmpty ? ByteString(UUID().uuidString.lowercased()) : key
        guard !headers.contains(where: { $0.isNamed(name) }) else {
            throw .usage(
                "\(line.name(of: "idempotency-key")) and \(line.name(of: "header")) both set "
                    + "\(name): leave one of them out")
        }
        headers += HeaderField(name: ByteString(name), value: .text(text)).map { [$0] } ?? []
    }
}
