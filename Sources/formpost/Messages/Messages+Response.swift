import FormEncoding
import FormUpload

/// Sentences about responses that are missing, or refused although libcurl accepts them.
extension Messages {
    /// A kept connection ended before the answer.
    static func unanswered(_ reason: String, _ progress: UploadProgress) -> String {
        shown(ByteString(reason)) + " \(phase(progress)); the server may have taken the upload: "
            + "--retry-all-errors or --idempotency-key would send it again"
    }

    static func text(_ fault: ResponseFault, _ progress: UploadProgress) -> String {
        switch fault {
        case .contentLength(let values):
            "the length of the response cannot be known: Content-Length is "
                + values.map { quoted($0) }.joined(separator: " and ")
        case .transferCoding(let name):
            "the response has the transfer coding \(quoted(name)), which was not asked for"
        case .unknownCoding(let name):
            "the response has the encoding \(quoted(name)), which cannot be decoded"
        case .undecodable(let names): "the response is not valid \(shown(names))"
        case .afterCoding(let names):
            "the response goes on after the end of its \(shown(names)) data"
        case .cutCoding(let names):
            "the response was cut short: its \(shown(names)) data has no end \(phase(progress))"
        case .headsTooLong(let limit):
            "the heads and trailers of the response are longer than \(ByteCount.text(Int64(limit)))"
        case .outOfMemory: "out of memory"
        }
    }
}
