import FormEncoding

/// The head of a response as the server sent it, with order, duplicates and bytes preserved. Its description does not
/// show the values of cookies and other credentials.
public struct ResponseHead: Sendable, Equatable, Described {
    /// The lines as received, each with its line end, the status line first, the blank line last.
    package let rawLines: [ByteString]
    /// `1.1`, `2`, …
    package let version: String
    /// The status code.
    public let status: Int
    package let reason: ByteString

    /// A field's name and value, without the blanks around it.
    package struct Field: Sendable, Equatable {
        package let name: ByteString
        package fileprivate(set) var value: ByteString

        package func isNamed(_ other: String) -> Bool { name.isEqualIgnoringCase(to: other) }
    }

    package let parsedFields: [Field]

    /// The header fields in the server's order; a folded line belongs to the one before.
    public var fields: [(name: String, value: String)] {
        parsedFields.map { ($0.name.description, $0.value.description) }
    }

    /// The status line without its line end, for people: a reason phrase that the server left out
    /// is that of the IANA registry.
    public var statusLine: String { "HTTP/\(version) " + statusText }

    /// The status line without the protocol: `404 Not Found`.
    package var statusText: String {
        let phrase = reason.bytes.isEmpty ? ReasonPhrase.ofStatus[status] : reason.description
        return "\(status)" + (phrase.map { " " + $0 } ?? "")
    }

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The value of the first field of this name, without regard to case.
    public subscript(name: String) -> String? { value(of: name)?.description }

    /// The values of all fields of this name, such as `Set-Cookie`, without regard to case.
    public func values(of name: String) -> [String] {
        parsedFields.filter { $0.isNamed(name) }.map(\.value.description)
    }

    package func value(of name: String) -> ByteString? {
        parsedFields.first { $0.isNamed(name) }?.value
    }
}

extension ResponseHead {
    /// A head of HTTP/1.1 for tests. `headers` may have a name twice.
    public init(status: Int, headers: KeyValuePairs<String, String> = [:]) {
        let phrase = ReasonPhrase.ofStatus[status] ?? ""
        let lines = ["HTTP/1.1 \(status) \(phrase)"] + headers.map { "\($0): \($1)" } + [""]
        self.init(rawLines: lines.map { ByteString($0 + "\r\n") })
    }

    package var summary: String {
        let names = CredentialNames()
        let lines = parsedFields.map { field in
            "\(field.name): \(names.contains(field.name) ? "[masked]" : field.value.masked)"
        }
        return ([statusLine] + lines).joined(separator: ", ")
    }

    /// A head of these lines, with or without the final blank line.
    package init(rawLines: [ByteString]) {
        self.rawLines = rawLines
        // As leniently as libcurl: the phrase and its blank may be missing.
        let words = (rawLines.first?.bytes ?? []).withoutLineEnd.split(
            maxSplits: 2, whereSeparator: \.isSpaceOrTab)
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        version = String((texts.first ?? "").drop { $0 != "/" }.dropFirst())
        status = texts.count > 1 ? Int(String(texts[1].utf8.prefix(3)) ?? "") ?? 0 : 0
        reason = words.count > 2 ? ByteString(bytes: words[2].trimmingBlanks) : ""
        parsedFields = Self.fields(rawLines.dropFirst())
    }

    private static func fields(_ lines: some Sequence<ByteString>) -> [Field] {
        var fields: [Field] = []
        for line in lines {
            let bytes = line.bytes.withoutLineEnd
            if bytes.isEmpty { continue }
            if bytes.first?.isSpaceOrTab == true, let last = fields.indices.last {
                if !fields[last].value.isEmpty { fields[last].value.bytes.append(0x20) }
                fields[last].value.bytes += bytes.trimmingBlanks
            } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                fields.append(
                    Field(
                        name: ByteString(bytes: bytes[..<colon].trimmingBlanks),
                        value: ByteString(bytes: bytes[(colon + 1)...].trimmingBlanks)))
            }
        }
        return fields
    }
}

