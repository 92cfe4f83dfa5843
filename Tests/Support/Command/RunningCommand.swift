import Foundation

/// A command that was started; it is killed if it is released while it runs.
package final class RunningCommand: Sendable {
    /// The output of stdout or stderr so far.
    private struct Collected: Sendable {
        var bytes: [UInt8] = []
        var hasEnded = false
    }

    private struct State: Sendable {
        /// An ended process must not get a signal: its number may have been reused.
        var hasEnded = false
        var timedOut = false
        var output: [Collected]
        var result: CommandResult?
    }

    package let processIdentifier: pid_t
    /// Where to write the command's input, if its `stdin` is `.pipe`.
    package let input: PipeWriter?
    private let state: Monitor<State>
    /// Open when the process has ended.
    private let ended = Gate()

    init(_ command: Command) throws {
        Sockets.ignoreBrokenPipes
        let (watched, ended) = (Monitor<Result<Launch, any Error>?>(nil), ended)
        let state = Monitor(State(output: []))
        // ptrace(2) requires that the thread that starts the command also watches it.
        startThread {
            let result = Result { try Launch(command) }
            if case .success(let launch) = result {
                let watch = ProcessWatch(launch.process)
                state.withState { state in
                    state.output = launch.streams.outputs.map { Collected(hasEnded: $0 == nil) }
                }
                watched.withState { $0 = result }
                RunningCommand.finish(launch, watch, state, ended)
            } else {
                watched.withState { $0 = result }
            }
        }
        guard let launch = try watched.wait(until: { $0 })?.get() else {
            throw SupportError.missing("a result of the start")
        }
        self.state = state
        processIdentifier = launch.process
        let writer = launch.streams.input.map(PipeWriter.init)
        if case .pipe = command.stdin { input = writer } else { input = nil }
        if case .bytes(let bytes) = command.stdin, let writer {
            startThread {
                // The command need not read all input.
                try? writer.writeBlocking(bytes)
                writer.close()
            }
        }
        for (index, output) in launch.streams.outputs.enumerated() { collect(output, into: index) }
        startThread {
            if Gate.block(untilAnyOf: [ended], timeout: command.timeout) { return }
            state.withState { state in
                if state.hasEnded { return }
                state.timedOut = true
                kill(-launch.process, SIGKILL)
            }
        }
    }

    deinit { send(SIGKILL) }

    /// Sends a signal to the command, unless it has ended.
    package func send(_ signal: Int32) {
        state.withState { state in
            if !state.hasEnded { kill(processIdentifier, signal) }
        }
    }

    /// Whether the process has ended.
    package var hasEnded: Bool { state.withState { $0.hasEnded } }

    /// The command's peak memory so far, in bytes; nil after its end, and on macOS.
    package func peakMemory() -> Int64? {
        state.withState { $0.hasEnded ? nil : ProcessMemory.peak(of: processIdentifier) }
    }

    /// Waits for the end.
    package func result() async -> CommandResult {
        // The closure retains the command: releasing it would kill the process.
        await onThread { [self] in state.wait { $0.result } ?? CommandResult() }
    }

    /// Waits until stdout contains `text`; returns stdout as it is then.
    @discardableResult
    package func stdout(containing text: any RawBytes) async throws -> [UInt8] {
        try await output(0, containing: text.rawBytes)
    }

    /// Waits until stderr contains `text`; returns stderr as it is then.
    @discardableResult
    package func stderr(containing text: any RawBytes) async throws -> [UInt8] {
        try await output(1, containing: text.rawBytes)
    }

    /// Waits until stderr satisfies a condition; returns stderr as it is then.
    package func stderr(
        until isWhole: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        let bytes = try await output(1, "output of another kind") {
            isWhole(String(decoding: $0, as: UTF8.self))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func output(_ index: Int, containing text: [UInt8]) async throws -> [UInt8] {
        let what = "output that contains \(String(decoding: text, as: UTF8.self))"
        return try await output(index, what) { $0.offset(of: text) != nil }
    }

    private func output(
        _ index: Int, _ what: String, until isWhole: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws -> [UInt8] {
        let found = await onThread { [self] in
            state.wait(timeout: 60) { state -> [UInt8]?? in
                let (bytes, hasEnded) = (state.output[index].bytes, state.output[index].hasEnded)
                if isWhole(bytes) { return bytes }
                return hasEnded ? .some(nil) : nil
            }
        }
        if let found = found.flatMap({ $0 }) { return found }
        throw SupportError.late(what)
    }

    /// Collects one stream of the command's output.
    private func collect(_ output: (descriptor: Int32, gate: Gate?)?, into index: Int) {
        let (state, ended) = (state, ended)
        guard let (descriptor, gate) = output else { return }
        startThread {
            if let gate { Gate.block(untilAnyOf: [gate, ended]) }
            readAll(descriptor) { piece in
                state.withState { $0.output[index].bytes.append(contentsOf: piece) }
            }
            close(descriptor)
            state.withState { $0.output[index].hasEnded = true }
        }
    }

    /// Waits for the end of the process, and puts the result together.
    private static func finish(
        _ launch: Launch, _ watch: ProcessWatch, _ state: Monitor<State>, _ ended: Gate
    ) {
        let peak = watch.waitForEnd()
        state.withState { $0.hasEnded = true }
        // Its own children would keep the pipes open.
        kill(-launch.process, SIGKILL)
        ended.open()
        var result = launch.reap()
        result.peakMemory = peak ?? result.peakMemory
        _ = state.wait(timeout: 60) { $0.output.allSatisfy(\.hasEnded) ? true : nil }
        result.leftovers = launch.directories?.leftovers ?? []
        state.withState { state in
            (result.stdout, result.stderr) = (state.output[0].bytes, state.output[1].bytes)
            result.timedOut = state.timedOut
            state.result = result
        }
    }
}
