import TestSupport
import Testing

/// `--tus`: one file by tus 1.0.
@Suite struct TusTests {
    private let files: SampleFiles
    private static let resumed = ["-sS", "--tus", "--retry", "1", "--retry-delay", "0.01"]

    init() throws {
        files = try SampleFiles(size: 20_000)
        try files.directory.patternFile("p.png", size: 20_000)
    }

    private func tus(_ arguments: String..., to server: TusServer) async throws -> CommandResult {
        try await Command.formpost(arguments: Self.resumed + arguments + [server.url])
            .with { [files] in $0.workingDirectory = files.directory.path }.run()
    }

    /// Text fields are metadata; the file's name and type are `filename` and `filetype`.
    @Test func metadata() async throws {
        let server = try TusServer()
        let result = try await tus(
            "-F", "file=@p.png", "-F", "album=Sömmer, 2026", "-F", "empty=", to: server)
        result.expect(.whole)
        let upload = try #require(server.uploads.first)
        #expect(
            upload.metadata == [
                "filename": "p.png", "filetype": "image/png", "album": "Sömmer, 2026", "empty": "",
            ])
        #expect(upload.bytes == FilePattern().bytes(20_000))
        #expect(upload.isComplete)
        #expect(server.violations == [])
    }

    @Test(arguments: [["-T", "p.png"], ["-F", "file=@p.png;filename=q;type=a/b"]])
    func nameAndType(arguments: [String]) async throws {
        let server = try TusServer()
        try await tus(arguments[0], arguments[1], to: server).expect(.whole)
        let isForm = arguments[0] == "-F"
        #expect(
            server.uploads.first?.metadata == [
                "filename": isForm ? "q" : "p.png", "filetype": isForm ? "a/b" : "image/png",
            ])
        #expect(server.uploads.first?.bytes == FilePattern().bytes(20_000))
    }

    @Test(arguments: [["creation"], ["creation", "creation-with-upload", "checksum"], []])
    func goesOnWhereItStopped(extensions: [String]) async throws {
        let server = try TusServer(
            TusBehavior().with {
                $0.extensions = extensions
                $0.cuts = extensions.contains("checksum") ? [] : [1, 7000, 20_000]
            })
        try await tus("-T", "p.png", to: server).expect(.whole)
        let upload = try #require(server.uploads.first)
        #expect(upload.bytes == FilePattern().bytes(20_000))
        #expect(server.violations == [])
        #expect(server.cutsLeft == [])
    }

    /// `--append-size` bounds each request.
    @Test func appendSize() async throws {
        let server = try TusServer(TusBehavior().with { $0.maximumChunk = 6000 })
        let result = try await Command.formpost(
            arguments: Self.resumed + ["--append-size", "6000", "-T", "p.png", server.url]
        ).with { [files] in $0.workingDirectory = files.directory.path }.run()
        result.expect(.whole)
        #expect(server.uploads.first?.bytes == FilePattern().bytes(20_000))
        #expect(server.requests.allSatisfy { $0.body.count <= 6000 })
        #expect(server.violations == [])
    }

    @Test func anEmptyFile() async throws {
        try files.directory.file("empty.txt", "")
        let server = try TusServer()
        try await tus("-T", "empty.txt", to: server).expect(.whole)
        #expect(server.uploads.first?.length == 0)
        #expect(server.violations == [])
    }

    /// With `--each`, one upload a file.
    @Test func each() async throws {
        let server = try TusServer()
        let result = try await Command.formpost(
            arguments: Self.resumed + ["--each", "f=@[dt]*", server.url]
        ).with { [files] in $0.workingDirectory = files.directory.path }.run()
        result.expect(.whole)
        #expect(server.uploads.map { $0.metadata?["filename"] } == ["data", "text"])
        #expect(server.uploads.filter(\.isComplete).count == 2)
    }
}
