/// Reads a range of a file, and makes sure before it hands out the last byte that the file is
/// still the one whose length was announced.
final class FileSource: ByteSource {
    private let range: FileRange
    private var descriptor: OpenDescriptor?
    private var position: Int64 = 0
    private var isVerified = false

    init(_ range: FileRange) throws(FormEncodingError) {
        self.range = range
        if let open = range.descriptor {
            descriptor = open
        } else {
            // stat first: opening a FIFO in its place would block until it has a writer.
            let found = try reading(range.path) { () throws(Errno) in
                try FileSnapshot(ofPath: range.path)
            }
            try range.snapshot.compare(with: found, path: range.path)
            descriptor = try reading(range.path) { () throws(Errno) in
                try SystemCalls.open(range.path)
            }
        }
        try compare()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormEncodingError) -> Int {
        guard let number = descriptor?.number else { throw .readerClosed }
        if isVerified || buffer.isEmpty && range.length > 0 { return 0 }
        let wanted = Int(min(Int64(buffer.count), range.length - position))
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let count = try reading(range.path) { () throws(Errno) in
            try SystemCalls.read(number, at: range.offset + position, into: room)
        }
        position += Int64(count)
        if position == range.length {
            try verify(number)
        } else if count == 0 {
            try compare()
            // The size says otherwise (files of /sys do so), but there is no more.
            throw .fileShrank(
                path: range.path, announced: range.length, actual: position)
        }
        return count
    }

    func close() { descriptor = nil }

    /// One byte more is tried before the last look at the size, which some file systems show late.
    private func verify(_ number: Int32) throws(FormEncodingError) {
        let end = range.offset + range.length
        var isLonger = false
        if end >= range.snapshot.size {
            isLonger = try reading(range.path) { () throws(Errno) in
                try SystemCalls.holdsByte(number, at: end)
            }
        }
        try compare()
        if isLonger {
            throw .fileGrew(path: range.path, announced: range.snapshot.size, actual: end + 1)
        }
        isVerified = true
    }

    private func compare() throws(FormEncodingError) {
        guard let number = descriptor?.number else { throw .readerClosed }
        let now = try reading(range.path) { () throws(Errno) in try FileSnapshot(of: number) }
        try range.snapshot.compare(with: now, path: range.path)
    }
}
