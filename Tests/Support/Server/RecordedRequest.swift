/// One header line, as it came.
package struct HeaderField: Sendable, Hashable {
    /// The bytes before the colon, as text.
    package var name: String
    /// The bytes after the colon without the blanks around them, as text.
    package var value: String
    /// The whole line without its CRLF.
    package var line: [UInt8]
}

/// The framing of a request's body (RFC 9112 §6).
package enum BodyFraming: Sendable, Hashable {
    case none
    case contentLength(Int64)
    case chunked
    /// Framing that RFC 9112 forbids, such as both kinds at once; the server answers 400.
    case invalid(String)
}

/// A request as the server received it.
package struct RecordedRequest: Sendable {
    /// 1 for the first request of the server, and so on in order of arrival.
    package var number = 0
    /// 1 for the first connection of the server.
    package var connection = 0
    /// The bytes of the request line and the headers, with the blank line.
    package var head: [UInt8] = []
    package var method = ""
    package var target = ""
    /// "HTTP/1.1"
    package var version = ""
    package var headers: [HeaderField] = []
    package var framing = BodyFraming.none
    package var body = RecordedBody()
    /// Some of an answer was sent; `100 Continue` and its like do not count.
    package var isAnswered = false
    /// The client ended the connection before its body was whole or before any answer.
    package var clientClosedEarly = false
    /// Whether the server has finished the request, successfully or not.
    package var isFinished = false
    /// What was wrong with the request, in words.
    package var problem: String?

    /// The value of the first header of that name, in any letter case.
    package func header(_ name: String) -> String? { headers(named: name).first }

    /// The values of all headers of that name, in any letter case and in their order.
    package func headers(named name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The head as text, for messages and comparisons.
    package var headText: String { String(decoding: head, as: UTF8.self) }

    /// The client lets the connection be used again (RFC 9112 §9.3).
    var keepsAlive: Bool {
        let options = headers(named: "Connection").joined(separator: ",").lowercased()
        if options.contains("close") { return false }
        return version != "HTTP/1.0" || options.contains("keep-alive")
    }

    var expectsContinue: Bool {
        version == "HTTP/1.1" && header("Expect")?.lowercased() == "100-continue"
    }
}

extension RecordedRequest {
    /// Parses a head strictly (CRLF only, no folding); sets `problem` if it is invalid.
    init(head: [UInt8], number: Int, connection: Int) {
        self.head = head
        self.number = number
        self.connection = connection
        var lines = head.split(separator: [13, 10], omittingEmptySubsequences: false)
            .map([UInt8].init)
        // The blank line leaves two empty pieces at the end.
        lines.removeLast(min(2, lines.count))
        guard let requestLine = lines.first else {
            problem = "no request line"
            return
        }
        let words = requestLine.split(
            separator: UInt8(ascii: " "), omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[0].isEmpty else {
            problem = "request line: \(String(decoding: requestLine, as: UTF8.self))"
            return
        }
        (method, target, version) = (words[0], words[1], words[2])
        for line in lines.dropFirst() {
            guard let field = HeaderField(line: line) else {
                problem = "header line: \(String(decoding: line, as: UTF8.self))"
                return
            }
            headers.append(field)
        }
        framing = BodyFraming(of: self)
        if case .invalid(let what) = framing { problem = what }
    }
}

extension HeaderField {
    /// Nil for a line that RFC 9112 §5 does not allow.
    init?(line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            !line[..<colon].contains(where: { $0 <= 0x20 || $0 >= 0x7F }),
            !line.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        self.line = line
        name = String(decoding: line[..<colon], as: UTF8.self)
        value = ""
        value = String(decoding: valueBytes, as: UTF8.self)
    }

    /// The bytes after the colon without the blanks around them.
    package var valueBytes: [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let value = line.dropFirst(name.utf8.count + 1).drop(while: isBlank).reversed()
        return value.drop(while: isBlank).reversed()
    }
}

extension BodyFraming {
    fileprivate init(of request: RecordedRequest) {
        let lengths = request.headers(named: "Content-Length")
        let codings = request.headers(named: "Transfer-Encoding")
        switch (lengths.count, codings.count) {
        case (0, 0): self = .none
        case (1, 0):
            let digits = lengths[0].utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard digits, let length = Int64(lengths[0]) else {
                self = .invalid("Content-Length: \(lengths[0])")
                return
            }
            self = .contentLength(length)
        case (0, 1):
            self =
                codings[0].lowercased() == "chunked"
                ? .chunked : .invalid("Transfer-Encoding: \(codings[0])")
        default:
            self = .invalid("\(lengths.count) Content-Length, \(codings.count) Transfer-Encoding")
        }
    }
}
