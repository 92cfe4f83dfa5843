import FormEncoding
import Foundation

/// An encoded body as the `InputStream` that URLSession reads, one for each attempt.
///
/// An end is an end only when the body is whole: a failing read is reported to `onFailure` and
/// answered with −1, which aborts the transfer.
final class BodyStream: InputStream {
    private let source: FormReader
    private let onRead: (Int, PartLabel?) -> Void
    private let onFailure: (FormEncodingError) -> Void
    private var status = Stream.Status.notOpen

    init(
        source: FormReader, onRead: @escaping (Int, PartLabel?) -> Void,
        onFailure: @escaping (FormEncodingError) -> Void
    ) {
        self.source = source
        self.onRead = onRead
        self.onFailure = onFailure
        super.init(data: Data())
    }

    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { nil }
    override var hasBytesAvailable: Bool { status == .open }

    override func open() { status = .open }

    override func close() {
        guard status != .closed else { return }
        status = .closed
        source.close()
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength count: Int) -> Int {
        guard status == .open else { return status == .atEnd ? 0 : -1 }
        do throws(FormEncodingError) {
            let read = try source.read(
                into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            if read == 0 { status = .atEnd }
            onRead(read, source.currentPart)
            return read
        } catch {
            status = .error
            onFailure(error)
            return -1
        }
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        length: UnsafeMutablePointer<Int>
    ) -> Bool { false }
}
