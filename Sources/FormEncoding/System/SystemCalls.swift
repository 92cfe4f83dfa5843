import Foundation

/// A descriptor that is closed with the last reference to it.
package final class OpenDescriptor: Sendable {
    package let number: Int32

    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

/// System calls for reading and writing. Interrupted calls are repeated, and non-blocking
/// descriptors are waited for.
package enum SystemCalls {
    #if os(Linux)
        /// O_TMPFILE, which Swift does not import.
        package static let nameless = 0o20_000_000 | O_DIRECTORY
    #endif

    /// Opens a file for reading, and a FIFO without a writer at once.
    package static func openAtOnce(_ path: ByteString) throws(Errno) -> OpenDescriptor {
        while true {
            do throws(Errno) {
                return try open(path, flags: O_RDONLY | O_NONBLOCK)
            } catch {
                // Another process has a lease on the file. The system takes it away after a while.
                guard error.isAgain else { throw error }
                usleep(10_000)
            }
        }
    }

    package static func open(
        _ path: ByteString, flags: Int32 = O_RDONLY, mode: mode_t = 0
    ) throws(Errno) -> OpenDescriptor {
        let number = try withPath(path) {
            Int(Foundation.open($0, flags | O_CLOEXEC | O_NOCTTY, mode))
        }
        return OpenDescriptor(owning: Int32(number))
    }

    static func duplicate(_ descriptor: Int32) throws(Errno) -> OpenDescriptor {
        let number = try result { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) }
        return OpenDescriptor(owning: Int32(number))
    }

    static func position(of descriptor: Int32) throws(Errno) -> Int64 {
        Int64(try result { Int(lseek(descriptor, 0, SEEK_CUR)) })
    }

    /// The offset of the end, which is the size of a block device. The descriptor's offset stays.
    static func end(of descriptor: Int32) throws(Errno) -> Int64 {
        let position = try position(of: descriptor)
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0, lseek(descriptor, off_t(position), SEEK_SET) >= 0 else { throw .last }
        return Int64(end)
    }

    /// One `pread(2)`; 0 is the end.
    package static func read(
        _ descriptor: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int {
        try waiting(for: descriptor, POLLIN) {
            pread(descriptor, buffer.baseAddress, min(buffer.count, mostAtOnce), off_t(offset))
        }
    }

    /// One `read(2)`; 0 is the end, nil means that a non-blocking descriptor has no bytes yet.
    static func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) throws(Errno) -> Int? {
        do throws(Errno) {
            return try result {
                Foundation.read(descriptor, buffer.baseAddress, min(buffer.count, mostAtOnce))
            }
        } catch {
            guard error.isAgain else { throw error }
            return nil
        }
    }

    /// Waits until a read would not block, or `signal` is given; false if `limit` is reached before.
    static func waitForInput(
        _ descriptor: Int32, until limit: TimeLimit?, or signal: WakeUp
    ) -> Bool {
        while true {
            if limit?.isReached ?? false { return false }
            var waits = [descriptor, signal.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let count = poll(&waits, nfds_t(waits.count), limit?.pollTimeout ?? -1)
            // The read reports all other conditions.
            if count > 0 || count < 0 && errno != EINTR { return true }
        }
    }

    /// Whether there is a byte at `offset`, whatever the file's size says.
    static func holdsByte(_ descriptor: Int32, at offset: Int64) throws(Errno) -> Bool {
        var byte: UInt8 = 0
        return try waiting(for: descriptor, POLLIN) { pread(descriptor, &byte, 1, off_t(offset)) }
            > 0
    }

    /// Stops a job in the background until it is in the foreground, as reading its terminal does: not on
    /// threads of libdispatch, which block the signal.
    package static func waitForForeground(of terminal: Int32) {
        let foreground = tcgetpgrp(terminal)
        guard foreground > 0, foreground != getpgrp() else { return }
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGTTIN)
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        kill(0, SIGTTIN)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(Errno) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let slice = UnsafeRawBufferPointer(rebasing: rest)
            let count = try waiting(for: descriptor, POLLOUT) {
                Foundation.write(descriptor, slice.baseAddress, min(slice.count, mostAtOnce))
            }
            rest = rest.dropFirst(count)
        }
    }

    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
        // Not every standard library's withUnsafeBytes has typed throws.
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(Errno) in try write(bytes, to: descriptor) }
        }.get()
    }

    /// Passes what `read` puts into a buffer of `size` bytes to `body`, until it puts nothing there.
    package static func forEachChunk<Failure>(
        of size: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int,
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try read(buffer), count > 0 {
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    package static func truncate(_ descriptor: Int32) throws(Errno) {
        _ = try result { Int(ftruncate(descriptor, 0)) }
    }

    /// Calls `body` with the path as a C string. A NUL would cut the path, so it is an error.
    package static func withPath(
        _ path: ByteString, _ body: (UnsafePointer<CChar>) -> Int
    ) throws(Errno) -> Int {
        let bytes = path.bytes
        guard !bytes.contains(0) else { throw .invalidArgument }
        return try result {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { name in
                for (index, byte) in bytes.enumerated() { name[index] = CChar(bitPattern: byte) }
                name[bytes.count] = 0
                return name.baseAddress.map { body($0) } ?? -1
            }
        }
    }

    /// In bytes: Darwin refuses more than INT_MAX.
    static let mostAtOnce = 1 << 30

    private static func result(_ call: () -> Int) throws(Errno) -> Int {
        while true {
            let value = call()
            if value >= 0 { return value }
            guard errno == EINTR else { throw .last }
        }
    }

    private static func waiting(
        for descriptor: Int32, _ event: Int32, _ call: () -> Int
    ) throws(Errno) -> Int {
        while true {
            do throws(Errno) {
                return try result(call)
            } catch {
                guard error.isAgain else { throw error }
                var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
                _ = poll(&wait, 1, -1)
            }
        }
    }
}
