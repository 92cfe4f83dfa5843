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

    /// Runs the command with `arguments` (without the command's name) and the channels of
    /// `console`. Reports every failure, and returns the exit status.
    static func run(
        arguments: [ByteString], environment: [String: ByteString], console: Console
    ) async -> Int32 {
        switch begin(arguments: arguments, environment: environment, console: console) {
        case .done(let status): status
        case .upload(let upload): await upload()
        }
    }

    /// The part that runs on the caller's thread alone.
    static func begin(
        arguments: [ByteString], environment: [String: ByteString], console: Console
    ) -> Work {
        let began = ContinuousClock.now
        let line = ParsedLine(arguments)
        let early = EarlyOptions(line, began: began)
        var call = Invocation(
            line, early, environment, Reporter(early.run.display, environment, console),
            began: began)
        do throws(UsageError) {
            defer { Redactor.ofProcess.register(call.secrets, environment) }
            try call.read()
        } catch {
            let uses = line.uses.compactMap { try? $0.get() }.filter { !$0.isExpanding }
            _ = Redactor.ofProcess.register(uses + error.uses, early.run.secrets)
            var display = RunSettings.Display()
            display.progress = early.run.display.progress
            display.progressFile = early.run.display.progressFile
            let reporter = Reporter(display, environment, console)
            return .done(reporter.fail(error.failure))
        }
        let (run, operations) = (call.run, call.operations)
        console.hide(Redactor.ofProcess.register(operations.flatMap(\.uses), run.secrets))
        let reporter = Reporter(run.display, environment, console)
        switch call.action {
        case .help(let topic):
            do throws(UsageError) {
                return .done(print(try HelpText.text(topic: topic), reporter))
            } catch {
                return .done(reporter.fail(error.failure))
            }
        case .version:
            let files = line.isDisabled ? [] : ConfigFile.defaultPaths(environment)
            return .done(print(VersionText.text(configuration: files), reporter))
        case .generate(let kind):
            return .done(print(kind.text, reporter))
        case .upload:
            do throws(Failure) { try ProcessResources.check(reporter.alarmOutput) } catch {
                return .done(reporter.fail(error))
            }
            if !run.preview.isOn {
                let limit = operations.count == 1 ? operations[0].settings.limits.total : nil
                LastResort.set(limit, left: limit, output: reporter.alarmOutput)
            }
            return .upload {
                do throws(Failure) {
                    // Asked here, where other work has been done while libcurl was opened.
                    if !run.preview.isOn, let fault = TransportFacts.fault {
                        throw Failure(ExitStatus.notAvailable, Messages.text(fault))
                    }
                    return await (try Run(run, operations, environment, reporter)).perform()
                } catch {
                    return reporter.fail(error)
                }
            }
        }
    }

    private static func print(_ text: String, _ reporter: Reporter) -> Int32 {
        do throws(WriteError) {
            try Array(text.utf8).write(to: reporter.console.output, path: "-")
            return ExitStatus.success
        } catch {
            return reporter.fail(error.failure)
        }
    }
}
