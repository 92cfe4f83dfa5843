import FormEncoding
import FormUpload
import Foundation

/// The variables of `-w`, in one table.
enum WriteOutVariables {
    /// A value and its JSON form: text is quoted, `nil` is `null`, a number is neither.
    enum Value: Sendable {
        case text(ByteString?)
        /// Shown without secrets.
        case url(ByteString?)
        /// A secret, which is shown where it is asked for by name, and not among all variables.
        case address(ByteString?)
        case number(String)
    }

    /// `meaning` is for the manual; literal text is in backticks.
    typealias Row = (
        name: String, meaning: String, value: @Sendable (Outcome) -> Value
    )

    /// Whether curl has the variable, and formpost does not.
    static func isMissing(_ name: String) -> Bool {
        missing.contains(name) || name.hasPrefix("url.") || name.hasPrefix("urle.")
    }

    private static let missing: Set = [
        "conn_id", "curl_version", "easy_id", "ftp_entry_path", "proxy_used", "time_posttransfer",
        "time_queue", "tls_earlydata", "xfer_id",
    ]

    static let table: [Row] = [
        (
            "certs", "The server's certificates, as lines of fields and as PEM.",
            { .text(certificates($0.facts)) }
        ),
        (
            "content_type", "The `Content-Type` of the response.",
            { .text($0.facts.contentType.nonEmpty) }
        ),
        (
            "errormsg", "The error message; empty after a success.",
            { .text($0.failure.map { ByteString($0.text) }) }
        ),
        (
            "exitcode", "The exit status.",
            { .number("\($0.exitStatus)") }
        ),
        (
            "filename_effective",
            "The file that `-o` writes, with its directory; empty for standard output.",
            { .text($0.file) }
        ),
        (
            "http_code", "The old name of `response_code`.",
            { .number(padded($0.facts.status)) }
        ),
        (
            "http_connect", "The status that a proxy answered to CONNECT.",
            { .number(padded($0.facts.proxyStatus)) }
        ),
        (
            "http_version",
            "The HTTP version of the response: `1`, `1.1`, `2` or `3`; `0` without one.",
            { .text(version($0.facts.httpVersion)) }
        ),
        (
            "local_ip", "The local IP address of the connection.",
            { .text(ByteString($0.facts.localAddress)) }
        ),
        (
            "local_port", "The local port of the connection.",
            { .number("\($0.facts.localPort)") }
        ),
        (
            "method", "The method of the last request.",
            { .text($0.facts.method) }
        ),
        (
            "num_certs", "The number of certificates that the server sent.",
            { .number("\($0.facts.certificates.count)") }
        ),
        (
            "num_connects", "The number of connections that were opened.",
            { .number("\($0.facts.connections)") }
        ),
        (
            "num_headers", "The number of headers in the last response.",
            { .number("\($0.head?.fields.count ?? 0)") }
        ),
        (
            "num_redirects", "The number of redirects that were followed.",
            { .number("\($0.redirects)") }
        ),
        (
            "num_retries", "The number of retries.",
            { .number("\($0.retries)") }
        ),
        (
            "proxy_ssl_verify_result", "As `ssl_verify_result`, for an https proxy.",
            { .number("\($0.facts.proxyCertificateVerdict)") }
        ),
        (
            "redirect_url", "Where a redirect leads that was not followed, as an absolute URL.",
            { .url($0.facts.redirectURL.nonEmpty) }
        ),
        (
            "referer", "The `Referer` that was sent.",
            { .url($0.facts.referer.nonEmpty) }
        ),
        (
            "remote_ip", "The IP address of the server or the proxy.",
            { .text(ByteString($0.facts.remoteAddress)) }
        ),
        (
            "remote_port", "The port of the server or the proxy.",
            { .number("\($0.facts.remotePort)") }
        ),
        (
            "response_code",
            "The status of the last response, with three digits; `000` without one.",
            { .number(padded($0.facts.status)) }
        ),
        (
            "scheme",
            "The scheme of the last URL, as libcurl writes it: `HTTP` before 8.0, `http` after.",
            { .text(ByteString($0.facts.scheme)) }
        ),
        (
            "size_download", "The size of the response body, in bytes.",
            { .number("\($0.facts.bytesReceived)") }
        ),
        (
            "size_header", "The size of all response headers, in bytes.",
            { .number("\($0.facts.headBytesReceived)") }
        ),
        (
            "size_request", "The size of all request headers, in bytes.",
            { .number("\($0.facts.headBytesSent)") }
        ),
        (
            "size_upload",
            "The bytes of the body that were sent; with `--resumable` or `--tus` those of all requests for "
                + "the upload.",
            { .number("\($0.facts.bytesSent)") }
        ),
        (
            "speed_download", "The mean speed of the download, in bytes a second.",
            { .number(speed($0.facts.bytesReceived, $0.facts.total)) }
        ),
        (
            "speed_upload", "The mean speed of the upload, in bytes a second.",
            { .number(speed($0.facts.bytesSent, $0.facts.total)) }
        ),
        (
            "ssl_verify_result", "OpenSSL's result for the server's certificate; 0 is good.",
            { .number("\($0.facts.certificateVerdict)") }
        ),
        (
            "time_appconnect", "Seconds until the TLS handshake was complete.",
            { .number(seconds($0.facts.appConnect)) }
        ),
        (
            "time_connect", "Seconds until the connection was open.",
            { .number(seconds($0.facts.connect)) }
        ),
        (
            "time_namelookup", "Seconds until the host was resolved.",
            { .number(seconds($0.facts.nameLookup)) }
        ),
        (
            "time_pretransfer", "Seconds until the request could be sent.",
            { .number(seconds($0.facts.preTransfer)) }
        ),
        (
            "time_redirect", "Seconds for all requests before the last redirect.",
            { .number(seconds($0.facts.redirectTime)) }
        ),
        (
            "time_starttransfer", "Seconds until the first byte of the response.",
            { .number(seconds($0.facts.startTransfer)) }
        ),
        (
            "time_total", "Seconds for the whole transfer.",
            { .number(seconds($0.facts.total)) }
        ),
        (
            "upload_url",
            "The address that the server has given the upload, as an absolute URL: with `--tus` that of the file, "
                + "with `--resumable` that of the upload resource. It is not masked; whoever has it can add to an "
                + "upload that is not complete, or delete it.",
            { .address($0.uploadURL) }
        ),
        (
            "url", "The URL as it was given.",
            { .url($0.place.url) }
        ),
        (
            "url_effective", "The URL of the last request.",
            { .url($0.facts.url) }
        ),
        (
            "urlnum", "The number of the request, from 0 on.",
            { .number("\($0.place.number)") }
        ),
    ]

