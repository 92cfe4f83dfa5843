import FormEncoding

/// Builds the form that the command line describes.
///
/// Reads `headers=@file`, the directories of `--form-tree` and `--form-glob`, and standard input. Checks every
/// file, and measures it where no input is waited for (`FileContents`). Errors come in curl's order:
/// syntax and headers of all fields first, then files and encoders field by field. Standard input is
/// read after these checks.
struct FormBuilder: Sendable {
    var settings: Settings.Form

    /// Whether inputs without a length are streamed: `--chunked`, or a header that asks for it.
    var isChunked: Bool

    /// The time limit for reading inputs (`-m`).
    var limit: TimeLimit?

    /// The descriptor of `@-` and `<-`; it stays open.
    var standardInput: Int32 = 0

    /// Receives how much has been read of pipes, and of files that are checked before sending.
    var observer: InputObserver?

    /// Receives the growth of files; `nil`: it is an error.
    var growth: GrowthObserver?

    /// The other option that reads standard input, if any.
    private let readerOfStandardInput: OptionUse?
    private let isTrial: Bool

    init(_ settings: Settings) {
        self.settings = settings.form
        (readerOfStandardInput, isTrial) = (settings.standardInput, settings.isTrial)
        isChunked = settings.isChunked
    }

    /// Reads, checks and assembles.
    func build() throws(FormFailure) -> BuiltForm {
        var parser = FormParser(
            isLax: settings.isLax, isTrial: isTrial,
            standardInput: readerOfStandardInput.map { ($0.option, $0.value) })
        var resolver = PartResolver(isLax: settings.isLax, until: limit)
        var arguments: [FormArgument<PartAttributes>] = []
        var expansionWarnings: [FormProblem] = []
        do throws(FormProblem) {
            for argument in try parser.parse(settings.fields) {
                guard argument.standsFor != nil else {
                    arguments.append(try resolver.resolve(argument))
                    continue
                }
                let expansion = try FormExpansion(argument, escapesTrees: settings.escapesTrees)
                expansionWarnings += expansion.warnings
                for field in expansion.fields { arguments.append(try resolver.resolve(field)) }
            }
        } catch {
            throw .syntax(error)
        }
        // The writer of standard input or of a pipe may also write the form's files. So files are measured
        // only after standard input, and after the pipes before them, have been read.
        var contents = FileContents(
            measures: !arguments.contains { $0.files.contains(where: \.isStandardInput) })
        do throws(FormFailure) {
            for argument in arguments { try check(argument, &contents) }
        } catch {
            throw parser.warnings.first(where: \.isErrorOfCurl).map { .syntax($0) } ?? error
        }

        var warnings = parser.warnings + resolver.warnings + expansionWarnings
        warnings += arguments.compactMap(forgottenMark) + severalFiles(arguments)
        var assembly = FormAssembly(boundary: settings.boundary, escaping: settings.escaping)
        var files = contents.all.makeIterator()
        for argument in arguments {
            try assembly.append(argument) { (file) throws(FormFailure) in
                guard file.isStandardInput else { return files.next() ?? .file(file.path) }
                let content = try standardInputContent()
                if case .source(.bytes("")) = content {
                    warnings.append(argument.field.problem(at: 0, .standardInputEmpty))
                }
                return content
            }
        }
        return BuiltForm(
            form: assembly.finish(), irregularFiles: irregularFiles, limit: limit,
            observer: observer, growth: growth, warnings: warnings)
    }

    /// Adds the contents of files that have a path. Throws for the first invalid part; within a part
    /// the file is checked before the encoder.
    private func check(
        _ argument: FormArgument<PartAttributes>, _ contents: inout FileContents
    ) throws(FormFailure) {
        let files = argument.files
        for file in files { try check(file, argument.field, &contents) }
        guard files.isEmpty else { return }
        for attributes in argument.attributes { try checkEncoder(attributes, argument.field) }
    }

