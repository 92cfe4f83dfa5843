import FormEncoding

/// Turns what the command line says about a form into the form.
///
/// The one stage of the grammar that touches the disk: it reads `headers=@file`, looks at every
/// file, and takes standard input. Errors come in curl's order: syntax and headers of all fields
/// first, then files and encoders field by field; standard input is drained when all else is
/// known to be right.
struct FormBuilder: Sendable {
    var settings: Settings.Form

    /// What has no length is streamed: `--chunked`, or a header that asks for it.
    var isChunked: Bool

    /// For what is read before anything is sent (`-m`).
    var limit: TimeLimit?

    /// What `@-` and `<-` read; stays open.
    var standardInput: Int32 = 0

    /// Told what comes out of pipes.
    var observer: SpoolObserver?

    /// Another option reads standard input already.
    private let standardInputClaim: StandardInputClaim?

    init(_ settings: Settings) {
        self.settings = settings.form
        standardInputClaim = settings.standardInput
        isChunked = settings.isChunked
    }

    /// Reads, checks and assembles.
    func build() throws(FormFailure) -> BuiltForm {
        var parser = FormParser(
            isLax: settings.isLax, standardInput: standardInputClaim)
        var resolver = PartResolver(isLax: settings.isLax, until: limit)
        var items: [(argument: FormArgument, attributes: [PartAttributes])] = []
        do throws(FormProblem) {
            for argument in try parser.parse(settings.fields) {
                items.append((argument, try resolver.attributes(of: argument)))
            }
        } catch {
            throw .syntax(error)
        }
        for item in items { try check(item.argument, item.attributes) }

        var warnings = parser.warnings + resolver.warnings
        warnings += items.compactMap { forgottenMark($0.argument) }
        var assembly = FormAssembly(boundary: settings.boundary, escaping: settings.escaping)
        for item in items {
            try assembly.append(item.argument, item.attributes) { () throws(FormFailure) in
                let content = try standardInputContent()
                if case .bytes("") = content {
                    warnings.append(
                        FormProblem(
                            field: item.argument.field, offset: 0, fact: .standardInputEmpty))
                }
                return content
            }
        }
        return BuiltForm(
            form: assembly.finish(), irregularFiles: irregularFiles, limit: limit,
            warnings: warnings)
    }

    /// The first part in order that is wrong decides; in one part the file goes before the encoder.
    private func check(
        _ argument: FormArgument, _ attributes: [PartAttributes]
    ) throws(FormFailure) {
        for (index, attributes) in attributes.enumerated() {
            let file = index < argument.files.count ? argument.files[index] : nil
            if let file, !file.isStandardInput {
                do throws(FormEncodingError) {
                    try FileCheck.check(file.path)
                } catch .cannotRead(let path, let number) {
                    let fact = FormProblem.Fact.fileUnreadable(path, errno: number)
                    throw .syntax(
                        FormProblem(field: argument.field, offset: file.offset, fact: fact))
                } catch {
                    throw .encoding(error)
                }
            }
            if let encoder = attributes.unknownEncoder {
                throw .syntax(
                    FormProblem(
                        field: argument.field, offset: encoder.offset,
                        fact: .unknownEncoder(encoder.value)))
            }
        }
    }

    /// A warning of text that is the name of a file.
    private func forgottenMark(_ argument: FormArgument) -> FormProblem? {
        guard argument.field.kind == .form, let name = argument.name,
            case .text(let text, _) = argument.content, !text.bytes.isEmpty,
            text.bytes.count <= 255,
            argument.field.argument.bytes.dropFirst(name.bytes.count + 1).first
                != UInt8(ascii: "\""),
            FileCheck.isFile(text)
        else { return nil }
        return FormProblem(
            field: argument.field, offset: name.bytes.count + 1, fact: .textIsFileName(text))
    }

    private func standardInputContent() throws(FormFailure) -> PartContent {
        do throws(FormEncodingError) {
            guard isChunked else {
                return try Spool.content(
                    of: standardInput, label: "-", options: spoolOptions, until: limit)
            }
            do throws(FormEncodingError) {
                return .descriptor(try FileDescriptorContent(standardInput, label: "-"))
            } catch .notRegularFile {
                return .stream(
                    try StreamContent(readingOnce: standardInput, label: "-", until: limit))
            }
        } catch {
            throw .encoding(error)
        }
    }

    private var spoolOptions: SpoolOptions {
        var options = SpoolOptions(maximumSize: settings.maximumSpool)
        options.observer = observer
        return options
    }

    private var irregularFiles: IrregularFiles { isChunked ? .stream : .spool(spoolOptions) }
}

/// A form that is ready to be encoded, and what is to be said about it.
struct BuiltForm: Sendable {
    var form: MultipartForm

    /// What to do with pipes and devices that were named as files.
    var irregularFiles: IrregularFiles

    /// For what is read before anything is sent.
    var limit: TimeLimit?

    /// What curl would warn about, too, and what it drops in silence.
    var warnings: [FormProblem]

    /// The body, with every length known that can be.
    func encoded() throws(FormFailure) -> EncodedBody {
        do throws(FormEncodingError) {
            return try form.encoded(irregularFiles: irregularFiles, until: limit)
        } catch {
            throw .encoding(error)
        }
    }
}

/// Why there is no form: its syntax or its files.
enum FormFailure: Error, Equatable, Sendable {
    case syntax(FormProblem)
    case encoding(FormEncodingError)

    var exitStatus: Int32 {
        switch self {
        case .syntax(let problem): problem.exitStatus
        case .encoding(let error): error.exitStatus
        }
    }
}

extension FormEncodingError {
    /// curl's number: 26 for input that cannot be read, as it was announced or at all.
    var exitStatus: Int32 {
        switch self {
        case .invalidBoundary, .invalidMediaType, .invalidHeader, .boundaryConflict,
            .boundaryInContent, .nestedTooDeep, .encodedGroup:
            2
        case .cannotWrite, .outputIsInput: 23
        case .notReplayable: 65
        case .timedOut: 28
        case .notSevenBit, .tooLong, .cannotRead, .notRegularFile, .fileShrank, .fileGrew,
            .fileModified, .fileReplaced, .streamLength, .streamFailed, .readerClosed,
            .cannotSpool, .spoolLimitExceeded:
            26
        }
    }
}
