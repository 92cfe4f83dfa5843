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
        /// Whether it is one line, without blanks around its name: libcurl overlooks others.
        fileprivate(set) var isPlain = true

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

    /// Whether libcurl stops sending the body when this response comes before its end.
    var endsSending: Bool { status >= 300 }

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
                fields[last].isPlain = false
            } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                let name = bytes[..<colon].trimmingBlanks
                fields.append(
                    Field(
                        name: ByteString(bytes: name),
                        value: ByteString(bytes: bytes[(colon + 1)...].trimmingBlanks),
                        isPlain: name.count == colon))
            }
        }
        return fields
    }
}

extension Collection<UInt8>
where SubSequence: BidirectionalCollection, Self: BidirectionalCollection {
    var withoutLineEnd: [UInt8] {
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
    /// Why the end of the body cannot be known, or libcurl would look for it elsewhere, if so
    /// (RFC 9112 §6.3).
    var framingFault: ResponseFault? {
        if let fault = codingFault ?? lengthFault { return fault }
        let framing = fields(named: "Transfer-Encoding") + fields(named: "Content-Length")
        return framing.first { !$0.isPlain }.map { .malformedFraming($0.name) }
    }

    /// libcurl takes a body for chunked if `chunked` is anywhere in the list, and decodes it once.
    /// Version 8.6 does not see it behind `identity` or an empty element.
    private var codingFault: ResponseFault? {
        let codings = list("Transfer-Encoding")
        let others = codings.filter { !$0.isEqualIgnoringCase(to: "chunked") }
        if let coding = others.first(where: { !$0.isEqualIgnoringCase(to: "identity") }) {
            return .transferCoding(coding)
        }
        let values = fields(named: "Transfer-Encoding").map(\.value)
        let isChunked = codings.count > others.count
        guard isChunked, values.flatMap(\.elements).count > 1 else { return nil }
        return .unknownLength("Transfer-Encoding", values)
    }

    /// libcurl before 8.22 reads a number at the start of any value, and takes an overflow for no
    /// length.
    private var lengthFault: ResponseFault? {
        // Transfer-Encoding overrides Content-Length.
        guard list("Transfer-Encoding").isEmpty else { return nil }
        let values = fields(named: "Content-Length").map(\.value)
        let lengths = Set(values.flatMap(\.elements).map(\.length))
        let isCertain = lengths.count == 1 && lengths.first != .some(nil)
        if lengths.isEmpty || isCertain { return nil }
        return .unknownLength("Content-Length", values)
    }

    private func fields(named name: String) -> [Field] { parsedFields.filter { $0.isNamed(name) } }

    /// The length of the body that the head names; nil if it names none.
    var contentLength: Int64? {
        list("Transfer-Encoding").isEmpty
            ? value(of: "Content-Length")?.elements.first?.length : nil
    }

    /// Whether the body ends with the connection (RFC 9112 §6.3): it has no length and no chunks.
    func endsWithConnection(answering method: ByteString) -> Bool {
        version.hasPrefix("1") && !isBodiless(answering: method)
            && value(of: "Content-Length") == nil
            && !list("Transfer-Encoding").contains { $0.isEqualIgnoringCase(to: "chunked") }
    }

    /// The elements of the fields of this name, joined to one list (RFC 9110 §5.3), without empty ones.
    func list(_ name: String) -> [ByteString] {
        fields(named: name).flatMap(\.value.elements).filter { !$0.isEmpty }
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
    /// The values of this field do not say how long the body is: `Content-Length` is not one number
    /// below 2^63, or the body is chunked twice (RFC 9112 §6.1, §6.3).
    case unknownLength(ByteString, [ByteString])
    /// The field that says how long the body is has a blank before its name or its colon, or is
    /// folded: libcurl would overlook it (RFC 9112 §5.1, §5.2).
    case malformedFraming(ByteString)
    /// The body has a transfer coding other than `chunked`, which no request asks for.
    case transferCoding(ByteString)
    /// The head has a line that is no field.
    case malformedHead
    /// A line after the last chunk, this one if it is known, is no field: it may be of a chunk whose
    /// size libcurl has read as 0 (RFC 9112 §7.1).
    case malformedChunks(ByteString?)
    /// The body has a content coding that is not decoded, which no request asks for.
    case contentCoding(ByteString)
    /// The body has so many content codings that decoding them could take too much memory.
    case tooManyCodings(Int)
    /// The data of the body are not valid in this content coding, for libz's reason.
    case contentInvalid(coding: String, reason: String)
    /// The body ends before its data do in this content coding.
    case contentCut(coding: String)
    /// The heads and trailers of the response are longer than this, in bytes.
    case headsTooLong(Int)
    case exceeds(LibcurlLimit)

    package var code: Int32 {
        switch self {
        case .unknownLength, .malformedFraming, .malformedHead: CURLCode.weirdServerReply
        case .transferCoding, .contentCoding, .tooManyCodings, .contentInvalid, .contentCut:
            CURLCode.badContentEncoding
        case .exceeds(.line): CURLCode.outOfMemory
        case .malformedChunks, .headsTooLong, .exceeds: CURLCode.receiveError
        }
    }
}

/// A limit of libcurl that a response has exceeded. libcurl reports most of them as lack of memory.
package enum LibcurlLimit: Equatable, Sendable {
    /// The longest line of a head.
    case line
    /// The heads of a response together, in bytes if libcurl says how many.
    case heads(Int?)
    case trailer
    /// A proxy's answer to CONNECT.
    case proxyHead

    /// Nil if libcurl ended the transfer for another reason. `isAwaitingHead`: the request was
    /// sent, and the head of its response has not arrived.
    init?(code: Int32, reason: String, isAwaitingHead: Bool) {
        if reason.contains("CONNECT response too large") {
            self = .proxyHead
        } else if reason.contains("Out of memory in chunked") {
            self = .trailer
        } else if let sizes = reason.wholeMatch(of: /Too (large|many) response headers.*?(\d+)?/) {
            self = .heads(sizes.2.flatMap { Int($0) })
        } else if isAwaitingHead, reason.contains(/returned -90[25]:/) {
            // nghttp2's callback for a field failed, or there were too many frames for a head.
            self = .heads(nil)
        } else if isAwaitingHead, [CURLCode.outOfMemory, CURLCode.tooLarge].contains(code) {
            self = .line
        } else {
            return nil
        }
    }
}
