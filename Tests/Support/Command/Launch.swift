import Dispatch

import Foundation

/// A command that has just been started, with what belongs to it.
struct Launch: Sendable {
    let process: pid_t
    let streams: StandardStreams
    let directories: FreshDirectories?
    let start: DispatchTime

    init(_ command: Command) throws {
        var environment = command.environment
        directories = environment.hasFreshDirectories ? try FreshDirectories() : nil
        directories?.apply(to: &environment)
        let plan = SpawnPlan()
        // First, so that relative paths of streams are relative to the command's directory.
        if let directory = command.workingDirectory { try plan.changeDirectory(to: directory) }
        var streams = try StandardStreams(for: command, plan: plan)
        start = DispatchTime.now()
        do {
            process = try plan.spawn(
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
        self.streams = streams
    }

    /// Reaps the ended process, and returns how it ended.
    func reap() -> CommandResult {
        var result = CommandResult()
        result.wallTime = secondsElapsed
        var status: Int32 = 0
        var accounts = rusage()
        while wait4(process, &status, 0, &accounts) < 0 && errno == EINTR {}
        // WIFSIGNALED and its fellows are macros that Swift does not see.
        if status & 0x7F == 0 {
            result.exitStatus = (status >> 8) & 0xFF
        } else {
            result.signal = status & 0x7F
        }
        result.cpuTime = seconds(accounts.ru_utime) + seconds(accounts.ru_stime)
        result.peakMemory = ProcessMemory.peak(in: accounts)
        return result
    }

    /// Seconds since the start.
    var secondsElapsed: Double {
        Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    }

    private func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
