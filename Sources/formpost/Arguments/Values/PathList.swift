import FormEncoding

/// Reads a list of paths, as `find` and `ls` print them.
enum PathList {
    /// Passes on each path, and the number of its line or, with `hasNULs`, of the text before a NUL, from 1 on. Empty ones
    /// are left out; the last one need not be ended.
    ///
    /// A CR at the end of a line is part of the name unless every line that is not empty ends with
    /// one: then the list was written by Windows.
    static func read(
        _ bytes: [UInt8], of file: InputFile, hasNULs: Bool,
        _ body: (ByteString, Int) -> Void
    ) throws(Failure) {
        if hasNULs {
            return forEach(in: bytes[...], endedBy: 0) { body(ByteString(bytes: $1), $0) }
        }
        let lineEnd = UInt8(ascii: "\n")
        let text = bytes.withoutMark
        // A path has none: the list may be one of `find -print0`.
        if let end = text.firstIndex(of: 0) {
            let line = text[..<end].count { $0 == lineEnd } + 1
            throw .usage(
                "\(file.option): \(Messages.input(file.path)) has a NUL byte in line \(line): do its "
                    + "paths end with NUL (--each-null)?")
        }
        var isOfWindows = true
        forEach(in: text, endedBy: lineEnd) { _, line in
            isOfWindows = isOfWindows && line.last == UInt8(ascii: "\r")
        }
        forEach(in: text, endedBy: lineEnd) { number, line in
            let path = isOfWindows ? line.dropLast() : line
            if !path.isEmpty { body(ByteString(bytes: path), number) }
        }
    }

    /// Passes on each text that is not empty, with its number.
    private static func forEach(
        in bytes: ArraySlice<UInt8>, endedBy end: UInt8, _ body: (Int, ArraySlice<UInt8>) -> Void
    ) {
        var (start, number) = (bytes.startIndex, 1)
        while start < bytes.endIndex {
            let next = bytes[start...].firstIndex(of: end) ?? bytes.endIndex
            if next > start { body(number, bytes[start..<next]) }
            (start, number) = (next + 1, number + 1)
        }
    }
}
