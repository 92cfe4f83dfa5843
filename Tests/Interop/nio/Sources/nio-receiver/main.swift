// nio-receiver PORT ORIGIN DIRECTORY: Apple's NIOResumableUpload on 127.0.0.1.
//
// Writes the content of each upload into DIRECTORY, and answers with its file name and its media type.
// ORIGIN is the beginning of the upload resources' URLs, which a relay in front of the server can have.

import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix
import NIOResumableUpload

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let port = Int(arguments[1]) else {
    print("usage: nio-receiver PORT ORIGIN DIRECTORY")
    throw ExitCode.usage
}
let directory = arguments[3]
let uploads = HTTPResumableUploadContext(origin: arguments[2])

let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try pipeline.addHandler(
                HTTPResumableUploadHandler(
                    context: uploads, handlers: [Receiver(directory: directory)]))
        }
    }
    .bind(host: "127.0.0.1", port: port)
    .get()
try await server.closeFuture.get()

enum ExitCode: Error {
    case usage
}
