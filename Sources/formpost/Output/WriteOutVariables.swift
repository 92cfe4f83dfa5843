import FormEncoding
import FormUpload
import Foundation

/// The variables of `-w`, in one table.
enum WriteOutVariables {
    /// A value and its JSON form: text is quoted, `nil` is `null`, a number is neither.
    enum Value: Sendable {
        /// Shown without secrets.
        case text(ByteString?)
        case number(String)
    }

    /// `Texts.writeOutVariables` has their meanings.
    static let table: [(name: String, value: @Sendable (Outcome) -> Value)] = [
        ("certs", { .text(certificates($0.facts)) }),
        ("content_type", { .text($0.facts.contentType.nonEmpty) }),
        ("errormsg", { .text($0.failure.map { ByteString($0.text) }) }),
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
        ("num_redirects", { .number("\($0.record.redirects)") }),
        ("num_retries", { .number("\($0.record.retries)") }),
        ("proxy_ssl_verify_result", { .number("\($0.facts.proxyCertificateVerdict)") }),
        ("redirect_url", { .text($0.facts.redirectURL.nonEmpty) }),
        ("referer", { .text($0.facts.referer.nonEmpty) }),
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
        ("upload_file", { .text($0.place.file) }),
        ("url", { .text($0.place.url) }),
        ("url_effective", { .text($0.facts.url.nonEmpty ?? $0.place.url) }),
        ("urlnum", { .number("\($0.place.number)") }),
    ]

    /// The value of a variable; `nil` for an unknown name.
    static func bytes(_ name: String, of outcome: Outcome, showsSecrets: Bool) -> [UInt8]? {
        let name = name.lowercased()
        switch name {
        case "json": return Array(json(outcome, showsSecrets: showsSecrets).utf8)
        case "header_json": return Array(headerJSON(outcome.head).utf8)
        // A secret, which is shown where it is asked for by name, and not among all variables.
        case "upload_url": return outcome.record.uploadURL?.bytes ?? []
        default:
            return switch table.first(where: { $0.name == name })?.value(outcome) {
            case .text(let text): shown(text, showsSecrets)?.bytes ?? []
            case .number(let number): Array(number.utf8)
            case nil: nil
            }
        }
    }

    /// All variables as one object; codes are numbers, without leading zeros.
    private static func json(_ outcome: Outcome, showsSecrets: Bool) -> String {
        JSON.object(
            table.map { name, value in
                switch value(outcome) {
                case .number(let number): (name, Int(number).map(String.init) ?? number)
                case .text(let text):
                    (name, shown(text, showsSecrets).map { JSON.string($0.description) } ?? "null")
                }
            })
    }

    private static func shown(_ text: ByteString?, _ showsSecrets: Bool) -> ByteString? {
        showsSecrets ? text : text.map(Redactor.ofProcess.redact)
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

/// Formats certificates, versions, codes, times and speeds as curl does.
extension WriteOutVariables {
    /// A line for each field, then the certificate as PEM.
    static func certificates(_ facts: TransferFacts) -> ByteString {
        let lines = facts.certificates.joined().map { line in
            let isPEM = line.bytes.prefix(5).elementsEqual("cert:".utf8) { $0.lowercased == $1 }
            let shown = line.bytes.dropFirst(isPEM ? 5 : 0)
            return shown + (shown.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
        }
        return ByteString(bytes: lines.joined())
    }

    /// As in curl: `0` for none, `1` for 1.0.
    static func version(_ version: String) -> ByteString {
        ByteString(["": "0", "1.0": "1"][version] ?? version)
    }

    static func padded(_ code: Int) -> String { String(format: "%03d", code) }

    static func seconds(_ duration: Duration) -> String {
        let (seconds, microseconds) = duration.microseconds.quotientAndRemainder(
            dividingBy: 1_000_000)
        return "\(seconds)." + String(format: "%06d", microseconds)
    }

    static func speed(_ bytes: Int64, _ time: Duration) -> String {
        let microseconds = time.microseconds
        guard microseconds > 0 else { return "0" }
        return String(Int64(min(Double(bytes) * 1e6 / Double(microseconds), 1e18)))
    }
}
