import FormEncoding
import Foundation

extension UploadRequest {
    /// The head of this request over HTTP/1 without a proxy, in libcurl's order, with the final
    /// blank line and with its credentials. It is for display; the transport makes the one that is
    /// sent.
    ///
    /// Throws if the request cannot be sent. The head lacks logins of a .netrc file and cookies of
    /// a file, which libcurl reads.
    package func head(
        options: UploadOptions = UploadOptions()
    ) throws(UploadFault) -> ByteString {
        try checkFraming()
        try checkText(options)
        let written = WrittenURL(urlBytes)
        let url = try checkURL(options)
        let version = options.isHTTP10 ? "1.0" : "1.1"
        let target = ByteString(bytes: target(url, written, options))
        var lines: [ByteString] = ["\(effectiveMethod) \(target) HTTP/\(version)"]
        // The user's fields replace the defaults.
        func add(_ name: String, _ value: ByteString?) {
            if let value, !hasField(name) { lines.append("\(name): \(value)") }
        }
        // Always the second line, even if the user sets it.
        let host = headers.last { $0.isNamed("Host") }?.value
        let hostField = HeaderField(
            unchecked: "Host", host ?? .text(ByteString(bytes: url.authority)))
        if let line = hostField.sentLine { lines.append(line) }
        add("Authorization", options.authorization(written.login))
        add("User-Agent", options.userAgentBytes.flatMap { $0.isEmpty ? nil : $0 })
        add("Accept", "*/*")
        add("Accept-Encoding", options.string(.acceptEncoding))
        add("Referer", referer)
        add("Cookie", options.string(.cookie))
        add("Content-Type", body?.contentType?.value)
        if body != nil, body?.contentLength == nil { add("Transfer-Encoding", "chunked") }
        lines += headers.filter { !$0.isNamed("Host") }.compactMap(\.sentLine)
        if !hasField("Transfer-Encoding") {
            add("Content-Length", body?.contentLength.map { "\($0)" })
        }
        if expectsContinue(options) { add("Expect", "100-continue") }
        return ByteString(lines.joined(separator: ByteString("\r\n"))) + "\r\n\r\n"
    }

    private func target(
        _ url: UploadURL, _ written: WrittenURL, _ options: UploadOptions
    ) -> [UInt8] {
        if let target = options.string(.requestTarget) { return target.bytes }
        if options.number(.pathAsIs) == 1 { return Self.escaped(written.target) }
        // libcurl keeps an empty query, but its parser does not report it.
        let mark = UInt8(ascii: "?")
        let isEmpty = written.target.last == mark && !url.target.contains(mark)
        return Self.escaped(url.target + (isEmpty ? [mark] : []))
    }

    /// Like libcurl, escapes bytes over 127 in the path but not in the query.
    private static func escaped(_ target: [UInt8]) -> [UInt8] {
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        return path.flatMap { $0 < 0x80 ? [$0] : PercentEncoding.curlPath.escaping([$0]) }
            + target[path.endIndex...]
    }
}

extension UploadOptions {
    /// `CURL_HTTP_VERSION_1_0`
    package var isHTTP10: Bool { number(.httpVersion) == 1 }

    /// The `Authorization` that is sent without a challenge: only if the single login method
    /// (`CURLAUTH_…`) is Basic or a bearer token. `login` is the URL's.
    func authorization(_ login: [UInt8]?) -> ByteString? {
        switch authentication {
        case .basic:
            (string(.userPassword)?.bytes ?? login).map {
                "Basic \(Data($0).base64EncodedString())"
            }
        case .bearer: string(.bearer).map { "Bearer \($0)" }
        default: nil
        }
    }
}
