#if os(Linux)
    import Glibc
    import TestSupport
    import Testing

    /// The arguments of a running command, which every user can read (`ps`).
    @Suite struct ProcessListTests {
        @Test func showsNoSecrets() async throws {
            let (reached, stop) = (Gate(), Gate())
            defer { stop.open() }
            let server = try LoopbackServer([.readBody, .open(reached), .wait(stop), .respond(200)])
            let running = try Command.formpost(
                // A secret that is the beginning of another one.
                "-sS", "-u", "me:secret-1", "--proxy-user=me:secret-2", "--pass", "me:",
                "--oauth2-bearer", "secret-4", "-bsid=secret-5", "-H", "Authorization: secret-6",
                "-E", "/none:secret-9", "--secret-field", "token", "-F", "token=secret-7",
                server.url.replacing("http://", with: "http://me:secret-8@")
            ).start()
            try await reached.waitUntilOpen()
            let bytes = try fileBytes("/proc/\(running.processIdentifier)/cmdline")
            let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                arguments.dropFirst().prefix(13) == [
                    "-sS", "-u", "xxxxxxxxxxx", "--proxy-user=xxxxxxxxxxx", "--pass", "xxx",
                    "--oauth2-bearer", "xxxxxxxx", "-bxxxxxxxxxxxx", "-H",
                    "Authorization: xxxxxxxx", "-E", "/none:xxxxxxxx",
                ])
            #expect(arguments.filter { $0.contains("secret-") && $0 != "--secret-field" } == [])
            stop.open()
            await running.result().expect(0)
        }

        /// From the beginning on, before it is known which arguments are secrets.
        @Test func showsNothingBeforeItIsRead() async throws {
            let directory = try TemporaryDirectory()
            let fifo = directory.path("config")
            #expect(mkfifo(fifo, 0o600) == 0)
            let running = try Command.formpost(
                "-sS", "-u", "me:secret-1", "-K", fifo, "-F", "a=b", "http://127.0.0.1:9/"
            ).start()
            // Who opens the other end knows that the command has come to its arguments.
            let descriptor = open(fifo, O_WRONLY | O_CLOEXEC)
            let bytes = try fileBytes("/proc/\(running.processIdentifier)/cmdline")
            let arguments = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            #expect(arguments.first?.hasSuffix("/formpost") == true)
            let rest = arguments.dropFirst()
            #expect(rest.count == 8 && rest.allSatisfy { $0.allSatisfy { $0 == "x" } }, "\(rest)")
            close(descriptor)
            #expect(await running.result().exitStatus == 7)
        }
    }
#endif
