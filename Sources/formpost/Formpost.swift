import FormEncoding
import FormUpload

/// The command: turns arguments into an exit status.
enum Formpost {
    /// The work that remains after parsing the arguments.
    enum Work: Sendable {
        /// Nothing is left; the exit status.
        case done(Int32)
        /// The upload, which needs other threads.
        case upload(@Sendable () async -> Int32)
    }

    /// Reads `arguments`, without the command's name, on the caller's thread alone. Reports every failure.
    static func begin(arguments: [ByteString], environment: [String: ByteString]) -> Work {
        let (plain, began) = (Console(), ContinuousClock.now)
        let line = ParsedLine(arguments)
        let early = line.earlyOptions(began: began)
        var call = Invocation(
            line, early.limit, environment, plain.configured(early.run.display, environment),
            began: began)
        do throws(Failure) {
            defer { Redactor.ofProcess.register(call.secrets, environment) }
            try call.read()
        } catch {
            let uses = line.uses.compactMap { try? $0.get() }
            _ = Redactor.ofProcess.register(uses, early.run.secrets.names)
            let (progress, file) = (early.run.display.progress, early.run.display.progressFile)
            let display = RunSettings.Display(progress: progress, progressFile: file)
            return .done(plain.configured(display, environment).fail(error))
        }
        let (run, operations) = (call.run, call.operations)
        CommandLine.hide(Redactor.ofProcess.register(operations.flatMap(\.uses), run.secrets.names))
        let console = plain.configured(run.display, environment)
        do throws(Failure) {
            let text: String
            switch call.action {
            case .help(let topic): text = try HelpText.text(topic: topic)
            case .version:
                let files = line.isDisabled ? [] : ConfigFile.defaultPaths(environment)
                text = VersionText.text(.current, configuration: files)
            case .generate(let kind): text = kind.text
            case .upload:
                try Alarm.checkResources(console)
                return .upload {
                    do throws(Failure) {
                        // Asked here, where other work has been done while libcurl was opened.
                        if !run.preview.isOn, let fault = TransportFacts.fault {
                            throw Failure(ExitStatus.notAvailable, Messages.text(fault))
                        }
                        return await (try Run(run, operations, environment, console)).perform()
                    } catch {
                        return console.fail(error)
                    }
                }
            }
            try failing { () throws(WriteError) in
                try Array(text.utf8).write(to: console.output, path: "-")
            }
            return .done(ExitStatus.success)
        } catch {
            return .done(console.fail(error))
        }
    }
}
