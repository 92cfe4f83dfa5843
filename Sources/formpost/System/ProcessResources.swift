import CProcess
import FormUpload
import Foundation

/// The threads, memory and descriptors that an upload needs.
enum ProcessResources {
    /// The threads of libdispatch and libcurl's resolver, without the main thread.
    private static let threads: Int32 = 8
    /// The buffers and data of libraries, without the stacks of threads.
    private static let memory = 32 << 20

    /// The descriptors of libdispatch, of a socket and of libcurl's files, without the three standard ones
    /// and those of options.
    private static let descriptors = 12

    /// Throws if memory or descriptors are not available; a thread that cannot be made ends the process when it is
    /// asked for.
    static func check(_ output: LastResort.Output) throws(Failure) {
        if !hasDescriptors {
            _ = raiseFileLimit()
            guard hasDescriptors else {
                throw Failure(CURLCode.outOfMemory, Messages.noDescriptors(descriptors))
            }
        }
        guard cprocess_has_memory_for(threads, memory) else {
            throw Failure(CURLCode.outOfMemory, Messages.noMemory)
        }
        let line = output.line(CURLCode.outOfMemory, Messages.noThreads(threads))
        cprocess_require_threads(threads, output.descriptor, line + "\n", CURLCode.outOfMemory)
    }

    private static var hasDescriptors: Bool {
        var made: [Int32] = []
        while made.count < descriptors, case let number = fcntl(2, F_DUPFD_CLOEXEC, 3), number >= 0
        {
            made.append(number)
        }
        for number in made { close(number) }
        return made.count == descriptors
    }

    #if canImport(Darwin)
        private static let fileLimit = RLIMIT_NOFILE
    #else
        private static let fileLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// Allows as many open files as the process may have; returns how many.
    static func raiseFileLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(fileLimit, &limit) == 0 else { return 256 }
        var raised = limit
        raised.rlim_cur = min(limit.rlim_max, 4096)
        if raised.rlim_cur > limit.rlim_cur, setrlimit(fileLimit, &raised) == 0 {
            limit = raised
        }
        return Int(clamping: limit.rlim_cur)
    }
}
