import TestSupport
import Testing

/// `--tus`: one file by tus 1.0. For its requests see Scenarios/resumption.txt.
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

    private func command(_ arguments: [String], _ server: TusServer) -> Command {
        Command.formpost(arguments: arguments + [server.url]).with { [files] in
            $0.workingDirectory = files.directory.path
        }
    }

    /// The address of the file is shown where it is asked for, and nowhere else.
    @Test(arguments: [["creation"], ["creation", "creation-with-upload"]])
    func address(extensions: [String]) async throws {
        let server = try TusServer(
            TusBehavior().with {
                $0.extensions = extensions
                $0.cuts = extensions.count == 1 ? [7000] : []
            })
        let upload = { (options: [String]) in
            let result = try await command(
                ["--tus", "-T", "data", "--retry-delay", "0.01"] + options, server
            ).run()
            result.expect(.whole)
            return (result, server.server.url(try #require(server.uploads.last?.path)))
        }
        let (named, url) = try await upload(["-w", "%{upload_url}|%{json}", "-v"])
        #expect(named.stdoutText.hasPrefix(url + "|{"), "\(named)")
        #expect(named.stdoutText.split(separator: url).count == 1, "\(named)")
        #expect(!named.stderrText.contains(url) && !named.stderrText.contains("uploaded to"))
        let (events, eventURL) = try await upload(["--progress", "json"])
        let entries = try StreamEntry.all(in: events.stderrText)
        #expect(entries.last?.event == "end")
        #expect(entries.compactMap(\.upload_url) == [eventURL])
        #expect(events.stderrText.split(separator: eventURL).count == 2, "\(events)")
        let terminal = try Terminal(columns: 200)
        _ = try await command(["--tus", "-T", "data"], server).on(terminal).run()
        let shown = String(decoding: try await terminal.everything(), as: UTF8.self)
        let path = try #require(server.uploads.last?.path)
        #expect(shown.contains(" · uploaded to \(server.server.url(path))\r\n"), "\(shown)")
        #expect(server.violations == [])
    }

    @Test(arguments: [["creation"], ["creation", "creation-with-upload", "checksum"], []])
    func goesOnWhereItStopped(extensions: [String]) async throws {
        let server = try TusServer(
            TusBehavior().with {
                $0.extensions = extensions
                $0.cuts = [1, 7000, 20_000]
            })
        try await tus("-T", "p.png", to: server).expect(.whole)
        let upload = try #require(server.uploads.first)
        #expect(upload.bytes == FilePattern().bytes(20_000))
        #expect(server.violations == [])
        #expect(server.cutsLeft == [])
    }

    /// A piece that arrives bent or in part is sent again, whole.
    @Test(arguments: [[], [7000]] as [[Int64]])
    func aPieceIsSentAgain(cuts: [Int64]) async throws {
        let server = try TusServer(
            TusBehavior().with {
                $0.cuts = cuts
                $0.script = { situation in
                    guard cuts.isEmpty, situation.operation == .append, situation.number == 2 else {
                        return nil
                    }
                    return [.readBody, .respond(460, headers: ["Tus-Resumable": "1.0.0"])]
                }
            })
        try await tus("--append-size", "6000", "-T", "p.png", to: server).expect(.whole)
        #expect(
            server.methods == [
                "OPTIONS", "POST", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH", "PATCH",
            ])
        let offsets = server.requests.filter { $0.method == "PATCH" }
            .map { $0.header("Upload-Offset") }
        #expect(offsets == ["0", "6000", "6000", "12000", "18000"])
        #expect(server.uploads.first?.bytes == FilePattern().bytes(20_000))
        #expect(server.violations == [])
    }

    /// A later call asks for the extensions again.
    @Test func checksumsInALaterCall() async throws {
        let server = try TusServer(TusBehavior().with { $0.cuts = [7000] })
        let command = Command.formpost(
            "-sS", "--tus", "--append-size", "6000", "--journal", "j", "-T", "p.png", server.url
        ).with { [files] in $0.workingDirectory = files.directory.path }
        #expect([52, 55, 56].contains(try await command.run().exitStatus))
        let count = server.requests.count
        try await command.run().expect(.whole)
        let later = server.requests.dropFirst(count)
        #expect(later.map(\.method) == ["OPTIONS", "HEAD", "PATCH", "PATCH", "PATCH"])
        #expect(later.filter { $0.header("Upload-Checksum") != nil }.count == 3)
        #expect(server.uploads.first?.bytes == FilePattern().bytes(20_000))
        #expect(server.violations == [])
    }

    @Test func fromAPipe() async throws {
        let server = try TusServer()
        let bytes = FilePattern().bytes(2_000_000)
        let result = try await Command.formpost(
            "-sS", "--tus", "-F", "a=b", "-F", "f=@-;filename=x", server.url
        ).with { $0.stdin = .bytes(bytes) }.run()
        result.expect(.whole)
        #expect(server.uploads.map(\.bytes) == [bytes])
    }
}
