import Foundation

/// A server of HTTP/2 without TLS that sends what it is told to, also what no real server sends.
///
/// Each connection is for one request, as a client makes them that knows of HTTP/2 beforehand. When its
/// head has come, the server sends the frames of its answer, all at once, and reads on until the client
/// ends the connection.
package final class FrameServer: Sendable {
    package let port: Int
    private let listener: Listener
    /// How many heads of requests have come.
    private let heads = Monitor(0)

    /// The first request gets the first answer, and so on; the last answer repeats.
    package init(_ answers: [HTTP2Frame]...) throws {
        Sockets.ignoreBrokenPipes
        listener = try Listener(.loopback)
        port = listener.port
        listener.serve { [heads] descriptor in
            try? Self.serve(SocketChannel(descriptor: descriptor), answers, heads)
            close(descriptor)
        }
    }

    /// Ends the thread that accepts.
    deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

    package var url: String { "http://127.0.0.1:\(port)/" }

    package var requestCount: Int { heads.withState { $0 } }

    private static func serve(
        _ channel: SocketChannel, _ answers: [[HTTP2Frame]], _ heads: Monitor<Int>
    ) throws(ChannelEnd) {
        let input = InputBuffer(channel)
        _ = try bytes(24, of: input)  // the preface (RFC 9113 §3.4)
        try channel.write(HTTP2Frame.settings().bytes)
        while true {
            let head = try bytes(9, of: input)
            let length = head[0..<3].reduce(0) { $0 << 8 | Int($1) }
            _ = try bytes(length, of: input)
            let (type, flags) = (head[3], head[4])
            if type == HTTP2Frame.settingsType, flags == 0 {
                try channel.write(HTTP2Frame.settings(isAcknowledgement: true).bytes)
            }
            guard type == HTTP2Frame.headersType else { continue }
            let number = heads.withState { (count: inout Int) -> Int in
                count += 1
                return count
            }
            let answer = answers.isEmpty ? [] : answers[min(number, answers.count) - 1]
            try channel.write(answer.flatMap(\.bytes))
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

/// A frame of HTTP/2 (RFC 9113 §4.1), on the first stream of a connection.
package struct HTTP2Frame: Sendable {
    static let headersType: UInt8 = 1
    static let settingsType: UInt8 = 4

    let bytes: [UInt8]

    private init(
        _ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 1, _ payload: some Collection<UInt8> = []
    ) {
        let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        bytes = length + [type, flags, 0, 0, 0, stream] + payload
    }

    /// The head of a response.
    package static func head(_ status: Int, endsStream: Bool = false) -> HTTP2Frame {
        // END_HEADERS; `:status`, the eighth of HPACK's static table, with a literal value.
        HTTP2Frame(headersType, flags: endsStream ? 5 : 4, [0x08, 0x03] + Array("\(status)".utf8))
    }

    package static func data(_ text: String, endsStream: Bool = false) -> HTTP2Frame {
        HTTP2Frame(0, flags: endsStream ? 1 : 0, Array(text.utf8))
    }

    /// RST_STREAM with an error of RFC 9113 §7: 0 for none, 7 for REFUSED_STREAM.
    package static func reset(_ error: UInt8) -> HTTP2Frame { HTTP2Frame(3, [0, 0, 0, error]) }

    static func settings(isAcknowledgement: Bool = false) -> HTTP2Frame {
        HTTP2Frame(settingsType, flags: isAcknowledgement ? 1 : 0, stream: 0)
    }
}
