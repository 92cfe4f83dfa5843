import Foundation

/// A pipe, read as it comes.
final class DescriptorStream: ByteSource {
    private var input: LiveInput?
    private let label: ByteString

    init(_ input: LiveInput, label: ByteString) {
        self.input = input
        self.label = label
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        guard let input else { throw .readerClosed }
        return try readingInput(label) { () throws(InputError) in try input.read(into: buffer) }
    }

    func close() { input = nil }
}

extension StreamContent {
    /// What comes out of `descriptor`, as it comes: no length, one attempt. The descriptor is
    /// duplicated and stays the caller's; `label` stands for it in errors. A read that waits when
    /// `limit` is reached is a `.timedOut`.
    public init(
        readingOnce descriptor: Int32, label: ByteString, until limit: TimeLimit? = nil
    ) throws(FormEncodingError) {
        let own = try reading(label) { () throws(Errno) in
            try SystemCalls.duplicate(descriptor)
        }
        let attempt = SingleAttempt()
        self.init(isReplayable: false) { () throws(FormEncodingError) in
            try attempt.begin()
            return DescriptorStream(
                LiveInput(owning: own, label: label, until: limit), label: label)
        }
    }

    /// What comes out of the pipe at `path`, which is opened when its turn comes.
    init(readingOnce path: ByteString, until limit: TimeLimit?) {
        let attempt = SingleAttempt()
        self.init(isReplayable: false) { () throws(FormEncodingError) in
            try attempt.begin()
            let input = try readingInput(path) { () throws(InputError) in
                try LiveInput(path: path, until: limit)
            }
            return DescriptorStream(input, label: path)
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
