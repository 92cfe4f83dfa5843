import FormEncoding
import FormUpload

/// What the requests of an operation name: their URLs and the files that they write. Only the
/// options that take part in it are applied, so that all requests can be asked, even a million.
final class RequestNames {
    let operation: Operation
    /// Whether all files of `--each` have the same names, except that URLs may end with the file's.
    let areFixed: Bool
    /// Whether a file other than that of `-o` has another name for each file of `--each`.
    let includeOtherFiles: Bool
    /// Whether the URLs of files that differ have digests that differ: at one URL there is one
    /// content.
    let urlsTellContents: Bool
    private let queriesDiffer: Bool
    private let captured: [String: ByteString]?
    /// The options that take part.
    private let line: OperationLine
    private let putsEach: Bool
    /// The names of the file that was asked for last.
    private var current: FileNames?

    /// The URL of a request, and how it is sent.
    struct Address {
        /// With the name of the file where it has none, and with its query.
        let url: ByteString
        /// In place of path and query.
        let target: ByteString?
        let keepsDotSegments: Bool
        /// Whether a file in the body replaces what is there.
        let putsFile: Bool
        /// Whether a digest was left out in it.
        let lacksDigests: Bool
    }

    /// `captured` are the values of `--capture`, if they are known.
    init(_ operation: Operation, captured: [String: ByteString]? = nil) {
        self.operation = operation
        self.captured = captured
        putsEach = !operation.settings.data.each.isEmpty
        var line = operation.line
        includeOtherFiles = line.uses.contains(where: \.waitsForFile)
        line.uses.removeAll { !$0.isURL && $0.spec?.isName != true && !$0.waitsForFile }
        line.waits = line.uses.contains { $0.template != nil && $0.spec?.meaning != .variable }
        areFixed = !line.waits
        queriesDiffer = line.uses.contains {
            $0.template != nil && $0.spec?.meaning == .query
        }
        let urls = line.uses.filter { $0.isURL || $0.spec?.meaning == .url }
        urlsTellContents = urls.allSatisfy { use in
            use.template?.references.contains(where: \.tellsContent) ?? false
        }
        self.line = line
    }

    /// Whether a name has a value of `--capture`.
    var awaitCaptures: Bool { !areFixed && !line.awaitedCaptures.isEmpty }

    /// Whether such a value is still to come.
    var lackCaptures: Bool { captured == nil && awaitCaptures }

    /// The options that take part, with the values for a file of `--each`.
    func line(ofFile file: Int) throws(Failure) -> OperationLine {
        try names(ofFile: file, digests: .leftOut).line
    }

    /// The address of a request, counted from 0 in the operation.
    func address(of offset: Int, digests: FileDigests) throws(Failure) -> Address {
        let (file, url) = operation.place(of: offset)
        let names = try names(ofFile: file, digests: digests)
        var body = names.line.settings.data.files.dropFirst(url).first
        if putsEach, let path = operation.files?.paths[file] { body?.path = path }
        if operation.line.settings.isTus { body = nil }
        return Address(
            url: names.urls[url].named(after: body).appendingQuery(names.query),
            target: names.target,
            keepsDotSegments: names.keepsDotSegments, putsFile: names.putsFiles,
            lacksDigests: names.line.variables.lacksDigests)
    }

    /// The settings for the output of a request, and whether a digest was left out in them.
    func output(
        of offset: Int, digests: FileDigests
    ) throws(Failure) -> (settings: Settings.Output, lacksDigests: Bool) {
        let (file, url) = operation.place(of: offset)
        let names = try names(ofFile: file, digests: digests)
        return (names.line.settings.output.request(url), names.line.variables.lacksDigests)
    }

    /// The settings of a request as far as they take part.
    func settings(of offset: Int) throws(Failure) -> Settings {
        let (file, url) = operation.place(of: offset)
        var settings = try names(ofFile: file, digests: .taken).line.settings.request(url)
        if let path = operation.files?.paths[file] {
            settings.setFile(path, of: operation.line.eachOption, isBody: putsEach)
        }
        return settings
    }

    /// Throws for a URL that cannot be used.
    func checkURL(of offset: Int) throws(Failure) {
        let named = try settings(of: offset)
        var settings = operation.firstSettings
        settings.written = named.written
        settings.request.method = named.request.method
        try settings.checkURL(operation.firstLine)
    }

    private func names(ofFile file: Int, digests: FileDigests) throws(Failure) -> FileNames {
        if let current, areFixed || current.file == file && current.digests == digests {
            return current
        }
        var line = operation.firstLine
        if !areFixed {
            line = self.line
            line.variables.fileDigests = digests
            line = try line.request(for: operation.files?.variables(file), captured)
        }
        var query = operation.template?.queries() ?? []
        if queriesDiffer {
            query = try line.settings.urlQuery(until: operation.settings.limits.timeLimit)
        }
        let names = FileNames(file: file, digests: digests, line: line, query: query)
        current = names
        return names
    }
}

/// The names of the requests of one file of `--each`, or of all if they are constant.
private final class FileNames {
    let file: Int
    let digests: FileDigests
    let line: OperationLine
    let query: [[UInt8]]
    let urls: [ByteString]
    let target: ByteString?
    let putsFiles: Bool
    let keepsDotSegments: Bool

    init(file: Int, digests: FileDigests, line: OperationLine, query: [[UInt8]]) {
        self.file = file
        self.digests = digests
        self.line = line
        self.query = query
        urls = line.settings.urls
        target = line.settings.passed.text(.requestTarget)
        putsFiles = line.settings.putsFiles
        let pathAsIs = CURLSetting(.pathAsIs, .number(1))
        keepsDotSegments = line.settings.passed.contains { $0.setting == pathAsIs }
    }
}

extension Settings {
    /// Whether a file in the body replaces what is at the URL.
    var putsFiles: Bool {
        guard !isTus else { return false }
        guard let method = request.method else { return data.file != nil }
        return method.isEqualIgnoringCase(to: "PUT")
    }
}

extension Template.Reference {
    /// Whether the value differs for files of `--each` that differ.
    fileprivate var tellsContent: Bool {
        guard name == "each", let digest = functions.first?.digest, digest != .crc32 else {
            return false
        }
        let encodings: [TemplateFunction] = [.hex, .base64, .url, .json, .ascii, .trim]
        return functions.dropFirst().allSatisfy(encodings.contains)
    }
}

extension OptionUse {
    /// Whether the value waits, and names a file other than that of `-o`.
    fileprivate var waitsForFile: Bool {
        guard template != nil, let spec else { return false }
        switch spec.meaning {
        case .output(let kind): return kind != .response
        case .channel: return true
        case .form:
            var field = FormField(.form, self)
            field.argument = value
            return !FormBuilder(Settings.Form(fields: [field], isLax: true)).files.isEmpty
        case .writeOut where fileAfterAt == nil: return !WriteOut(value).files.isEmpty
        default: return spec.meaning.input(of: value) != nil
        }
    }
}