    private func check(
        _ file: FormFile<PartAttributes>, _ field: FormField, _ contents: inout FileContents
    ) throws(FormFailure) {
        if !file.isStandardInput {
            do throws(BodyError) {
                try contents.add(file.path)
            } catch .cannotRead(let path, let number) {
                throw .syntax(field.problem(at: file.offset, .fileUnreadable(path, errno: number)))
            } catch {
                throw .encoding(.input(error))
            }
        }
        try checkEncoder(file.attributes, field)
    }

    private func checkEncoder(
        _ attributes: PartAttributes, _ field: FormField
    ) throws(FormFailure) {
        guard let encoder = attributes.unknownEncoder else { return }
        throw .syntax(field.problem(at: encoder.offset, .unknownEncoder(encoder.value)))
    }

    /// A warning if the text looks like the name of a file, and is one.
    private func forgottenMark(_ argument: FormArgument<PartAttributes>) -> FormProblem? {
        guard argument.field.kind == .form, let name = argument.name,
            case .text(let text, _) = argument.content,
            argument.field.argument.dropFirst(name.count + 1).first != UInt8(ascii: "\""),
            text.looksLikeFile
        else { return nil }
        return argument.field.problem(at: name.count + 1, .textIsFileName(text))
    }

    /// Warnings about parts with several files, except in groups, whose users expect nested parts.
    private func severalFiles(_ arguments: [FormArgument<PartAttributes>]) -> [FormProblem] {
        var depth = 0
        return arguments.compactMap { argument in
            switch argument.content {
            case .open: depth += 1
            case .close: depth -= 1
            case .files(let files) where depth == 0 && files.count > 1:
                return argument.field.problem(at: 0, .severalFiles(files.map(\.path)))
            case .files, .text, .contents, .tree, .pattern: break
            }
            return nil
        }
    }

    private func standardInputContent() throws(FormFailure) -> PartContent {
        do throws(BodyError) {
            return try .descriptor(
                standardInput, label: "-", irregularFiles: irregularFiles, until: limit,
                onRead: observer)
        } catch {
            throw .encoding(.input(error))
        }
    }

    private var irregularFiles: IrregularFiles {
        isChunked ? .stream : .spool(SpoolOptions(maximumSize: settings.maximumSpool))
    }
}

/// The contents of the files of a form, in order, each of them checked.
private struct FileContents {
    /// Whether files are measured at once: up to the first one without a size.
    var measures: Bool
    private(set) var all: [PartContent] = []

    init(measures: Bool) { self.measures = measures }

    mutating func add(_ path: ByteString) throws(BodyError) {
        if measures, let content = try PartContent.measured(path) {
            all.append(content)
        } else {
            try path.checkReadable()
            all.append(.file(path))
            measures = false
        }
    }
}

/// A form that is ready to be encoded, and the warnings about it.
struct BuiltForm: Sendable {
    var form: MultipartForm

    /// How pipes and devices are read.
    var irregularFiles: IrregularFiles

    /// The time limit for reading inputs.
    var limit: TimeLimit?
    var observer: InputObserver?
    var growth: GrowthObserver?

    /// Problems that curl warns about, or ignores silently.
    var warnings: [FormProblem]

    /// The content of one part as a body.
    func encoded(_ content: PartContent) throws(FormFailure) -> EncodedBody {
        do throws(FormError) {
            return try EncodedBody(
                [content], irregularFiles: irregularFiles, until: limit, onRead: observer,
                onGrowth: growth)
        } catch {
            throw .encoding(error)
        }
    }

    /// Measures what is not measured yet, and reads the inputs of the body.
    func encoded() throws(FormFailure) -> EncodedBody {
        do throws(FormError) {
            return try form.encoded(
                irregularFiles: irregularFiles, until: limit, onRead: observer, onGrowth: growth)
        } catch {
            throw .encoding(error)
        }
    }
}
