/// One thing that the server does on a connection.
package enum Step: Sendable {
    /// Reads the rest of the request's body, after a `100 Continue` if the client waits for one.
    case readBody
    /// Reads exactly so many more bytes of the decoded body, or to its end; as `readBody`.
    case readBytes(Int64)
    /// Reads the rest of the body so many bytes at a time, each after a pause of so many seconds.
    case readSlowly(size: Int64, pause: Double)
    /// Sends these bytes as they are.
    case send(any RawBytes)
    /// Sends a status line, headers and a body.
    case respond(Response)
    /// Sends these bytes `size` at a time, with a pause of so many seconds in between.
    case dribble(any RawBytes, size: Int, pause: Double)
    /// Waits until the test opens the gate.
    case wait(Gate)
    /// Opens a gate, to tell the test that the script has reached this step.
    case open(Gate)
    /// Waits until the client's system has acknowledged all that was sent.
    case awaitReceipt
    /// Waits so many seconds: to simulate a slow server, never to synchronise.
    case pause(Double)
    /// Chooses the next steps from the request and what has been read of it.
    case choose(@Sendable (RecordedRequest) -> [Step])
    /// Ends the server's direction; the client can still send.
    case halfClose
    /// Reads and discards everything until the client ends the connection.
    case drain
    /// Closes. If unread bytes of the client remain, the system sends a reset.
    case close
    /// Closes without TLS's close_notify.
    case tear
    /// Closes with a reset.
    case reset

    /// `respond`, in one line.
    package static func respond(
        _ status: Int, _ reason: String = "", headers: KeyValuePairs<String, String> = [:],
        body: any RawBytes = ""
    ) -> Step {
        .respond(Response(status, reason, headers: headers, body: body))
    }
}

/// The response that a server sends.
package struct Response: Sendable {
    package var version = "HTTP/1.1"
    package var status: Int
    /// Empty for the standard phrase of the status.
    package var reason: String
    package var headers: [(name: String, value: any RawBytes)]
    package var body: [UInt8]

    package init(
        _ status: Int, _ reason: String = "", headers: KeyValuePairs<String, String> = [:],
        body: any RawBytes = ""
    ) {
        self.status = status
        self.reason = reason.isEmpty ? Response.reasons[status] ?? "" : reason
        self.headers = headers.map { ($0.key, $0.value) }
        self.body = body.rawBytes
    }

    /// The bytes to send: with a Content-Length, unless the headers frame the body themselves or
    /// the status has no body (RFC 9110 §6.4.1); without the body in answer to HEAD.
    func bytes(answering method: String) -> [UInt8] {
        var head = Array("\(version) \(status) \(reason)\r\n".utf8)
        for (name, value) in headers {
            head += Array("\(name): ".utf8) + value.rawBytes + [13, 10]
        }
        let hasNoBody = (100..<200).contains(status) || status == 204 || status == 304
        let isFramed = headers.contains {
            ["content-length", "transfer-encoding"].contains($0.name.lowercased())
        }
        if !hasNoBody && !isFramed && !(method == "CONNECT" && status < 300) {
            head += Array("Content-Length: \(body.count)\r\n".utf8)
        }
        return head + [13, 10] + (method == "HEAD" ? [] : body)
    }

    private static let reasons = [
        100: "Continue", 102: "Processing", 103: "Early Hints",
        104: "Upload Resumption Supported", 200: "OK", 201: "Created",
        202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 412: "Precondition Failed",
        413: "Content Too Large", 415: "Unsupported Media Type", 417: "Expectation Failed",
        429: "Too Many Requests", 460: "Checksum Mismatch", 500: "Internal Server Error",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}

/// The steps with which the server handles one request.
///
/// If the connection is still open after the last step, the rest of the body is read, and the
/// connection waits for the next request if the client keeps it alive.
package struct Answer: Sendable, ExpressibleByArrayLiteral {
    package var steps: [Step]
    /// Whether `100 Continue` is sent before the body is read.
    package var sendsContinue = true
    /// Called once with what was read of the request when it has ended, whole or not.
    package var atEnd: (@Sendable (RecordedRequest) -> Void)?

    package init(_ steps: [Step], sendsContinue: Bool = true) {
        self.steps = steps
        self.sendsContinue = sendsContinue
    }

    package init(arrayLiteral steps: Step...) { self.steps = steps }
}

extension Answer {
    /// Reads the body, then responds.
    package static func respond(
        _ status: Int = 200, _ reason: String = "", headers: KeyValuePairs<String, String> = [:],
        body: any RawBytes = ""
    ) -> Answer {
        [.readBody, .respond(status, reason, headers: headers, body: body)]
    }

    /// Responds before reading the body, then closes gracefully: ends its own direction, and
    /// discards what the client still sends.
    package static func early(
        _ status: Int, _ reason: String = "", headers: KeyValuePairs<String, String> = [:],
        body: any RawBytes = ""
    ) -> Answer {
        [.respond(status, reason, headers: headers, body: body), .halfClose, .drain]
    }

    /// Reads the body, sends these bytes and nothing else, and closes.
    package static func raw(_ bytes: any RawBytes) -> Answer {
        [.readBody, .send(bytes), .close]
    }

    /// Reads the body and never answers.
    package static let silence: Answer = [.readBody, .drain]
}

/// Where the answers come from.
package enum Script: Sendable {
    /// The first request gets the first answer, and so on; the last answer repeats.
    case answers([Answer])
    /// Called with a request's head, before its body is read.
    case closure(@Sendable (RecordedRequest) -> Answer)

    func answer(to request: RecordedRequest) -> Answer {
        switch self {
        case .answers(let answers):
            answers.isEmpty ? .respond() : answers[min(request.number, answers.count) - 1]
        case .closure(let choose): choose(request)
        }
    }
}
