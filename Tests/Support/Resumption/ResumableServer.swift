/// A server of 'Resumable Uploads for HTTP' (draft-ietf-httpbis-resumable-upload) on the loopback
/// interface: interop version 8 (-09 to -12), or 6 (-04, -05).
///
///     let server = try ResumableServer(ResumableBehavior().with { $0.cuts = [5000] })
///     let result = try await Command.formpost("--resumable", "-F", "f=@x", server.url).run()
///     #expect(server.violations == [])
///     #expect(try server.uploads[0].form().part("f")?.body == bytes)
///
/// What a client must not do is refused as the draft says, and is recorded as a violation.
package final class ResumableServer: UploadingServer {
    /// The server's requests and connections.
    package let server: LoopbackServer
    package let store: UploadStore

    package init(
        _ behavior: ResumableBehavior = ResumableBehavior(), receiveBuffer: Int32? = nil
    ) throws {
        let store = UploadStore(cuts: behavior.cuts)
        let draft = ResumableProtocol(behavior: behavior, store: store)
        self.store = store
        server = try LoopbackServer(
            script: .closure { draft.answer(to: $0) }, receiveBuffer: receiveBuffer)
    }

    package var url: String { server.url }
}
