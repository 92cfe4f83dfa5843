import FormEncoding
import FormUpload

extension Settings {
    /// How an upload of `body` goes on after an interruption; `nil`: not at all.
    func resumption(of body: BodyBuilder) -> Resumption? {
        guard let chosen = resuming.byProtocol, body.encoded != nil else { return nil }
        var resumption = Resumption(chosen)
        resumption.appendSize = resuming.appendSize > 0 ? resuming.appendSize : nil
        guard isTus else { return resumption }
        resumption.metadata = body.metadata
        resumption.sha1 = { (body) throws(BodyError) in try Digest.sha1.of(body) }
        return resumption
    }
}
