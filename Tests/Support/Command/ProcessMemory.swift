import Foundation

/// How large processes have been.
enum ProcessMemory {
    /// The peak of the resident set of a running process in bytes; nil if it is not known, for
    /// example after its end.
    static func peak(of process: pid_t) -> Int64? {
        #if os(Linux)
            // `VmHWM:     12345 kB`
            let mark = Array("VmHWM:".utf8)
            guard let status = try? fileBytes("/proc/\(process)/status"),
                let found = status.offset(of: mark)
            else { return nil }
            let digits = status[(found + mark.count)...].drop { !(0x30...0x39).contains($0) }
                .prefix { (0x30...0x39).contains($0) }
            return Int64(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
        #else
            return nil
        #endif
    }

    /// The peak in a process's accounts, in bytes.
    static func peak(in accounts: rusage) -> Int64 {
        #if os(Linux)
            return Int64(accounts.ru_maxrss) * 1024
        #else
            return Int64(accounts.ru_maxrss)
        #endif
    }
}