extension Collection<UInt8>
where SubSequence: BidirectionalCollection, Self: BidirectionalCollection {
    fileprivate var withoutLineEnd: [UInt8] {
        var bytes = Array(self)
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        return bytes
    }

    var trimmingBlanks: [UInt8] {
        Array(Array(drop(while: \.isSpaceOrTab)).reversed().drop(while: \.isSpaceOrTab).reversed())
    }
}

extension ResponseHead {
    /// Why the end of the body cannot be known, if so (RFC 9112 §6.3). libcurl before 8.22 reads a number
    /// at the start of any value, and takes an overflow for no length.
    var framingFault: ResponseFault? {
        let codings = list("Transfer-Encoding")
        if let coding = codings.first(where: {
            !["chunked", "identity"].contains($0.description.lowercased())
        }) {
            return .transferCoding(coding)
        }
        // Transfer-Encoding overrides Content-Length.
        guard codings.isEmpty else { return nil }
        let values = parsedFields.filter { $0.isNamed("Content-Length") }.map(\.value)
        let lengths = Set(values.flatMap(\.elements).map(\.length))
        return lengths.isEmpty || (lengths.count == 1 && lengths.first != .some(nil))
            ? nil : .contentLength(values)
    }

    /// The length of the body that the head names; nil if it names none.
    var contentLength: Int64? {
        list("Transfer-Encoding").isEmpty
            ? value(of: "Content-Length")?.elements.first?.length : nil
    }

    /// The elements of the fields of this name, joined to one list (RFC 9110 §5.3), without empty ones.
    func list(_ name: String) -> [ByteString] {
        parsedFields.filter { $0.isNamed(name) }.flatMap(\.value.elements).filter { !$0.isEmpty }
    }

    /// Whether a response to `method` has no body, whatever its fields say.
    func isBodiless(answering method: ByteString) -> Bool {
        method == "HEAD" || (100..<200).contains(status) || status == 204 || status == 304
    }
}

extension ByteString {
    fileprivate var elements: [ByteString] {
        bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            ByteString(bytes: $0.trimmingBlanks)
        }
    }

    /// The number that consists of these digits; `nil` if there are other bytes, or it is 2^63 or more.
    fileprivate var length: Int64? {
        guard !isEmpty, bytes.allSatisfy(\.isDigit) else { return nil }
        return Int64(String(decoding: bytes, as: UTF8.self))
    }
}

/// Why a response is refused, or is not whole, although libcurl accepts it.
package enum ResponseFault: Error, Equatable {
    /// The length of the body is not one number below 2^63 (RFC 9112 §6.3): the values of
    /// `Content-Length`.
    case contentLength([ByteString])
    /// The body has a transfer coding other than `chunked`, which no request asks for.
    case transferCoding(ByteString)
    /// The heads and trailers of the response are longer than this, in bytes.
    case headsTooLong(Int)

    package var code: Int32 {
        switch self {
        case .contentLength: CURLCode.weirdServerReply
        case .transferCoding: CURLCode.badContentEncoding
        case .headsTooLong: CURLCode.receiveError
        }
    }
}

/// Assembles response heads from libcurl's header lines, and tells the final one from interim ones.
struct HeadAssembly {
    enum Step: Equatable {
        case nothing
        /// A head that is not the final one: a 1xx, a proxy's, or one that libcurl answered itself.
        case interim(ResponseHead)
        /// Any other, which is the final one unless it is `undecided`.
        case whole(ResponseHead)
    }

    /// Whether the request is a HEAD that has a body. Its responses have none, whatever they announce
    /// (RFC 9110 §9.3.2), but libcurl waits for it.
    var isOfHEAD = false
    /// Whether the request without its body comes first, to be asked for a login: whatever answers that,
    /// libcurl sends the request.
    var isProbing = false

    /// The last whole head that was not interim when it was received.
    var head: ResponseHead?
    private var lines: [ByteString] = []
    private(set) var length = 0
    /// The last whole head while libcurl may answer it by sending the request again. The next line, the first byte of a
    /// body or the end decides whether it is the response.
    var undecided: ResponseHead?

