import FormEncoding
import FormUpload

/// Why nothing is sent: what was found wrong before connecting, ready to be said.
struct Refusal: Error {
    let failure: Messages.Failure
}

/// What the settings come to: a request and how it is sent, with every input checked.
struct UploadJob {
    let request: UploadRequest
    let options: UploadOptions
    /// What goes to libcurl as it is, for messages.
    let passed: [PassedOption]
    private let output: Settings.Output
    private let console: Console

    /// Reads what must be read before anything is sent: `-F` files are measured, pipes spooled.
    init(
        _ settings: Settings, _ environment: [String: String], _ reporter: Reporter
    ) throws(Refusal) {
        output = settings.output
        console = reporter.console
        let headers = try Self.headers(settings.request.headers, console)
        let body = try Self.body(settings, reporter)
        var request = UploadRequest(
            url: try settings.urlWithQuery(standardInput: console.input),
            method: settings.request.method, headers: headers,
            body: body)
        request.referer = settings.request.refererText
        self.request = request
        passed = settings.passed
        options = try settings.uploadOptions(environment)
    }

    /// Opens what `-o` names, so that what is wrong with it shows before anything is sent.
    func printer() throws(Refusal) -> ResponsePrinter {
        do throws(WriteError) {
            return try ResponsePrinter(output, console: console)
        } catch {
            throw Refusal(failure: (ExitStatus.cannotWrite, Messages.text(error)))
        }
    }

    private static func body(
        _ settings: Settings, _ reporter: Reporter
    ) throws(Refusal) -> EncodedBody? {
        var builder = FormBuilder(settings)
        builder.standardInput = reporter.console.input
        do throws(FormFailure) {
            let form = try builder.build()
            for warning in form.warnings { reporter.warn(Messages.text(warning)) }
            return try form.encoded()
        } catch {
            throw Refusal(failure: (error.exitStatus, Messages.text(error)))
        }
    }

    private static func headers(
        _ arguments: [HeaderArgument], _ console: Console
    ) throws(Refusal) -> [HeaderField] {
        var fields: [HeaderField] = []
        for argument in arguments {
            guard case .file(let path) = argument else {
                if let field = argument.field { fields.append(field) }
                continue
            }
            for line in try lines(of: path, console) {
                do throws(HeaderArgument.Problem) {
                    if let field = try HeaderArgument.line(line).field { fields.append(field) }
                } catch {
                    throw Refusal(
                        failure: (
                            ExitStatus.usage,
                            "-H @\(Messages.shown(path)): " + Messages.text(error.fact, line)
                        ))
                }
            }
        }
        return fields
    }

    /// The lines of a header file that are not blank.
    private static func lines(
        of path: ByteString, _ console: Console
    ) throws(Refusal) -> [ByteString] {
        let content = try SmallFile.read(path, standardInput: console.input, for: "-H")
        return content.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return bytes.isEmpty ? nil : ByteString(bytes: bytes)
        }
    }
}

extension HeaderArgument {
    /// The field for the transport; `nil` for a file, which is none yet.
    fileprivate var field: HeaderField? {
        switch self {
        case .add(let name, let value): HeaderField(name: name, value: .text(value))
        case .addEmpty(let name): HeaderField(name: name, value: .empty)
        case .remove(let name): HeaderField(name: name, value: .removed)
        case .file: nil
        }
    }
}

extension SmallFile {
    /// A file that an option names, `-` for standard input.
    static func read(
        _ path: ByteString, standardInput: Int32, for option: String
    ) throws(Refusal) -> [UInt8] {
        guard path != "-" || standardInput >= 0 else {
            throw Refusal(failure: (ExitStatus.usage, Messages.standardInputIsTaken(by: option)))
        }
        do throws(SystemError) {
            return try path == "-" ? read(descriptor: standardInput) : read(path)
        } catch {
            let text =
                "\(option): cannot read \(Messages.quoted(path)): \(Messages.reason(error.number))"
            throw Refusal(failure: (ExitStatus.cannotRead, text))
        }
    }
}
