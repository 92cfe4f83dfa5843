import TestSupport
import Testing

/// Connections that are cut at each 64th of the body.
@Suite struct CutTests {
    /// Each cut in an upload of its own, also where each request is of a bounded size.
    @Test(arguments: SampleUpload.all, [nil, 50_000])
    func each(upload: SampleUpload, size: Int?) async throws {
        let files = try SampleFiles()
        let content = try await upload.content(in: files)
        for part in (size == nil ? 0 : 1)...64 {
            let cut = content.length * Int64(part) / 64
            let server = try ResumableServer(
                ResumableBehavior().with {
                    $0.cuts = [cut]
                    if let size { $0.limits = "max-append-size=\(size)" }
                })
            let options = size.map { ["--append-size", "\($0)"] } ?? []
            let result = try await upload.command(resumed + options, in: files, server.url).run()
            #expect(result.exitStatus == 0, "cut at \(cut): \(result)")
            try expectWhole(server, content)
            if size == nil { #expect(server.bytesRead == content.length, "cut at \(cut)") }
        }
    }

    /// Each third byte: pieces of an encoding and delimiters are cut in two.
    @Test(arguments: SampleUpload.all)
    func eachThirdByteOfAShortUpload(upload: SampleUpload) async throws {
        let files = try SampleFiles(size: 400)
        let content = try await upload.content(in: files)
        let server = try ResumableServer(
            ResumableBehavior().with { $0.cuts = Array(stride(from: 1, to: content.length, by: 3)) }
        )
        try await upload.command(resumed, in: files, server.url).run().expect(.whole)
        try expectWhole(server, content)
    }

    /// By tus, with and without a part of the file in the creation.
    @Test(arguments: [["creation"], ["creation", "creation-with-upload"]])
    func tus(extensions: [String]) async throws {
        let files = try SampleFiles()
        let bytes = FilePattern().bytes(200_000)
        for cut in stride(from: Int64(3125), to: 200_000, by: 3125) {
            let server = try TusServer(
                TusBehavior().with {
                    $0.extensions = extensions
                    $0.cuts = [cut]
                })
            let result = try await Command.formpost(
                "-sS", "--tus", "--retry", "1", "--retry-delay", "0.01", "-T", "data", server.url
            ).with { $0.workingDirectory = files.directory.path }.run()
            #expect(result.exitStatus == 0, "cut at \(cut): \(result)")
            #expect(server.uploads.last?.bytes == bytes, "cut at \(cut)")
            #expect(server.violations == [])
        }
    }

    private func expectWhole(
        _ server: ResumableServer, _ content: Content,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(server.violations == [], sourceLocation: sourceLocation)
        #expect(server.cutsLeft == [], sourceLocation: sourceLocation)
        #expect(server.uploads.filter(\.isComplete).count == 1, sourceLocation: sourceLocation)
        let upload = try #require(server.uploads.last, sourceLocation: sourceLocation)
        let isSame = try Content(upload) == content
        #expect(isSame, "other bytes arrived", sourceLocation: sourceLocation)
    }
}
