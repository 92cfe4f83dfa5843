import FormEncoding

/// Why a body of `-d` or `-T` is not the form that its `Content-Type` announces, as far as can be seen
/// without reading files.
enum FormFault: Equatable, Sendable {
    case noBoundary
    case noForm
    /// `\r\n` of a browser's "Copy as cURL", which a shell has not turned into line ends.
    case escapedLineEnds(option: String)

    init?(of data: Settings.Data, as type: MediaType) {
        guard type.description.lowercased().contains("boundary=") else {
            self = .noBoundary
            return
        }
        guard let piece = data.pieces.first else { return nil }
        switch piece.content {
        case .file(_, _, let encoding):
            if encoding == nil { return nil }
            self = .noForm
        case .bytes(let bytes):
            guard bytes.starts(with: "--".utf8) else {
                self = .noForm
                return
            }
            guard !bytes.contains(UInt8(ascii: "\n")),
                bytes.firstRange(of: #"\r\n"#.utf8) != nil
            else { return nil }
            self = .escapedLineEnds(option: piece.option)
        }
    }
}
