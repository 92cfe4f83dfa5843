import Foundation
import TestSupport
import Testing

/// Uploads that go on in a later call, by `--journal`.
@Suite struct KilledTests {
    private let files: SampleFiles
    private let options: [String]

    init() throws {
        files = try SampleFiles()
        options = resumed.dropFirst() + ["--no-progress-meter", "--journal", "journal"]
    }

    /// A server that stops reading at `offset`, opens `reached`, and resets when `killed` is open.
    private func server(
        stoppingAt offset: Int64, _ reached: Gate, _ killed: Gate
    ) throws -> ResumableServer {
        try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [offset]
                $0.cut = [.open(reached), .wait(killed), .reset]
            })
    }

    /// Waits until the journal has noted the upload resource.
    private func journalHas(_ path: String) async throws {
        let name = Array(path.split(separator: "/").last.map(String.init)?.utf8 ?? "".utf8)
        let deadline = ContinuousClock.now + .seconds(60)
        while ((try? files.directory.contents(of: "journal")) ?? []).offset(of: name) == nil {
            if .now > deadline { throw SupportError.late("the resource in the journal") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Kills the command when the server has read `offset` bytes.
    private func kill(
        _ upload: SampleUpload, at offset: Int64, with signal: Int32 = SIGKILL
    ) async throws -> ResumableServer {
        // A server may have the port of an earlier one, whose uploads the journal would have.
        try? FileManager.default.removeItem(atPath: files.directory.path("journal"))
        let (reached, killed) = (Gate(), Gate())
        let server = try server(stoppingAt: offset, reached, killed)
        try await kill(
            upload.command(options, in: files, server.url), when: reached, with: signal
        ) { server.uploads.last }
        killed.open()
        return server
    }

    /// Kills the command when the gate is open and the journal has the upload.
    private func kill(
        _ command: Command, when reached: Gate, with signal: Int32 = SIGKILL,
        _ upload: () -> UploadResource?
    ) async throws {
        let running = try command.start()
        try await reached.waitUntilOpen()
        try await journalHas(try #require(upload()?.path))
        running.send(signal)
        _ = await running.result()
    }

    /// `kill -9` at 20 places; the same call again goes on there.
    @Test(arguments: SampleUpload.all)
    func theSameCallGoesOn(upload: SampleUpload) async throws {
        let content = try await upload.content(in: files)
        for twentieth in Int64(1)...20 {
            let offset = content.length * twentieth / 20
            let server = try await kill(upload, at: offset)
            let result = try await upload.command(options, in: files, server.url).run()
            #expect(result.exitStatus == 0, "killed at \(offset): \(result)")
            #expect(result.stderrText.contains(Said.goingOn), "\(result)")
            #expect(server.uploads.count == 1, "killed at \(offset)")
            #expect(server.bytesRead == content.length, "killed at \(offset)")
            #expect(server.violations == [])
            let isSame = try Content(#require(server.uploads.last)) == content
            #expect(isSame, "killed at \(offset): other bytes arrived")
            for upload in server.uploads { #expect(!result.stderrText.contains(upload.path)) }
        }
    }

    /// The thread of the transfer writes the address, and does not wait for the disk.
    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: strace), "strace is not installed"))
    func anotherThreadWaitsForTheDisk() async throws {
        let server = try ResumableServer()
        var command = SampleUpload.form.command(options, in: files, server.url)
        command.arguments =
            ["-f", "-e", "trace=write,fsync", "-o", files.directory.path("calls"), command.path]
            + command.arguments
        command.path = strace
        #expect(try await command.run().exitStatus == 0)
        let calls = try String(
            decoding: files.directory.contents(of: "calls"), as: UTF8.self
        ).split(separator: "\n")
        let line = #""{\"journal\""#
        let write = try #require(calls.firstIndex { $0.contains(line) })
        let sync = try #require(calls[write...].first { $0.contains("fsync(") })
        // The number of the thread comes first.
        #expect(calls[write].prefix { $0 != " " } != sync.prefix { $0 != " " }, "\(calls)")
    }

    /// The server has forgotten the upload: the next call begins anew and says so.
    @Test func aGoneUploadBeginsAnew() async throws {
        let server = try await kill(.form, at: 50_000)
        let url = server.server.url(try #require(server.uploads.first?.path))
        _ = try await Command.formpost(
            "-s", "-X", "DELETE", "-H", "Upload-Draft-Interop-Version: 8", url
        ).run()
        let result = try await SampleUpload.form.command(options, in: files, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(result.stderrText.contains(Said.beginsAnew), "\(result)")
        #expect(server.uploads.last?.isComplete == true)
    }

    /// Ctrl-C is an interruption, too.
    @Test func aSignalIsResumed() async throws {
        let server = try await kill(.form, at: 50_000, with: SIGINT)
        let result = try await SampleUpload.form.command(options, in: files, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(server.uploads.count == 1)
        #expect(server.uploads.first?.isComplete == true)
    }

    /// Each file of `--each` goes on for itself: those before are not sent again.
    @Test func each() async throws {
        for number in 1...3 {
            try files.directory.patternFile("f\(number)", size: Int64(number) * 50_000)
        }
        let (reached, killed) = (Gate(), Gate())
        let server = try server(stoppingAt: 90_000, reached, killed)
        let command = Command.formpost(
            arguments: options + ["--each", "f=@f?", "-o", "/dev/null", server.url]
        ).with { [files] in $0.workingDirectory = files.directory.path }
        try await kill(command, when: reached) { server.uploads.last }
        killed.open()
        let result = try await command.run()
        #expect(result.exitStatus == 0, "\(result)")
        #expect(server.uploads.count == 3)
        for (index, upload) in server.uploads.enumerated() {
            #expect(upload.isComplete)
            let part = try upload.form().part("f")
            #expect(part?.body == FilePattern().bytes((index + 1) * 50_000))
        }
    }
}

private let strace = "/usr/bin/strace"
