import FormEncoding
import FormUpload
import Foundation

/// What `-w` can say of an upload: everything that is known when it is over.
struct WriteOutContext: Sendable {
    var facts = TransferFacts()
    var head: ResponseHead?
    /// The URL as it was given.
    var url: ByteString = ""
    var exitStatus: Int32 = 0
    var errorMessage: String?
    /// Where the response is written; `nil`: standard output.
    var file: ByteString?
    var redirects = 0
    var retries = 0
    /// Passwords in URLs, too (`--show-secrets`): what `-w` prints goes into logs.
    var showsSecrets = false

    fileprivate func shown(_ url: ByteString) -> ByteString {
        if showsSecrets { return url }
        return exitStatus == ExitStatus.malformedURL ? url.withoutAnyPassword : url.withoutPassword
    }
}

/// The variables of `-w`, in one table.
enum WriteOutVariables {
    /// A value, and how it is written: in JSON a string is quoted, and nothing is `null`.
    enum Value: Equatable, Sendable {
        case text(ByteString?)
        case number(String)
    }

    typealias Row = (name: String, value: @Sendable (WriteOutContext) -> Value)

    /// By name; `http_code` is the old name of `response_code`, written with three digits.
    static let table: [Row] = [
        ("certs", { .text(certificates($0.facts)) }),
        ("content_type", { .text($0.facts.contentType.nonEmpty) }),
        ("errormsg", { .text($0.errorMessage.map { ByteString($0) }) }),
        ("exitcode", { .number("\($0.exitStatus)") }),
        ("filename_effective", { .text($0.file) }),
        ("http_code", { .number(padded($0.facts.status)) }),
        ("http_connect", { .number(padded($0.facts.proxyStatus)) }),
        ("http_version", { .text(version($0.facts.httpVersion)) }),
        ("local_ip", { .text(ByteString($0.facts.localAddress)) }),
        ("local_port", { .number("\($0.facts.localPort)") }),
        ("method", { .text($0.facts.method) }),
        ("num_certs", { .number("\($0.facts.certificates.count)") }),
        ("num_connects", { .number("\($0.facts.connections)") }),
        ("num_headers", { .number("\($0.head?.fields.count ?? 0)") }),
        ("num_redirects", { .number("\($0.redirects)") }),
        ("num_retries", { .number("\($0.retries)") }),
        ("proxy_ssl_verify_result", { .number("\($0.facts.proxyCertificateVerdict)") }),
        ("redirect_url", { .text($0.shown($0.facts.redirectURL).nonEmpty) }),
        ("referer", { .text($0.shown($0.facts.referer).nonEmpty) }),
        ("remote_ip", { .text(ByteString($0.facts.remoteAddress)) }),
        ("remote_port", { .number("\($0.facts.remotePort)") }),
        ("response_code", { .number(padded($0.facts.status)) }),
        ("scheme", { .text(ByteString($0.facts.scheme)) }),
        ("size_download", { .number("\($0.facts.bytesReceived)") }),
        ("size_header", { .number("\($0.facts.headBytesReceived)") }),
        ("size_request", { .number("\($0.facts.headBytesSent)") }),
        ("size_upload", { .number("\($0.facts.bytesSent)") }),
        ("speed_download", { .number(speed($0.facts.bytesReceived, $0.facts.total)) }),
        ("speed_upload", { .number(speed($0.facts.bytesSent, $0.facts.total)) }),
        ("ssl_verify_result", { .number("\($0.facts.certificateVerdict)") }),
        ("time_appconnect", { .number(seconds($0.facts.appConnect)) }),
        ("time_connect", { .number(seconds($0.facts.connect)) }),
        ("time_namelookup", { .number(seconds($0.facts.nameLookup)) }),
        ("time_pretransfer", { .number(seconds($0.facts.preTransfer)) }),
        ("time_redirect", { .number(seconds($0.facts.redirectTime)) }),
        ("time_starttransfer", { .number(seconds($0.facts.startTransfer)) }),
        ("time_total", { .number(seconds($0.facts.total)) }),
        ("url", { .text($0.shown($0.url)) }),
        ("url_effective", { .text($0.shown($0.facts.url)) }),
        ("urlnum", { _ in .number("0") }),
    ]

    static let names = table.map(\.name) + ["json", "header_json", "stdout", "stderr", "onerror"]

    /// Whether only libcurl knows what a variable comes to.
    static func needsHooks(_ name: String) -> Bool {
        let ours: Set = [
            "content_type", "errormsg", "exitcode", "filename_effective", "header_json",
            "http_code", "method", "num_headers", "num_redirects", "num_retries", "onerror",
            "response_code", "size_download", "size_upload", "speed_download", "speed_upload",
            "stderr", "stdout", "time_total", "url", "url_effective", "urlnum",
        ]
        return names.contains(name.lowercased()) && !ours.contains(name.lowercased())
    }

    /// What a variable comes to, `nil` if there is none of that name.
    static func bytes(_ name: String, _ context: WriteOutContext) -> [UInt8]? {
        let name = name.lowercased()
        switch name {
        case "json": return Array(json(context).utf8)
        case "header_json": return Array(headerJSON(context.head).utf8)
        default:
            guard let row = table.first(where: { $0.name == name }) else { return nil }
            return switch row.value(context) {
            case .text(let text): text?.bytes ?? []
            case .number(let number): Array(number.utf8)
            }
        }
    }

    /// All variables as one object; codes as numbers, without their zeros in front.
    private static func json(_ context: WriteOutContext) -> String {
        let members = table.map { row in
            let value =
                switch row.value(context) {
                case .text(let text): text.map { JSON.string($0.description) } ?? "null"
                case .number(let number): Int(number).map(String.init) ?? number
                }
            return "\"\(row.name)\":\(value)"
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// The header fields by their names in lower case, each with all its values, as curl has it.
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

    /// A line each, and the certificates themselves as PEM.
    private static func certificates(_ facts: TransferFacts) -> ByteString {
        let lines = facts.certificates.joined().map { line in
            let isPEM = line.bytes.prefix(5).elementsEqual("cert:".utf8) { $0.lowercased == $1 }
            let shown = line.bytes.dropFirst(isPEM ? 5 : 0)
            return shown + (shown.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
        }
        return ByteString(bytes: lines.joined())
    }

    /// As curl has them: `0` for none, `1` for 1.0.
    private static func version(_ version: String) -> ByteString {
        switch version {
        case "": "0"
        case "1.0": "1"
        default: ByteString(version)
        }
    }

    private static func padded(_ code: Int) -> String { String(format: "%03d", code) }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds)." + String(format: "%06d", attoseconds / 1_000_000_000_000)
    }

    private static func speed(_ bytes: Int64, _ time: Duration) -> String {
        let microseconds =
            time.components.seconds * 1_000_000 + time.components.attoseconds / 1_000_000_000_000
        guard microseconds > 0 else { return "0" }
        return String(Int64(Double(bytes) * 1e6 / Double(microseconds)))
    }
}

extension ByteString {
    fileprivate var nonEmpty: ByteString? { bytes.isEmpty ? nil : self }
}
