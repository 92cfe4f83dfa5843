import FormEncoding
import FormUpload

/// Sentences about a response and what is shown of it.
extension Messages {
    /// The status line on standard error, with the URL that a redirect led to; for an early response,
    /// with how much had been sent.
    static func statusLine(
        _ head: ResponseHead, from url: ByteString?, sent: Int64?, of total: Int64?
    ) -> String {
        let line =
            shown(ByteString(head.statusLine)) + (url.map { " from \(shown($0))" } ?? "")
        guard let sent, let total, sent < total else { return line }
        return line + ", after " + ByteCount.text(sent, of: total)
    }

    /// In curl's words.
    static func redirecting(to url: ByteString) -> String {
        "Issue another request to this URL: \(quoted(url))"
    }

    /// The parts of the request that the next one leaves out.
    static func consequences(of notice: RedirectNotice, _ content: BodyContent) -> [String] {
        guard let next = notice.next else { return [] }
        var texts: [String] = []
        if next.dropsBody {
            let source = URLPlace.parts(of: notice.source)
            let target = URLPlace.parts(of: next.url)
            let isNear = source.origin == target.origin
            texts.append(
                "\(notice.head.status) from \(shown(source.target)): continuing with "
                    + "\(shown(next.method)) \(shown(isNear ? target.target : next.url)), "
                    + "without \(content.noun)")
        }
        if !next.withheld.isEmpty {
            let names = next.withheld.map { shown($0) }.joined(separator: ", ")
            let origin = URLPlace.parts(of: next.url).origin
            let isUpgrade =
                URLPlace(notice.source).host == URLPlace(next.url).host
                && URLPlace.scheme(of: notice.source) != URLPlace.scheme(of: next.url)
            let remedy =
                isUpgrade
                ? "write it in the URL, or use --location-trusted" : "--location-trusted would"
            texts.append("\(names) not sent to \(shown(origin)) (\(remedy))")
        }
        return texts
    }

    /// An upload goes on with the bytes that the server has not got.
    static func resuming(_ token: UploadToken, lost: Int64) -> String {
        let sent = token.length.map { ByteCount.text(token.offset, of: $0) }
        return "going on at \(sent ?? ByteCount.text(token.offset))"
            + (lost > 0 ? ", since the server has lost \(ByteCount.text(lost))" : "")
    }

    /// The end of a status line on a terminal; the address is not masked.
    static func uploaded(to url: ByteString) -> String {
        " · uploaded to " + String(decoding: url.bytes.shownOnTerminal, as: UTF8.self)
    }
}
