import FormEncoding
import FormUpload

/// The command: turns arguments into an exit status.
enum Formpost {
    static let version = "0.1.0"

    /// The day of that version, for the manual (ISO 8601).
    static let date = "2026-11-21"

    /// What is left to do when the arguments have been parsed.
    enum Work: Sendable {
        /// Nothing: the exit status.
        case done(Int32)
        /// The upload, which needs more threads than the current one.
        case upload(@Sendable () async -> Int32)
    }

    /// Runs the command with `arguments` (without its own name) and the channels of `console`. Returns
    /// the exit status; every failure has been reported.
    static func run(
        arguments: [ByteString], environment: [String: String], console: Console
    ) async -> Int32 {
        switch begin(arguments: arguments, environment: environment, console: console) {
        case .done(let status): status
        case .upload(let upload): await upload()
        }
    }

    /// The part that needs no thread but the caller's.
    static func begin(
        arguments: [ByteString], environment: [String: String], console: Console
    ) -> Work {
        let began = ContinuousClock.now
        let settings: Settings
        do throws(UsageError) {
            settings = try ArgumentParser.parse(
                arguments, environment: environment, standardInput: console.input, began: began,
                say: { console.say("formpost: " + $0) })
        } catch {
            let reporter = Reporter(Settings.Output(), environment, console)
            return .done(reporter.fail((error.exitStatus, Messages.text(error))))
        }
        console.hide(settings.allSecrets)
        let reporter = Reporter(settings.output, environment, console)
        switch settings.action {
        case .help(let topic):
            do throws(UsageError) {
                return .done(print(try HelpText.text(topic: topic), reporter))
            } catch {
                return .done(reporter.fail((error.exitStatus, Messages.text(error))))
            }
        case .version:
            return .done(print(VersionText.text, reporter))
        case .generate(let kind):
            return .done(print(GeneratedText.text(kind), reporter))
        case .upload:
            do throws(Refusal) { try ProcessResources.check() } catch {
                return .done(reporter.fail(error.failure))
            }
            if !settings.output.isPreview {
                LastResort.set(settings.limits.total, left: settings.limits.total, reporter)
            }
            return .upload {
                do throws(Refusal) {
                    return await (try Run(settings, environment, reporter)).perform()
                } catch {
                    return reporter.fail(error.failure)
                }
            }
        }
    }

    private static func print(_ text: String, _ reporter: Reporter) -> Int32 {
        do throws(WriteError) {
            try Array(text.utf8).write(to: reporter.console.output)
            return ExitStatus.success
        } catch {
            return reporter.fail((ExitStatus.cannotWrite, Messages.text(error)))
        }
    }
}
