import Foundation

/// A server of tus 1.0 on the loopback interface, with the extensions creation, creation-with-upload,
/// termination and checksum (SHA-1).
///
///     let server = try TusServer(TusBehavior().with { $0.cuts = [5000] })
///     let result = try await Command.formpost("--tus", "-T", "x", server.url("/files")).run()
///     #expect(server.violations == [])
///     #expect(server.uploads[0].metadata == ["filename": "x", "filetype": …])
package final class TusServer: UploadingServer {
    /// The server's requests and connections.
    package let server: LoopbackServer
    package let store: UploadStore

    package init(_ behavior: TusBehavior = TusBehavior()) throws {
        let store = UploadStore(cuts: behavior.cuts)
        let tus = TusProtocol(behavior: behavior, store: store)
        self.store = store
        server = try LoopbackServer(script: .closure { tus.answer(to: $0) })
    }

    /// The URL at which uploads are created.
    package var url: String { server.url("/files") }
}

/// How a `TusServer` differs from a faultless one.
package struct TusBehavior: ServerBehavior {
    package var extensions = ["creation", "creation-with-upload", "termination", "checksum"]
    /// The offsets at which the connection is broken off, each once.
    package var cuts: [Int64] = []
    /// Answers its own way.
    package var script: UploadScript = { _ in nil }

    package init() {}
}

extension UploadResource {
    /// The decoded `Upload-Metadata`; nil where it is not as the protocol says.
    package var metadata: [String: String]? {
        guard let header = creation.header("Upload-Metadata") else { return [:] }
        var metadata: [String: String] = [:]
        for pair in header.split(separator: ",", omittingEmptySubsequences: false) {
            let words = pair.drop { $0 == " " }
                .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = words.first, !key.isEmpty, metadata[String(key)] == nil,
                let bytes = Data(base64Encoded: words.count > 1 ? String(words[1]) : "")
            else { return nil }
            metadata[String(key)] = String(decoding: bytes, as: UTF8.self)
        }
        return metadata
    }
}