    /// Names that are not variables of the table.
    private static let others: [TextReader.Entry] = [
        ("json", "All of these variables as one JSON object, without `upload_url`."),
        (
            "header_json",
            "The headers of the last response as a JSON object: each name in lower case, with a list "
                + "of its values."
        ),
        ("stdout, stderr", "What follows is printed to standard output or standard error."),
        ("onerror", "What follows is printed only if the exit status is not 0."),
    ]

    /// Every variable and its meaning.
    static let entries: [TextReader.Entry] = table.map { ($0.name, $0.meaning) } + others

    static let names = entries.flatMap { $0.syntax.split(separator: ", ").map(String.init) }

    static func has(_ name: String) -> Bool { names.contains(name.lowercased()) }

    /// Whether the value of a variable comes from libcurl.
    static func needsHooks(_ name: String) -> Bool {
        let ours: Set = [
            "content_type", "errormsg", "exitcode", "filename_effective", "header_json",
            "http_code", "method", "num_headers", "num_redirects", "num_retries", "onerror",
            "response_code", "size_download", "size_upload", "speed_download", "speed_upload",
            "stderr", "stdout", "time_total", "upload_url", "url", "url_effective", "urlnum",
        ]
        return names.contains(name.lowercased()) && !ours.contains(name.lowercased())
    }

    /// The value of a variable; `nil` for an unknown name.
    static func bytes(_ name: String, of outcome: Outcome, showsSecrets: Bool) -> [UInt8]? {
        let name = name.lowercased()
        switch name {
        case "json": return Array(json(outcome, showsSecrets: showsSecrets).utf8)
        case "header_json": return Array(headerJSON(outcome.head).utf8)
        default:
            guard let row = table.first(where: { $0.name == name }) else { return nil }
            let value = row.value(outcome)
            if case .number(let number) = value { return Array(number.utf8) }
            if case .address(let url) = value { return url?.bytes ?? [] }
            return text(value, of: outcome, showsSecrets: showsSecrets)?.bytes ?? []
        }
    }

    /// All variables as one object; codes are numbers, without leading zeros.
    private static func json(_ outcome: Outcome, showsSecrets: Bool) -> String {
        JSON.object(
            table.compactMap { row in
                let value = row.value(outcome)
                switch value {
                case .address: return nil
                case .number(let number):
                    return (row.name, Int(number).map(String.init) ?? number)
                case .text, .url:
                    let text = text(value, of: outcome, showsSecrets: showsSecrets)
                    return (row.name, text.map { JSON.string($0.description) } ?? "null")
                }
            })
    }

    /// The text of a value, without secrets unless they are shown.
    private static func text(
        _ value: Value, of outcome: Outcome, showsSecrets: Bool
    ) -> ByteString? {
        let text: ByteString?
        switch value {
        case .text(let value): text = value
        case .url(let url): text = url
        case .number, .address: text = nil
        }
        return showsSecrets ? text : text.map(Redactor.ofProcess.redact)
    }

    /// The header fields by lower-case name, each with all its values, as in curl.
    private static func headerJSON(_ head: ResponseHead?) -> String {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in head?.fields ?? [] {
            let name = field.name.description.lowercased()
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(JSON.string(field.value.description))
        }
        let members = names.map { name in
            JSON.string(name) + ":[" + (values[name] ?? []).joined(separator: ",") + "]"
        }
        return "{" + members.joined(separator: ",\n") + "\n}"
    }
}

extension ByteString {
    fileprivate var nonEmpty: ByteString? { bytes.isEmpty ? nil : self }
}
