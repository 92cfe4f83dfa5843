/// A command for a test to run, with its environment and streams.
///
///     let result = try await Command.formpost("-F", "a=b", server.url).run()
///     #expect(result.exitStatus == 0)
///     #expect(result.stdoutText == "stored\n")
///     #expect(result.leftovers == [])
///
/// It runs in its own session, without a terminal unless one is set, with default signal handling
/// and only the three standard descriptors.
package struct Command: Sendable {
    /// Where one of the standard streams leads.
    package enum Stream: Sendable {
        /// /dev/null
        case none
        /// A file, opened for reading or for writing: `/dev/full`, say.
        case file(String)
        /// No descriptor at all.
        case closed
        /// A descriptor that the test holds.
        case descriptor(Int32)
        /// The command's `terminal`.
        case terminal
        /// Input: these bytes.
        case bytes(any RawBytes)
        /// Input: a pipe that the test writes to, by `RunningCommand.input`.
        case pipe
        /// Output: read as it comes, and reported.
        case capture
        /// As `capture`, but nothing is read until the gate is open or the command has ended.
        case unreadUntil(Gate)
        /// Output: a pipe whose reader is gone.
        case brokenPipe
    }

    package typealias Input = Stream
    package typealias Output = Stream

    package var path: String
    package var arguments: [any RawBytes]
    /// argv[0]; nil: the path.
    package var name: String?
    package var environment = CommandEnvironment.scrubbed
    /// Nil: the test's own.
    package var workingDirectory: String?
    package var stdin = Input.none
    package var stdout = Output.capture
    package var stderr = Output.capture
    /// The controlling terminal: the command's /dev/tty, independent of its streams.
    package var terminal: Terminal?
    /// Seconds until the command is killed.
    package var timeout: Double = 60

    package init(_ path: String, arguments: [any RawBytes] = []) {
        self.path = path
        self.arguments = arguments
    }

    /// Runs the command to its end. Throws only if it could not be started.
    package func run() async throws -> CommandResult {
        try await start().result()
    }

    /// Starts the command.
    package func start() throws -> RunningCommand { try RunningCommand(self) }
}

extension Command {
    /// The built command.
    package static func formpost(_ arguments: any RawBytes...) -> Command {
        formpost(arguments: arguments)
    }

    /// The built command.
    package static func formpost(arguments: [any RawBytes]) -> Command {
        Command(BuiltCommand.formpost, arguments: arguments)
    }

    /// The system's curl.
    package static func curl(_ arguments: any RawBytes...) -> Command {
        curl(arguments: arguments)
    }

    /// The system's curl.
    package static func curl(arguments: [any RawBytes]) -> Command {
        Command(SearchPath.find("curl") ?? "curl", arguments: arguments)
    }

    /// Whether a command of that name is on the search path. For `.enabled(if:)`.
    package static func isInstalled(_ name: String) -> Bool { SearchPath.find(name) != nil }

    /// The command with some of its settings changed.
    package func with(_ change: @Sendable (inout Command) -> Void) -> Command {
        var command = self
        change(&command)
        return command
    }
}
