import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A command that was started; it is killed if it is released while it runs.
package final class RunningCommand: Sendable {
    private struct State: Sendable {
        /// A process that has ended must get no signal: its number may be another's by then.
        var hasEnded = false
        var timedOut = false
        var peakSeen: Int64 = 0
        var output: [[UInt8]?] = []
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
        var environment = command.environment
        let directories = environment.hasFreshDirectories ? try FreshDirectories() : nil
        directories?.apply(to: &environment)
        let plan = SpawnPlan()
        // First, so that relative paths of streams mean what they mean to the command.
        if let directory = command.workingDirectory { try plan.changeDirectory(to: directory) }
        var streams = try StandardStreams(for: command, plan: plan)
        let start = DispatchTime.now()
        do {
            processIdentifier = try plan.spawn(
                command.path,
                arguments: [(command.name ?? command.path).rawBytes]
                    + command.arguments.map(\.rawBytes),
                environment: environment.variables.map { name, value in
                    Array(name.utf8) + [UInt8(ascii: "=")] + value.rawBytes
                })
        } catch {
            streams.closeAll()
            throw error
        }
        streams.closeChildEnds()
        let writer = streams.input.map(PipeWriter.init)
        let peak = ProcessMemory.peak(of: processIdentifier) ?? 0
        state = Monitor(
            State(peakSeen: peak, output: Array(repeating: nil, count: streams.outputs.count)))
        if case .pipe = command.stdin { input = writer } else { input = nil }
        if case .bytes(let bytes) = command.stdin, let writer {
            startThread {
                // A command need not read all of it.
                _ = writer.failureOfWriting(bytes.rawBytes)
                writer.close()
            }
        }
        for (index, output) in streams.outputs.enumerated() { collect(output, into: index) }
        watch(timeout: command.timeout)
        reap(start: start, directories: directories)
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

    /// The largest that the command has been until now, in bytes, exactly; nil when it has ended,
    /// and on macOS.
    package func peakMemory() -> Int64? { ProcessMemory.peak(of: processIdentifier) }

    /// Waits for the end.
    package func result() async -> CommandResult {
        // The closure holds the command, which would be killed if it were released here.
        await onThread { [self] in state.wait { $0.result } ?? CommandResult() }
    }

    /// Collects one stream of the command's output.
    private func collect(_ output: (descriptor: Int32, gate: Gate?)?, into index: Int) {
        let (state, ended) = (state, ended)
        guard let (descriptor, gate) = output else {
            state.withState { $0.output[index] = [] }
            return
        }
        startThread {
            if let gate { Gate.block(untilAnyOf: [gate, ended]) }
            let bytes = readAll(descriptor)
            close(descriptor)
            state.withState { $0.output[index] = bytes }
        }
    }

    /// Looks at the command's memory while it runs, and kills it when its time is over.
    private func watch(timeout: Double) {
        let (process, state, ended) = (processIdentifier, state, ended)
        startThread {
            let start = DispatchTime.now()
            var hasEnded = false
            while !hasEnded {
                let peak = ProcessMemory.peak(of: process) ?? 0
                let elapsed = secondsSince(start)
                state.withState { state in
                    if state.hasEnded { return }
                    state.peakSeen = max(state.peakSeen, peak)
                    if elapsed > timeout {
                        state.timedOut = true
                        kill(-process, SIGKILL)
                    }
                }
                hasEnded = Gate.block(untilAnyOf: [ended], timeout: elapsed < 0.1 ? 0.001 : 0.004)
            }
        }
    }

    /// Waits for the end of the process, and puts the result together.
    private func reap(start: DispatchTime, directories: FreshDirectories?) {
        let (process, state, ended) = (processIdentifier, state, ended)
        startThread {
            // The process stays a zombie until its number is out of use here.
            var information = siginfo_t()
            while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0
                && errno == EINTR
            {}
            let wallTime = secondsSince(start)
            state.withState { $0.hasEnded = true }
            // What it started itself would keep its pipes open.
            kill(-process, SIGKILL)
            ended.open()
            let ownPeak = ProcessMemory.peak(of: getpid()) ?? 0
            var status: Int32 = 0
            var accounts = rusage()
            while wait4(process, &status, 0, &accounts) < 0 && errno == EINTR {}
            let outputs = state.wait(timeout: 10) { state in
                state.output.contains { $0 == nil } ? nil : state.output.compactMap { $0 }
            }
            var result = CommandResult()
            // WIFSIGNALED and its fellows are macros that Swift does not see.
            if status & 0x7F == 0 {
                result.exitStatus = (status >> 8) & 0xFF
            } else {
                result.signal = status & 0x7F
            }
            result.wallTime = wallTime
            result.cpuTime = seconds(accounts.ru_utime) + seconds(accounts.ru_stime)
            if let outputs { (result.stdout, result.stderr) = (outputs[0], outputs[1]) }
            result.leftovers = directories?.leftovers ?? []
            state.withState { state in
                result.timedOut = state.timedOut
                result.peakMemory = ProcessMemory.peak(
                    seen: state.peakSeen, accounts: accounts, ownPeak: ownPeak)
                state.result = result
            }
        }
    }
}

private func secondsSince(_ start: DispatchTime) -> Double {
    Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
}

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}
