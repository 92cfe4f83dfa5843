import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Stores the content of a request, and answers as a receiver that knows nothing of resumption.
final class Receiver: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPResponsePart

    private let directory: String
    private let name = UUID().uuidString
    private var file: FileHandle?
    private var contentType = ""

    init(directory: String) { self.directory = directory }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            contentType = request.headerFields[.contentType] ?? ""
            let path = "\(directory)/\(name)"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            file = FileHandle(forWritingAtPath: path)
        case .body(let bytes):
            try? file?.write(contentsOf: Data(bytes.readableBytesView))
        case .end:
            try? file?.close()
            respond("\(name)\n\(contentType)\n", context)
        }
    }

    private func respond(_ text: String, _ context: ChannelHandlerContext) {
        var response = HTTPResponse(status: .ok)
        response.headerFields[.contentLength] = "\(text.utf8.count)"
        write(context: context, data: wrapOutboundOut(.head(response)), promise: nil)
        write(
            context: context, data: wrapOutboundOut(.body(ByteBuffer(string: text))), promise: nil)
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        flush(context: context)
    }
}
