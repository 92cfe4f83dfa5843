import CProcess
import FormEncoding
import Foundation

extension Messages {
    static func progressEnds(_ error: WriteError) -> String {
        text(error) + "; the upload goes on, without telling its progress there"
    }

    static func noThreads(_ count: Int32) -> String {
        "the system gives no more threads: an upload needs \(count) (see ulimit -u, pids.max)"
    }

    static func noDescriptors(_ count: Int) -> String {
        "the system gives no more open files: an upload needs \(count) (see ulimit -n)"
    }

    static let noMemory = String(cString: cprocess_no_memory)

    /// For the alarm signal, when no thread can report the timeout.
    static func timedOutWithoutThreads(_ limit: Duration) -> String {
        "timed out after \(seconds(limit)), and no thread could end the upload in order"
    }
}
