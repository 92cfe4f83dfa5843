import Foundation

/// A server of HTTP/2 that sends what it is told to, also what no real server sends.
///
/// When the head of a request has come, or over TLS all of it, the server sends the frames of its answer, all at
/// once, and reads on until the client ends the connection. Without TLS each connection is for one request, as a
/// client makes them that knows of HTTP/2 beforehand.
package final class FrameServer: Sendable {
    package let port: Int
    private let listener: Listener
    /// How many heads of requests have come.
    private let heads = Monitor(0)
    private let ends = Monitor<[UInt8]>([])
    private let isSecure: Bool

    /// The first request gets the first answer, and so on; the last answer repeats.
    package init(_ answers: [HTTP2Frame]..., isSecure: Bool = false) throws {
        Sockets.ignoreBrokenPipes
        listener = try Listener(.loopback)
        port = listener.port
        var options = TLSOptions()
        options.isHTTP2 = true
        let context = isSecure ? try TLSContext(options) : nil
        self.isSecure = isSecure
        listener.serve { [heads, ends] descriptor in
            defer { close(descriptor) }
            if let context {
                guard let channel = TLSChannel(context, descriptor: descriptor) else { return }
                try? Self.serve(channel, answers, heads, ends, afterFlag: 1)
            } else {
                try? Self.serve(
                    SocketChannel(descriptor: descriptor), answers, heads, ends, afterFlag: 4)
            }
        }
    }

    /// Ends the thread that accepts.
    deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

    package var url: String { "http\(isSecure ? "s" : "")://127.0.0.1:\(port)/" }

    package var requestCount: Int { heads.withState { $0 } }

    /// Waits a while until the client has ended a request; whether that was by resetting its stream.
    package func sawReset() -> Bool {
        ends.wait(timeout: 10) { $0.first } == HTTP2Frame.resetType
    }

    private static func serve(
        _ channel: some ByteChannel, _ answers: [[HTTP2Frame]], _ heads: Monitor<Int>,
        _ ends: Monitor<[UInt8]>, afterFlag: UInt8
    ) throws(ChannelEnd) {
        let input = InputBuffer(channel)
        _ = try bytes(24, of: input)  // the preface (RFC 9113 §3.4)
        try channel.write(HTTP2Frame.settings().bytes())
        while true {
            let head = try bytes(9, of: input)
            let length = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
            _ = try bytes(length, of: input)
            let (type, flags) = (head[3], head[4])
            if type == HTTP2Frame.settingsType, flags == 0 {
                try channel.write(HTTP2Frame.settings(isAcknowledgement: true).bytes())
            }
            if type == HTTP2Frame.resetType || (type == 0 && flags & 1 != 0) {
                ends.withState { $0.append(type) }
            }
            guard type <= HTTP2Frame.headersType, flags & afterFlag != 0 else { continue }
            let number = heads.withState { (count: inout Int) -> Int in
                count += 1
                return count
            }
            let answer = answers.isEmpty ? [] : answers[min(number, answers.count) - 1]
            try channel.write(answer.flatMap { $0.bytes(onStream: head[8]) })
            if answer.last?.isEnd == true { return }
        }
    }

    private static func bytes(_ count: Int, of input: InputBuffer) throws(ChannelEnd) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes += Array(try input.take(atMost: count - bytes.count))
        }
        return bytes
    }
}

/// A frame of HTTP/2 (RFC 9113 §4.1) that answers a request.
package struct HTTP2Frame: Sendable {
    static let headersType: UInt8 = 1
    static let settingsType: UInt8 = 4
    static let resetType: UInt8 = 3

    private let (type, flags, payload): (UInt8, UInt8, [UInt8])

    private init(_ type: UInt8, flags: UInt8 = 0, _ payload: [UInt8] = []) {
        (self.type, self.flags, self.payload) = (type, flags, payload)
    }

    /// SETTINGS and GOAWAY are for the connection.
    func bytes(onStream stream: UInt8 = 0) -> [UInt8] {
        if isEnd { return [] }
        let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        return length + [type, flags, 0, 0, 0, [4, 7].contains(type) ? 0 : stream] + payload
    }

    /// The head of a response, with a short `Location`.
    package static func head(
        _ status: Int, location: String? = nil, endsStream: Bool = false
    ) -> HTTP2Frame {
        // `:status` and `location`, 8 and 46 in HPACK's static table, with literal values.
        var fields = [0x08, 0x03] + Array("\(status)".utf8)
        if let location {
            fields += [0x0F, 46 - 0x0F, UInt8(location.utf8.count)] + Array(location.utf8)
        }
        return HTTP2Frame(headersType, flags: endsStream ? 5 : 4, fields)  // END_HEADERS
    }

    package static func data(_ text: String, endsStream: Bool = false) -> HTTP2Frame {
        HTTP2Frame(0, flags: endsStream ? 1 : 0, Array(text.utf8))
    }

    /// RST_STREAM with an error of RFC 9113 §7: 0 for none, 7 for REFUSED_STREAM.
    package static func reset(_ error: UInt8) -> HTTP2Frame {
        HTTP2Frame(resetType, [0, 0, 0, error])
    }

    /// GOAWAY: streams above `last` are not processed.
    package static func goAway(last: UInt8) -> HTTP2Frame {
        HTTP2Frame(7, [0, 0, 0, last, 0, 0, 0, 0])
    }

    /// No frame: the server closes the connection, whatever has not been read.
    package static let end = HTTP2Frame(0xFF)
    var isEnd: Bool { type == 0xFF }

    static func settings(isAcknowledgement: Bool = false) -> HTTP2Frame {
        HTTP2Frame(settingsType, flags: isAcknowledgement ? 1 : 0)
    }
}
