import Foundation
import TestSupport

/// Commands with limited system resources.
extension Command {
    /// Run by a shell that does `preparation` first.
    func after(_ preparation: String) -> Command {
        with {
            $0.arguments = ["-c", "\(preparation) && exec \"$0\" \"$@\"", path] + arguments
            $0.path = "/bin/sh"
        }
    }

    /// In a system of which /proc is not mounted.
    func withoutProc() -> Command { mounting("none /proc") }

    /// Where a directory is a file system of 1 MiB.
    func withSmallDisk(at directory: String) -> Command {
        mounting("-o size=1m none '\(directory)'")
    }

    private func mounting(_ temporaryFileSystem: String) -> Command {
        afterMounting("mount -t tmpfs \(temporaryFileSystem)")
    }

    /// Run by a shell that does `preparation` first, where mounts are its own.
    func afterMounting(_ preparation: String) -> Command {
        let inside = after(preparation)
        return inside.with {
            $0.arguments = ["unshare", "-m", inside.path] + inside.arguments
            $0.path = "/usr/bin/env"
        }
    }

    /// As a separate user with a limit of processes and threads.
    func limited(toThreads count: Int) -> Command {
        with {
            $0.arguments =
                [
                    "setpriv", "--reuid=\(Self.someUser)", "--regid=65534", "--clear-groups",
                    "prlimit", "--nproc=\(count)", path,
                ] + arguments
            $0.path = "/usr/bin/env"
        }
    }

    /// A user whose only processes are those of one test at a time.
    private static let someUser = 100_000 + Int(getpid())

    /// Why a kind of confinement cannot be had here; `nil` where it can.
    static func isPossible(
        _ what: String, _ confine: @Sendable (Command) -> Command
    ) async -> Bool {
        let result = try? await confine(.formpost("-V")).run()
        if result?.exitStatus == 0 { return true }
        print("cannot have a command \(what): \(result?.stderrText ?? "not started")")
        return false
    }
}
