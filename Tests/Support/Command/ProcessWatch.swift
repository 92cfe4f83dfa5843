import Foundation

/// Waits for the end of a child process. On Linux it stops the process at its exit to read its
/// exact peak memory.
///
/// getrusage(2) does not help, since a child's counter begins with the size of its parent. Uses
/// ptrace(2), which requires a single thread; if it is not permitted there is no result.
struct ProcessWatch {
    private let process: pid_t
    private let isTraced: Bool

    /// Begins to watch; on the thread that will call `waitForEnd()`.
    init(_ process: pid_t) {
        self.process = process
        #if os(Linux)
            let options = Trace.Option.exit | Trace.Option.killWithTracer
            isTraced = Trace.request(Trace.seize, process, options)
        #else
            isTraced = false
        #endif
    }

    /// Returns when the process has ended; it stays a zombie until its status is read.
    ///
    /// Returns the peak of its resident set in bytes, if it is known.
    func waitForEnd() -> Int64? {
        var peak: Int64?
        var information = siginfo_t()
        let stops = isTraced ? WSTOPPED : 0
        while true {
            if waitid(P_PID, id_t(process), &information, WEXITED | stops | WNOWAIT) != 0 {
                if errno == EINTR { continue }
                return peak
            }
            #if os(Linux)
                let isStop = [Int32(CLD_TRAPPED), Int32(CLD_STOPPED)].contains(information.si_code)
                guard isStop else { return peak }
                // Consumes the stop only, never the end, which may have come since.
                let status = waitid(P_PID, id_t(process), &information, WSTOPPED | WNOHANG)
                if status == 0 { peak = resume(information._sifields._sigchld.si_status) ?? peak }
            #else
                return peak
            #endif
        }
    }

    #if os(Linux)
        /// Continues the process after a stop; returns its peak if it is about to exit.
        private func resume(_ stop: Int32) -> Int64? {
            let (event, signal) = (stop >> 8, stop & 0x7F)
            switch event {
            case Trace.Event.exit:
                let peak = ProcessMemory.peak(of: process)
                _ = Trace.request(Trace.proceed, process, 0)
                return peak
            case Trace.Event.stop:
                let isGroupStop = [SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU].contains(signal)
                _ = Trace.request(isGroupStop ? Trace.listen : Trace.proceed, process, 0)
            default:
                // A signal is being delivered: pass it on.
                _ = Trace.request(Trace.proceed, process, Int(event == 0 ? signal : 0))
            }
            return nil
        }
    #endif
}

#if os(Linux)
    /// ptrace(2), which Swift does not import because of its variable arguments.
    private enum Trace {
        typealias Function = @convention(c) (Int, pid_t, Int, Int) -> Int

        static let proceed = 7  // PTRACE_CONT
        static let seize = 0x4206
        static let listen = 0x4208

        enum Option {
            static let exit = 0x40  // PTRACE_O_TRACEEXIT
            static let killWithTracer = 0x10_0000  // PTRACE_O_EXITKILL
        }

        enum Event {
            static let exit: Int32 = 6
            static let stop: Int32 = 128
        }

        private static let function = dlsym(nil, "ptrace").map {
            unsafeBitCast($0, to: Function.self)
        }

        static func request(_ request: Int, _ process: pid_t, _ data: Int) -> Bool {
            function?(request, process, 0, data) == 0
        }
    }
#endif
