import FormEncoding
import Foundation

/// The open files and channels that all requests of a run share.
struct SharedOutputs: Sendable {
    /// The files of `-D`, by path.
    private(set) var heads: [ByteString: OutputChannel] = [:]
    /// The target of `-v` and `--trace`; `nil` for none.
    let wire: OutputChannel?

    init(_ operations: [Operation], _ inputs: Inputs) throws(Failure) {
        for operation in operations {
            // A name may have variables of a file.
            let waits = operation.line.uses.contains {
                $0.template != nil && $0.spec?.meaning == .output(.collected)
            }
            for number in 0..<(waits ? operation.fileCount : 1) {
                let output = try operation.line(ofFile: number).settings.output
                guard let path = output.headFile, heads[path] == nil else { continue }
                heads[path] = try Self.open(path, inputs)
            }
        }
        switch inputs.settings.display.tracing {
        case nil: wire = nil
        case .verbose, .hexadecimal("%"), .ascii("%"):
            wire = OutputChannel(inputs.console.error, inputs.console)
        case .hexadecimal(let path), .ascii(let path): wire = try Self.open(path, inputs)
        }
    }

    private static func open(
        _ path: ByteString, _ inputs: Inputs
    ) throws(Failure) -> OutputChannel {
        if path == "-" { return OutputChannel(inputs.console.output, inputs.console) }
        return try failing { () throws(WriteError) in
            OutputChannel(try inputs.files.create(path), path: path, inputs.console)
        }
    }
}

extension Console {
    /// The console with the file of `--stderr` as standard error, the stream of progress, and the alarm of `-m`.
    /// `renewsLimit`: there are several requests or attempts.
    func redirected(
        _ settings: RunSettings, _ files: FileAccess, renewsLimit: Bool
    ) throws(WriteError) -> Console {
        var console = self
        let display = settings.display
        if let file = display.errorFile {
            console.error = file == "-" ? console.output : try files.create(file)
        }
        console.alarm = files.limit.map { limit in
            Alarm(limit, isRenewed: renewsLimit) { [console] in console.fail($0) }
        }
        guard display.progress == .json || display.progressFile != nil, !settings.preview.isOn
        else {
            return console
        }
        let path = display.progressFile.map(\.pathOfChannel)
        let descriptor =
            switch path {
            case nil: console.error
            case "-": console.output
            case let path?: try files.create(path)
            }
        console.progress = ProgressStream(
            descriptor: descriptor, path: path,
            patience: min(.seconds(5), files.limit?.duration ?? .seconds(5))
        ) { [console] error in
            guard error.path != nil else { return }
            console.warn(
                Messages.text(error) + "; the upload continues, without progress there")
        }
        return console
    }
}

/// Standard output, standard error or an open file, which text is written to as it comes.
final class OutputChannel: Sendable {
    let descriptor: Int32
    /// `nil` for a standard channel.
    let path: ByteString?
    private let console: Console

    var isStandardError: Bool { path == nil && descriptor == console.error }

    /// A standard channel, or with a path an open file.
    init(_ descriptor: Int32, path: ByteString? = nil, _ console: Console) {
        (self.descriptor, self.path, self.console) = (descriptor, path, console)
    }

    deinit { if path != nil { close(descriptor) } }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        if path != nil { return try bytes.write(to: descriptor, path: path) }
        if isStandardError { try console.writeToError(bytes) } else { try console.print(bytes) }
    }
}
