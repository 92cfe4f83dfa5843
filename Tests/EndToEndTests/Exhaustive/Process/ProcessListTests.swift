#if os(Linux)
    import Glibc
    import TestSupport
    import Testing

    /// The arguments of a running command, which every user can read (`ps`). For more see Scenarios/masking.txt.
    @Suite struct ProcessListTests {
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
