import FormEncoding
import Foundation

extension UploadRequest {
    /// The head that goes out for this request over HTTP/1.1, without a proxy: in libcurl's order,
    /// with the blank line at its end. It is for looking; what is sent is made by the transport.
    package func head(options: UploadOptions) throws(UploadError) -> [UInt8] {
        let url = try UploadURL(url, relativeTo: nil)
        var lines: [[UInt8]] = []
        let method = method?.bytes ?? Array((body == nil ? "GET" : "POST").utf8)
        lines.append(method + Array(" ".utf8) + url.target + Array(" HTTP/1.1".utf8))
        func add(_ name: String, _ value: [UInt8]?) {
            if let value, !headers.contains(where: { $0.isNamed(name) }) {
                lines.append(Array("\(name): ".utf8) + value)
            }
        }
        if case .text(let host) = headers.last(where: { $0.isNamed("Host") })?.value {
            lines.append(Array("Host: ".utf8) + host.bytes)
        } else {
            add("Host", url.authority)
        }
        add("Authorization", options.authorization)
        add("User-Agent", options.userAgent.flatMap { $0.bytes.isEmpty ? nil : $0.bytes })
        add("Accept", Array("*/*".utf8))
        if options.acceptsCompressed {
            add("Accept-Encoding", Array("deflate, gzip, br, zstd".utf8))
        }
        add("Referer", referer?.bytes)
        add("Cookie", options.string(.cookie)?.bytes)
        add("Content-Type", body?.contentType?.bytes)
        if body != nil, body?.contentLength == nil {
            add("Transfer-Encoding", Array("chunked".utf8))
        }
        for header in headers where !header.isNamed("Host") {
            switch header.value {
            case .text: lines.append(header.line.bytes)
            case .empty: lines.append(header.name.bytes + Array(":".utf8))
            case .removed: break
            }
        }
        if !headers.contains(where: { $0.isNamed("Transfer-Encoding") }) {
            add("Content-Length", body?.contentLength.map { Array(String($0).utf8) })
        }
        if body != nil, body?.contentLength.map({ $0 > 1 << 20 }) ?? true {
            add("Expect", Array("100-continue".utf8))
        }
        return Array(lines.joined(separator: Array("\r\n".utf8))) + Array("\r\n\r\n".utf8)
    }
}

extension UploadOptions {
    func string(_ option: CURLSetting.Option) -> ByteString? {
        for setting in curlSettings.reversed() where setting.option == option {
            if case .string(let value) = setting.value { return value }
        }
        return nil
    }

    /// What is sent before the server has asked for it: Basic, or a bearer token.
    var authorization: [UInt8]? {
        if let token = string(.bearer) { return Array("Bearer ".utf8) + token.bytes }
        let asks = curlSettings.contains {
            $0.option == .httpAuthentication && $0.value != .number(1)
        }
        guard !asks, let user = string(.userPassword) else { return nil }
        return Array(("Basic " + Data(user.bytes).base64EncodedString()).utf8)
    }
}
