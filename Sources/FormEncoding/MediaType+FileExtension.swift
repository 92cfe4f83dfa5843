extension MediaType {
    /// The media type that goes with a file name's extension, without regard to case.
    public static func forFileExtension(of name: ByteString) -> MediaType? {
        for (suffix, type) in curlTable where name.hasSuffix(suffix) { return type }
        return nil
    }

    /// The type of a part for which the user gave none, by curl's rule; `path` is that of a file.
    package static func byDefault(filename: ByteString?, path: ByteString?) -> MediaType? {
        let guess =
            filename.flatMap(forFileExtension(of:)) ?? path.flatMap(forFileExtension(of:))
            ?? (filename != nil && path != nil ? octetStream : nil)
        return guess == plainText && filename == nil ? nil : guess
    }

    private static let curlTable: [(String, MediaType)] = [
        (".png", MediaType(unchecked: "image/png")), (".txt", plainText),
    ]
}

extension ByteString {
    fileprivate func hasSuffix(_ suffix: String) -> Bool {
        bytes.count >= suffix.utf8.count
            && bytes.suffix(suffix.utf8.count).elementsEqual(
                suffix.utf8, by: { $0.lowercased == $1 })
    }
}
