import FormEncoding
import FormUpload

/// What the data of a body say before they are read.
extension Settings.Data {
    var isJSON: Bool { pieces.contains { $0.kind == .json } }

    var content: BodyContent {
        if let file { return file.isStandardInput ? .other : .file }
        if let json { return .json(json) }
        return isJSON ? .other : .pairs
    }

    /// The text, if it is JSON and none of it comes from a file.
    private var json: [UInt8]? {
        var text: [UInt8] = []
        for piece in pieces {
            guard case .bytes(let bytes) = piece.content else { return nil }
            text += bytes
        }
        let looksSo = pieces.count == 1 && text.first.map("{[".utf8.contains) ?? false
        return isJSON || looksSo ? text : nil
    }

    /// The options whose text is the name of an existing file.
    var forgottenMarks: [DataArgument] {
        pieces.filter { piece in
            let isText = piece.kind != .raw && piece.kind != .urlEncoded && piece.file == nil
            return isText && piece.use.value.looksLikeFile
        }
    }

    /// The options whose text is a field of `-F` with an existing file, as in `-d f=@a.txt`.
    var forgottenForms: [DataArgument] {
        pieces.filter { piece in
            guard piece.kind != .raw, piece.file == nil, piece.use.value.count < 4096,
                let mark = piece.use.value.bytes.firstRange(of: Array("=@".utf8))
            else { return false }
            return ByteString(bytes: piece.use.value.bytes[mark.upperBound...]).looksLikeFile
        }
    }

    /// The headers of `--json` that `-H` has not set.
    func headers(besides own: [HeaderField]) -> [HeaderField] {
        guard isJSON else { return [] }
        return ["Content-Type", "Accept"].compactMap { name in
            own.contains { $0.isNamed(name) }
                ? nil
                : HeaderField(name: ByteString(name), value: .text("application/json"))
        }
    }

    /// The file of `--data-binary` that is all of the data, if its name says that it is neither pairs nor text.
    var fileOfOtherType: (InputFile, MediaType)? {
        guard pieces.count == 1, pieces[0].kind == .binary, let file = pieces[0].file,
            let type = MediaType.forFileExtension(of: file.path), type != .plainText
        else { return nil }
        return (file, type)
    }

    /// Why the data is not the form that its `Content-Type` announces, as far as can be seen without reading
    /// files.
    func fault(ofForm type: MediaType, _ header: String) -> String? {
        guard type.description.lowercased().contains("boundary=") else {
            return
                "\(header): multipart/form-data without a boundary, which no server can read; -F makes a form"
        }
        guard let piece = pieces.first else { return nil }
        let noForm = "\(header): the body is not multipart/form-data; -F makes a form"
        switch piece.content {
        case .file(_, _, let encoding): return encoding == nil ? nil : noForm
        case .bytes(let bytes):
            guard bytes.starts(with: "--".utf8) else { return noForm }
            // `\r\n` of a browser's "Copy as cURL", which a shell has not turned into line ends.
            let isOneLine = !bytes.contains(UInt8(ascii: "\n"))
            if isOneLine, bytes.firstRange(of: #"\r\n"#.utf8) != nil {
                return
                    #"\#(piece.use.option): the form has \r\n as text in place of line ends: quote it with $'…'"#
            }
            return bytes.firstRange(of: #"filename=""#.utf8) == nil
                ? nil
                : "\(piece.use.option): a browser copies a form without the contents of its files: write -F "
                    + "name=@file"
        }
    }
}
