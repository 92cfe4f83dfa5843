import FormEncoding
import FormUpload

/// The request as a curl command line (`--curl`): the options as they were given, in order, each in a
/// way in which curl 7.88.1 sends what formpost sends.
struct CurlLine {
    /// The options that curl does not have, as typed.
    private(set) var missing: [String] = []
    /// The files of which curl 7.88.1 sends less.
    private(set) var cutFiles: [InputFile] = []

    private let settings: Settings
    private let names: SecretNames
    private var writer: CurlWriter

    /// The settings of an upload that has been checked, its options and those for all operations in their
    /// order, and the request with its head.
    init(
        _ settings: Settings, _ uses: [OptionUse], _ secrets: RunSettings.Secrets,
        _ form: FormBuilder, _ request: UploadRequest, head: ByteString
    ) {
        (self.settings, names) = (settings, secrets.names)
        writer = CurlWriter(SecretVariables(names, showsSecrets: secrets.areShown))
        writer.usesBackslashes = settings.form.usesBackslashes
        writer.secrets.findSecrets = { Redactor.ofProcess.secrets(in: $0) }
        var fields = form.curlFields[...]
        // As in the form, the fields of files come first.
        for _ in form.fields.prefix(while: \.isPair) { add(fields.removeFirst()) }
        var written: Set<String> = []
        for use in uses {
            guard let row = OptionTable.row(of: use.option) else { continue }
            switch row.curl {
            case .omitted: break
            case .missing: missing.append(use.option)
            case .field where row.meaning == .each && fields.isEmpty:
                // A file that is the body.
                guard let path = settings.data.file?.path, written.insert("upload-file").inserted
                else { continue }
                writer.add("-T", path)
            case .field:
                if let parts = fields.popFirst() { add(parts) }
            case .sentHeader(let name):
                guard let value = request.headers.first(where: { $0.isNamed(name) })?.value,
                    case .text(let text) = value
                else { continue }
                writer.add("-H", ByteString("\(name): ") + text)
            case .inEffect(let isInEffect) where !isInEffect(settings): break
            case .same where row.long == "request" && use.value == "HEAD" && request.body == nil:
                // With -X curl would wait for the body of the response.
                writer.add("-I")
            case .same where row.meaning == .upload || row.meaning == .output(.response):
                // The file of this request, where there are several.
                let path =
                    row.meaning == .upload ? settings.data.file?.path : settings.output.file
                guard let path, written.insert(row.long).inserted else { continue }
                writer.add(use.option, path)
            case .same, .inEffect, .bytes, .wholeSeconds:
                if use.argument == nil {
                    writer.add(use.plainOption)
                } else {
                    writer.add(use.plainOption, value(of: use, row))
                }
                if let file = row.cutFile(of: use) { cutFiles.append(file) }
            }
        }
        let file = settings.data.file
        writer.addFraming(
            of: request, head: head, isStreamed: request.isChunked && settings.form.isChunked,
            uploadsFile: file != nil)
        writer.end(settings.url ?? "", uploading: file?.path)
    }

    var text: String { writer.line + "\n" }

    private mutating func add(_ fields: [CurlField]) {
        for field in fields { writer.add(field) }
    }

    private mutating func value(of use: OptionUse, _ row: OptionSpec) -> ShellWord {
        switch row.curl {
        case .bytes:
            guard let size = try? ValueKind<Int64>.size.parse(use) else { break }
            return ShellWord("\(size)".utf8)
        case .wholeSeconds:
            guard let time = try? ValueKind<Duration>.duration.parse(use) else { break }
            return ShellWord(time.wholeSeconds)
        default: break
        }
        if row.meaning == .urlEncoded,
            case .file(let name, let file) = URLEncodedData(use, takesLiterals: false),
            !name.isEmpty, file.path.isEmptyFile
        {
            // curl drops the name of an empty file.
            return ShellWord(name + [UInt8(ascii: "=")])
        }
        if row.long == "write-out", use.value.first != UInt8(ascii: "@") {
            return ShellWord(writeOut(use))
        }
        if row.long == "header", let line = withoutBoundary(use) { return ShellWord(line) }
        let secrets = row.secrets(in: use.value, names)
        return writer.secrets.word(use.value.bytes, hiding: secrets)
    }

    /// Returns the format without the variables that curl 7.88.1 does not know.
    private mutating func writeOut(_ use: OptionUse) -> ByteString {
        let (format, removed) = WriteOut.removing(from: use.value) { piece in
            switch piece {
            case .variable(let name): name.lowercased() == "num_retries"
            case .file, .capture: true
            default: false
            }
        }
        missing += removed.map { use.option + " " + $0.description }
        return format
    }

    /// Returns a `Content-Type` of the form without its boundary: curl would add a second one.
    private mutating func withoutBoundary(_ use: OptionUse) -> [UInt8]? {
        guard !settings.form.fields.isEmpty,
            case .add(let name, let blanks, let value) = try? HeaderArgument.line(use.value),
            name.description.lowercased() == "content-type",
            let type = try? MediaType(verbatim: value), !type.boundaries.isEmpty
        else { return nil }
        missing.append(use.option + " boundary=")
        return name.bytes + [UInt8(ascii: ":")] + blanks.bytes + type.withoutBoundaries.value.bytes
    }
}

extension OptionSpec {
    /// The file of a `-d @file` of which curl sends less.
    fileprivate func cutFile(of use: OptionUse) -> InputFile? {
        guard ["data", "data-ascii"].contains(long), let file = DataArgument(.text, use).file,
            !file.isStandardInput, CutFile.isCut(file.path)
        else { return nil }
        return file
    }
}

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
