import Foundation

/// A pipe, read as it comes.
final class DescriptorStream: ByteSource {
    private var descriptor: OpenDescriptor?
    private let label: ByteString

    init(_ descriptor: OpenDescriptor, label: ByteString) {
        self.descriptor = descriptor
        self.label = label
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        guard let number = descriptor?.number else { throw .readerClosed }
        return try reading(label) { () throws(Errno) in
            try SystemCalls.read(number, into: buffer)
        }
    }

    func close() { descriptor = nil }
}

extension StreamContent {
    /// What comes out of `descriptor`, as it comes: no length, one attempt. The descriptor is
    /// duplicated and stays the caller's; `label` stands for it in errors.
    public init(
        readingOnce descriptor: Int32, label: ByteString
    ) throws(FormEncodingError) {
        let own = try reading(label) { () throws(Errno) in
            try SystemCalls.duplicate(descriptor)
        }
        let attempt = SingleAttempt()
        self.init(isReplayable: false) { () throws(FormEncodingError) in
            try attempt.begin()
            return DescriptorStream(own, label: label)
        }
    }

    /// What comes out of the pipe at `path`, which is opened when its turn comes.
    init(readingOnce path: ByteString) {
        let attempt = SingleAttempt()
        self.init(isReplayable: false) { () throws(FormEncodingError) in
            try attempt.begin()
            let descriptor = try reading(path) { () throws(Errno) in try SystemCalls.open(path) }
            return DescriptorStream(descriptor, label: path)
        }
    }
}

/// Lets one attempt begin; a second would send what the first has left of a pipe.
///
/// Unchecked, because the lock guards the only thing that changes (`Mutex` needs macOS 15).
private final class SingleAttempt: @unchecked Sendable {
    private let lock = NSLock()
    private var hasBegun = false

    func begin() throws(FormEncodingError) {
        lock.lock()
        defer { lock.unlock() }
        guard !hasBegun else { throw .notReplayable }
        hasBegun = true
    }
}
