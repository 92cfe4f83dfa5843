import FormEncoding
import FormUpload

/// How an upload goes on after an interruption.
extension Settings {
    /// Makes the request resumable if that is asked for. With `--tus` its body becomes the one file, and the texts
    /// of a form are metadata.
    func makeResumable(
        _ request: inout UploadRequest, _ content: inout BodyContent
    ) throws(Failure) {
        guard let chosen = resuming.byProtocol, request.body != nil || isTus else { return }
        request.resumption = Resumption(chosen)
        request.resumption?.appendSize = resuming.appendSize > 0 ? resuming.appendSize : nil
        guard isTus else { return }
        let file = try TusFile(request.body, content, self)
        (request.body, content) = (file.body, .file)
        request.resumption?.metadata = file.metadata
        request.resumption?.sha1 = { (body) throws(BodyError) in try Digest.sha1.of(body) }
    }
}

/// The file that `--tus` uploads: that of `-T`, or the one file of a form.
private struct TusFile {
    private(set) var body: EncodedBody
    private(set) var metadata: [(name: ByteString, value: ByteString)] = []

    init(
        _ body: EncodedBody?, _ content: BodyContent, _ settings: Settings
    ) throws(Failure) {
        let notOneFile = Failure.usage(Messages.notOneFile(settings.name(of: "tus")))
        if let file = settings.data.file, let body {
            self.body = body
            let slash = UInt8(ascii: "/")
            let name = file.isStandardInput ? nil : file.path.split(separator: slash).last
            add(name.map { ByteString($0) }, type: nil)
            return
        }
        guard case .form(let form) = content else { throw notOneFile }
        let files = form.parts.filter { $0.filename != nil }
        guard let file = files.first, files.count == 1, file.transferEncoding == nil else {
            throw notOneFile
        }
        do throws(FormError) {
            self.body = try EncodedBody([file.content])
        } catch {
            throw FormFailure.encoding(error).failure
        }
        for part in form.parts where part.filename == nil {
            guard let name = part.name, !name.isEmpty,
                !name.contains(where: { " ,".utf8.contains($0) }),
                !metadata.contains(where: { $0.name == name })
            else {
                throw .usage(Messages.notMetadata(part.name ?? "", settings.name(of: "tus")))
            }
            metadata.append((name, try Self.text(of: part, notOneFile)))
        }
        add(file.filename, type: file.contentType)
    }

    /// Adds the file's name and type, as the common clients of tus name them, where no text has that name.
    private mutating func add(_ filename: ByteString?, type: MediaType?) {
        guard let filename else { return }
        let type = type ?? MediaType.forFileExtension(of: filename)
        for (name, value) in [("filename", filename), ("filetype", type?.value)]
            as [(ByteString, ByteString?)]
        {
            guard let value, !metadata.contains(where: { $0.name == name }) else { continue }
            metadata.append((name, value))
        }
    }

    private static func text(of part: FormPart, _ failure: Failure) throws(Failure) -> ByteString {
        if case .form = part.content { throw failure }
        do throws(FormError) {
            let body = try EncodedBody([part.content])
            do throws(BodyError) { return ByteString(try body.data()) } catch {
                throw .input(error)
            }
        } catch {
            throw FormFailure.encoding(error).failure
        }
    }
}
