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
    private let output: Settings.Output
    private let console: Console

    /// Reads what must be read before anything is sent: `-F` files are measured, pipes spooled.
    init(_ settings: Settings, _ reporter: Reporter) throws(Refusal) {
        output = settings.output
        console = reporter.console
        var headers = try Self.headers(settings.request.headers, console)
        let body = try Self.body(settings, &headers, reporter)
        request = UploadRequest(
            url: settings.url ?? "", method: settings.request.method, headers: headers, body: body)
        options = Self.options(settings)
    }

    /// Opens what `-o` names, so that what is wrong with it shows before anything is sent.
    func printer() throws(Refusal) -> ResponsePrinter {
        do throws(WriteError) {
            return try ResponsePrinter(output, console: console)
        } catch {
            throw Refusal(failure: (ExitStatus.cannotWrite, Messages.text(error)))
        }
    }

    /// A `Content-Type` among the headers becomes the form's, since it needs the boundary.
    private static func body(
        _ settings: Settings, _ headers: inout [HeaderField], _ reporter: Reporter
    ) throws(Refusal) -> EncodedBody? {
        var builder = FormBuilder(settings)
        builder.standardInput = reporter.console.input
        do throws(FormFailure) {
            var form = try builder.build()
            for warning in form.warnings { reporter.warn(Messages.text(warning)) }
            if let type = headers.first(where: { $0.isNamed("Content-Type") }),
                case .text(let text) = type.value
            {
                form.form.mediaType = try? MediaType(verbatim: text)
                headers.removeAll { $0.isNamed("Content-Type") }
            }
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
        let content: [UInt8]
        do throws(SystemError) {
            content =
                try path == "-"
                ? SmallFile.read(descriptor: console.input) : SmallFile.read(path)
        } catch {
            let text = "-H: cannot read \(Messages.shown(path)): \(Messages.reason(error.number))"
            throw Refusal(failure: (ExitStatus.cannotRead, text))
        }
        return content.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return bytes.isEmpty ? nil : ByteString(bytes: bytes)
        }
    }

    private static func options(_ settings: Settings) -> UploadOptions {
        var options = UploadOptions()
        options.userAgent = ByteString("formpost/" + Formpost.version)
        options.limits.total = settings.connection.maximumTime
        options.verifiesCertificates = !settings.tls.isInsecure
        options.certificateAuthorities = settings.tls.caCertificates
        options.reportsWire = settings.output.isVerbose
        return options
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
