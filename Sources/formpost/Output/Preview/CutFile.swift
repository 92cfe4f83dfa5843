import FormEncoding

/// A file of `-d` of which curl 7.88.1 sends less than formpost: it drops the rest of a line after a CR
/// or a NUL. From 8.7.0 on curl drops these bytes alone, as formpost does.
enum CutFile {
    /// Whether curl cuts a line of the file at `path`; false if the file cannot be read, which is
    /// reported elsewhere.
    static func isCut(_ path: ByteString) -> Bool {
        guard path.isFile,
            let file = try? SystemCalls.open(path, flags: 0, mode: 0)
        else { return false }
        defer { withExtendedLifetime(file) {} }
        var isCut = false
        // Whether the line so far has a CR or a NUL.
        var hasMark = false
        try? SystemCalls.forEachChunk(of: file.number, path: path) { bytes in
            for byte in bytes where !isCut {
                switch byte {
                case 0x0A: hasMark = false
                case 0x00, 0x0D: hasMark = true
                default: isCut = hasMark
                }
            }
        }
        return isCut
    }
}
