import FormEncoding
import FormUpload

/// The command: arguments in, an exit status out.
enum Formpost {
    static let version = "0.1.0"

    /// The day of that version, for the manual (ISO 8601).
    static let date = "2026-11-21"

    /// What there is to do when the arguments have been read.
    enum Work: Sendable {
        /// Nothing any more: the exit status.
        case done(Int32)
        /// This, which takes more threads than the one that there is.
        case upload(@Sendable () async -> Int32)
    }

    /// Does what `arguments` (without the command's own name) ask for, over the channels of
    /// `console`. Returns the exit status; every failure has been said by then.
    static func run(
        arguments: [ByteString], environment: [String: String], console: Console
    ) async -> Int32 {
        switch begin(arguments: arguments, environment: environment, console: console) {
        case .done(let status): status
        case .upload(let upload): await upload()
        }
    }

    /// The beginning of it, which needs no thread but the caller's.
    static func begin(
        arguments: [ByteString], environment: [String: String], console: Console
    ) -> Work {
        let began = ContinuousClock.now
        let settings: Settings
        do throws(UsageError) {
            settings = try ArgumentParser.parse(
                arguments, environment: environment, standardInput: console.input, began: began)
        } catch {
            return .done(Reporter(console: console).fail((error.exitStatus, Messages.text(error))))
        }
        console.hide(settings.secrets)
        var console = console
        if settings.standardInputIsTaken { console.input = -1 }
        let reporter: Reporter
        do throws(WriteError) {
            reporter = try Reporter(settings.output, environment, console)
        } catch {
            return .done(
                Reporter(console: console, output: settings.output)
                    .fail((ExitStatus.cannotWrite, Messages.text(error))))
        }
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
            return .upload { await upload(settings, environment, reporter) }
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

    private static func upload(
        _ settings: Settings, _ environment: [String: String], _ reporter: Reporter
    ) async -> Int32 {
        let temporaryDirectory = environment["TMPDIR"] ?? "/tmp"
        var format: WriteOut?
        do throws(Refusal) {
            format = try settings.output.writeOutFormat(
                standardInput: reporter.console.input, until: settings.limits.timeLimit)
            let job = try UploadJob(settings, environment, writeOut: format, reporter)
            if settings.output.isPreview {
                return try Preview(
                    job: job, reporter: reporter, temporaryDirectory: temporaryDirectory
                ).show()
            }
            try settings.output.checkFiles()
            let printer: ResponsePrinter
            do throws(WriteError) {
                printer = try ResponsePrinter(
                    reporter.output, form: job.form, body: job.request.body,
                    mayRetry: settings.retry.maximum > 0,
                    temporaryDirectory: temporaryDirectory, console: reporter.console)
            } catch {
                throw Refusal(ExitStatus.cannotWrite, Messages.text(error))
            }
            if settings.tls.isInsecure { try? printer.note(Messages.insecure) }
            return await send(job, printer, reporter)
        } catch {
            let status = reporter.fail(error.failure)
            // As curl: a file that is missing is told by -w, a command line that is wrong is not.
            guard status != ExitStatus.usage, !settings.output.isPreview else { return status }
            var context = WriteOutContext()
            context.url = settings.url ?? ""
            context.facts.url = context.url
            return conclude(error.failure, context, format, reporter)
        }
    }

    /// Sends the request, shows the response, and says what became of it.
    private static func send(
        _ job: UploadJob, _ printer: ResponsePrinter, _ reporter: Reporter
    ) async -> Int32 {
        let failure: Messages.Failure?
        var isAbandoned = false
        do throws(UploadError) {
            let response = try await job.send(reporter) { try printer.handle($0) }
            do { try printer.finish(isWhole: true) } catch { throw .handler(error) }
            failure =
                if !reporter.output.accepts(response.head.status) {
                    Messages.badStatus(
                        response, remedy: Messages.remedy(for: response, printer.facts, job),
                        printer.refusal)
                } else if response.isSuccess, !response.tookWholeBody {
                    Messages.bodyCutShort(response, facts: printer.facts)
                } else {
                    nil
                }
        } catch {
            if case .abandoned = error { isAbandoned = true }
            if isAbandoned { printer.abandon() } else { try? printer.finish(isWhole: false) }
            failure = Messages.failure(
                error, url: job.request.url, passed: job.settings.passed,
                facts: isAbandoned ? TransferFacts() : printer.facts,
                isAbandoned ? nil : printer.refusal)
        }
        if let failure { _ = reporter.fail(failure) }
        var context = isAbandoned ? WriteOutContext() : printer.context
        // The last one was not followed.
        if failure?.status == ExitStatus.tooManyRedirects { context.redirects -= 1 }
        context.url = job.request.url
        return conclude(failure, context, job.writeOut, reporter)
    }

    /// Prints what `-w` asks for; returns the exit status, which is that of the first failure.
    private static func conclude(
        _ failure: Messages.Failure?, _ context: WriteOutContext, _ format: WriteOut?,
        _ reporter: Reporter
    ) -> Int32 {
        let status = failure?.status ?? ExitStatus.success
        guard let format else { return status }
        var context = context
        context.exitStatus = status
        context.errorMessage = failure?.text
        context.showsSecrets = reporter.output.showsSecrets
        do throws(WriteError) {
            try WriteOutPrinter(format: format, reporter: reporter).print(context)
            return status
        } catch {
            let second = reporter.fail((ExitStatus.cannotWrite, Messages.text(error)))
            return failure?.status ?? second
        }
    }
}
