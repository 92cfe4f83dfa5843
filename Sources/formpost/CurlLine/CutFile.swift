import FormEncoding

/// A file of `-d` of which curl 7.88.1 sends less than formpost: it drops the rest of a line after a CR
/// or a NUL. From 8.7.0 on curl drops these bytes alone, as formpost does.
enum CutFile {
    /// Whether curl cuts a line of the file at `path`; false if the file cannot be read, which is
    /// reported elsewhere.
    static func isCut(_ path: ByteString) -> Bool {
        guard FileCheck.isFile(path),
            let file = try? SystemCalls.open(path, flags: 0, mode: 0)
        else { return false }
        defer { withExtendedLifetime(file) {} }
        var state = LineState()
        try? SystemCalls.forEachChunk(of: file.number, path: path) { state.read($0) }
        return state.isCut
    }
}

private struct LineState {
    private(set) var isCut = false
    /// Whether the line so far has a CR or a NUL.
    private var hasMark = false

    mutating func read(_ bytes: [UInt8]) {
        guard !isCut else { return }
        for byte in bytes {
            switch byte {
            case 0x0A: hasMark = false
            case 0x00, 0x0D: hasMark = true
            default: isCut = isCut || hasMark
            }
        }
    }
}
