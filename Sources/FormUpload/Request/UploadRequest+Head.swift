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
        let url = try usableURL(options)
        let version = options.isHTTP10 ? "1.0" : "1.1"
        var lines = [
            effectiveMethod.bytes + [0x20]
                + target(url, written, options) + Array(" HTTP/\(version)".utf8)
        ]
        // The user's fields replace the defaults.
        func add(_ name: String, _ value: [UInt8]?) {
            guard let value, !headers.contains(where: { $0.isNamed(name) }) else { return }
            lines.append(Array("\(name): ".utf8) + value)
        }
        // Always the second line, even if the user sets it.
        switch headers.last(where: { $0.isNamed("Host") })?.value {
        case .text(let host): lines.append(Array("Host: ".utf8) + host.bytes)
        case .empty: lines.append(Array("Host:".utf8))
        case .removed: break
        case nil: lines.append(Array("Host: ".utf8) + url.authority)
        }
        add("Authorization", options.authorization(written.login))
        add("User-Agent", options.userAgentBytes.flatMap { $0.bytes.isEmpty ? nil : $0.bytes })
        add("Accept", Array("*/*".utf8))
        if options.acceptsCompressed { add("Accept-Encoding", Array(TransportFacts.codings.utf8)) }
        add("Referer", referer?.bytes)
        add("Cookie", options.string(.cookie)?.bytes)
        add("Content-Type", body?.contentType?.value.bytes)
        if body != nil, body?.contentLength == nil {
            add("Transfer-Encoding", Array("chunked".utf8))
        }
        for header in headers where !header.isNamed("Host") {
            switch header.value {
            // libcurl writes the framing of the body itself.
            case .text(let text) where header.isFraming:
                lines.append(header.name.bytes + Array(": ".utf8) + text.bytes)
            case .text: lines.append(header.line.bytes)
            case .empty: lines.append(header.name.bytes + [UInt8(ascii: ":")])
            case .removed: break
            }
        }
        if !headers.contains(where: { $0.isNamed("Transfer-Encoding") }) {
            add("Content-Length", body?.contentLength.map { Array(String($0).utf8) })
        }
        if body != nil, !hasSmallBody, !options.isHTTP10 {
            add("Expect", Array("100-continue".utf8))
        }
        return ByteString(
            bytes: lines.joined(separator: Array("\r\n".utf8)) + Array("\r\n\r\n".utf8))
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
        return path.flatMap { byte -> [UInt8] in
            byte < 0x80 ? [byte] : Array(("%" + String(byte, radix: 16)).utf8)
        } + target[path.endIndex...]
    }
}

extension UploadOptions {
    /// `CURL_HTTP_VERSION_1_0`
    package var isHTTP10: Bool { number(.httpVersion) == 1 }

    /// The `Authorization` that is sent without a challenge: only if the single login method
    /// (`CURLAUTH_…`) is Basic or a bearer token. `login` is the URL's.
    func authorization(_ login: [UInt8]?) -> [UInt8]? {
        switch authentication {
        case .basic:
            (string(.userPassword)?.bytes ?? login).map {
                Array(("Basic " + Data($0).base64EncodedString()).utf8)
            }
        case .bearer: string(.bearer).map { Array("Bearer ".utf8) + $0.bytes }
        default: nil
        }
    }
}
