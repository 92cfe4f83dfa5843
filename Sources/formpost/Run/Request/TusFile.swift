import FormEncoding
import FormUpload

/// The one file that `--tus` uploads, and the metadata of its upload.
struct TusFile {
    let body: EncodedBody
    private(set) var metadata: [(name: ByteString, value: ByteString)] = []

    /// The longest text of a field, in bytes: all metadata are one header field.
    private static let longestText = 16 << 10

    /// The file of `-T`, with the type of `-H Content-Type` if that is given.
    init(_ body: EncodedBody, path: ByteString?, type: ByteString?) {
        self.body = body
        let name = path?.split(separator: UInt8(ascii: "/")).last
        addFile(name.map { ByteString($0) }, type: type)
    }

    /// The file of a form, whose texts are metadata. `option` is `--tus` as typed.
    init(_ built: BuiltForm, option: String) throws(Failure) {
        let parts = built.form.parts
        let files = parts.filter { $0.filename != nil }
        guard let file = files.first, files.count == 1, file.transferEncoding == nil else {
            throw .usage(Messages.notOneFile(option))
        }
        body = try failing { () throws(FormFailure) in try built.encoded(file.content) }
        for part in parts where part.filename == nil {
            if case .form = part.content { throw .usage(Messages.notOneFile(option)) }
            try add(part, of: built, option)
        }
        addFile(file.filename, type: file.contentType?.value)
    }

    private mutating func add(
        _ part: FormPart, of built: BuiltForm, _ option: String
    ) throws(Failure) {
        guard let name = part.name, !name.isEmpty,
            !name.contains(where: { " ,".utf8.contains($0) }),
            !has(name)
        else { throw .usage(Messages.notMetadata(part.name ?? "", option)) }
        let text = try failing { () throws(FormFailure) in try built.encoded(part.content) }
        guard let length = text.contentLength, length <= Self.longestText else {
            throw .usage(Messages.longMetadata(name, option, Self.longestText))
        }
        metadata.append(
            (name, ByteString(try failing { () throws(BodyError) in try text.data() })))
    }

    /// Adds the file's name and type, as the common clients of tus name them, where no text has that name. Without a
    /// type tuspyserver does not say how much it has.
    private mutating func addFile(_ filename: ByteString?, type: ByteString?) {
        if let filename, !has("filename") { metadata.append(("filename", filename)) }
        let guess = filename.flatMap(MediaType.forFileExtension(of:)) ?? .octetStream
        if !has("filetype") { metadata.append(("filetype", type ?? guess.value)) }
    }

    private func has(_ name: ByteString) -> Bool { metadata.contains { $0.name == name } }
}
