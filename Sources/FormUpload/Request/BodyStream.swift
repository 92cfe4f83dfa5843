import Foundation

/// The body of a request as an `InputStream`, for URLSession without the hooks. A new one is needed
/// each time the body is sent.
final class BodyStream: InputStream {
    private let readBytes: (UnsafeMutableRawBufferPointer) -> Int
    private var status = Stream.Status.notOpen

    /// `read` returns how many bytes it has put into the buffer, 0 at the end, -1 to abort.
    init(read: @escaping (UnsafeMutableRawBufferPointer) -> Int) {
        readBytes = read
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { status == .open }

    override func open() { status = .open }
    override func close() { status = .closed }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        guard status == .open else { return status == .atEnd ? 0 : -1 }
        let read = readBytes(UnsafeMutableRawBufferPointer(start: buffer, count: count))
        if read == 0 { status = .atEnd }
        if read < 0 { status = .error }
        return read
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