    /// Adds a line of a head, or of a trailer after the body. Heads that come while `isConnecting`
    /// are a proxy's answers to CONNECT.
    mutating func add(_ line: ByteString, isConnecting: Bool) -> Step {
        length += line.count
        if lines.isEmpty, !line.isStatusLine { return .nothing }  // a trailer
        lines.append(line)
        if lines.count == 1, let answered = undecided.take() {
            head = nil
            return .interim(answered)
        }
        guard line.isBlank else { return .nothing }
        let complete = ResponseHead(rawLines: lines)
        lines = []
        if isConnecting || (100..<200).contains(complete.status) { return .interim(complete) }
        head = complete
        let isAwaited = isOfHEAD && complete.value(of: "Content-Length") != "0"
        defer { isProbing = false }
        // libcurl may send the request again by itself, with credentials or without `Expect`.
        let mayBeAnswered = isProbing || [401, 407, 417].contains(complete.status)
        if mayBeAnswered, !isAwaited { undecided = complete }
        return .whole(complete)
    }

    /// The response's head; `nil` if there is none or the last one is incomplete.
    var wholeHead: ResponseHead? { lines.isEmpty ? head : nil }

    /// Whether the response is whole with its head.
    var isComplete: Bool { isOfHEAD && isDecided }

    var isDecided: Bool { head != nil && undecided == nil }

    /// More than any server needs; a response must not go on for ever before or after its body.
    static let longestHeads = 1 << 20

    /// Why the response cannot be accepted, as far as its heads and trailers are known.
    func fault(after step: Step, answering method: ByteString) -> ResponseFault? {
        if length > Self.longestHeads { return .headsTooLong(Self.longestHeads) }
        guard case .whole(let head) = step, !head.isBodiless(answering: method) else { return nil }
        return head.framingFault
    }
}

/// A line of a response head, with its line end.
extension ByteString {
    /// A trailer with a similar name, `HTTP/1.1: x`, is not one.
    var isStatusLine: Bool {
        bytes.prefix(5).map { $0 | 0x20 } == Array("http/".utf8).map { $0 | 0x20 }
            && !bytes.prefix { $0 != 0x20 }.contains(UInt8(ascii: ":"))
    }

    var isBlank: Bool { bytes == [0x0D, 0x0A] || bytes == [0x0A] }
}

/// The reason phrases of the IANA registry "HTTP Status Codes": HTTP/2 sends none.
enum ReasonPhrase {
    static let ofStatus = [
        100: "Continue",
        101: "Switching Protocols",
        102: "Processing",
        103: "Early Hints",
        104: "Upload Resumption Supported",
        200: "OK",
        201: "Created",
        202: "Accepted",
        203: "Non-Authoritative Information",
        204: "No Content",
        205: "Reset Content",
        206: "Partial Content",
        207: "Multi-Status",
        208: "Already Reported",
        226: "IM Used",
        300: "Multiple Choices",
        301: "Moved Permanently",
        302: "Found",
        303: "See Other",
        304: "Not Modified",
        305: "Use Proxy",
        307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request",
        401: "Unauthorized",
        402: "Payment Required",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        406: "Not Acceptable",
        407: "Proxy Authentication Required",
        408: "Request Timeout",
        409: "Conflict",
        410: "Gone",
        411: "Length Required",
        412: "Precondition Failed",
        413: "Content Too Large",
        414: "URI Too Long",
        415: "Unsupported Media Type",
        416: "Range Not Satisfiable",
        417: "Expectation Failed",
        421: "Misdirected Request",
        422: "Unprocessable Content",
        423: "Locked",
        424: "Failed Dependency",
        425: "Too Early",
        426: "Upgrade Required",
        428: "Precondition Required",
        429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates",
        507: "Insufficient Storage",
        508: "Loop Detected",
        510: "Not Extended",
        511: "Network Authentication Required",
    ]
}
