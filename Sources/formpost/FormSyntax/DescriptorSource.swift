import FormEncoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension StreamContent {
    /// What comes out of an open pipe: no length, one attempt. The descriptor stays open.
    static func descriptor(_ descriptor: Int32, label: ByteString) -> StreamContent {
        StreamContent(isReplayable: false) { () throws(FormEncodingError) in
            DescriptorSource(descriptor, label: label)
        }
    }
}

/// Reads a pipe as its bytes come.
private final class DescriptorSource: ByteSource {
    private let descriptor: Int32
    private let label: ByteString

    init(_ descriptor: Int32, label: ByteString) {
        self.descriptor = descriptor
        self.label = label
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        while true {
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .cannotRead(path: label, errno: errno) }
        }
    }

    func close() {}
}

/// `read(2)`, whose name the method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
