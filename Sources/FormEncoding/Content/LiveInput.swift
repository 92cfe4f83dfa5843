/// A pipe, a terminal or a device: read as it comes and waited for, until a limit of time is reached.
package final class LiveInput {
    private let number: Int32
    /// Nil: the descriptor is the caller's, and stays open.
    private let owned: OpenDescriptor?
    private let label: ByteString
    private let limit: TimeLimit?
    private var hasRead = false

    /// Opens what is at `path`. A FIFO needs no writer for that: the first read waits for one.
    package init(path: ByteString, until limit: TimeLimit?) throws(InputError) {
        let descriptor: OpenDescriptor
        do throws(Errno) {
            descriptor = try SystemCalls.openWithoutWaiting(path)
        } catch {
            throw .system(error.rawValue)
        }
        owned = descriptor
        number = descriptor.number
        label = path
        self.limit = limit
    }

    /// Reads a descriptor of the caller's; `label` stands for it in errors.
    package init(descriptor: Int32, label: ByteString, until limit: TimeLimit?) {
        owned = nil
        number = descriptor
        self.label = label
        self.limit = limit
    }

    init(owning descriptor: OpenDescriptor, label: ByteString, until limit: TimeLimit? = nil) {
        owned = descriptor
        number = descriptor.number
        self.label = label
        self.limit = limit
    }

    /// Puts the next bytes at the start of `buffer` and returns how many; 0 is the end.
    ///
    /// A limit that is reached ends it also where there is more to read: input may be endless. A
    /// descriptor of the caller's may block in `read(2)` all the same if another process takes
    /// what `poll(2)` has announced.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        if buffer.isEmpty { return 0 }
        while true {
            // Before every read: a FIFO that had no writer yet reads as if it were at its end.
            guard SystemCalls.waitForInput(number, until: limit) else { throw .timedOut(timeout) }
            do throws(Errno) {
                guard let count = try SystemCalls.read(number, into: buffer) else { continue }
                hasRead = true
                return count
            } catch {
                throw .system(error.rawValue)
            }
        }
    }

    private var timeout: InputTimeout {
        InputTimeout(path: label, limit: limit?.duration ?? .zero, lacksWriter: lacksWriter)
    }

    /// Without a writer a FIFO that does not block is at its end; with one it has nothing for now.
    private var lacksWriter: Bool {
        guard let owned, !hasRead, !SystemCalls.blocks(owned.number) else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
            (try? SystemCalls.read(owned.number, into: byte)) == .some(0)
        }
    }
}

/// Why an input that is waited for gives nothing.
package enum InputError: Error, Hashable, Sendable {
    /// The system's number.
    case system(Int32)
    case timedOut(InputTimeout)

    package static let isDirectory = InputError.system(Errno.isDirectory.rawValue)
}

/// An input that had not ended when a limit of time was reached.
public struct InputTimeout: Sendable, Hashable {
    /// As the caller gave it: `-` or another label for a descriptor.
    public let path: ByteString
    public let limit: Duration
    /// It is a FIFO that nobody has opened for writing.
    public let lacksWriter: Bool

    package init(path: ByteString, limit: Duration, lacksWriter: Bool = false) {
        self.path = path
        self.limit = limit
        self.lacksWriter = lacksWriter
    }
}

/// Runs `body`, whose failure is that of reading `path`.
func readingInput<Result>(
    _ path: ByteString, _ body: () throws(InputError) -> Result
) throws(FormEncodingError) -> Result {
    do throws(InputError) {
        return try body()
    } catch {
        switch error {
        case .system(let number): throw .cannotRead(path: path, errno: number)
        case .timedOut(let timeout): throw .timedOut(timeout)
        }
    }
}
