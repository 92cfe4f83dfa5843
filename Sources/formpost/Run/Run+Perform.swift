import FormEncoding
import FormUpload
import Foundation

/// What the command does with its requests.
extension Run {
    /// Looks at all requests, then sends them; returns the exit status.
    func perform() async -> Int32 {
        do throws(Failure) {
            try operations.check(settings, count: count)
            var captured: Set<String> = []
            for source in operations.map(\.line) {
                if let found = source.unexpandedVariable(captured) {
                    console.warn(Messages.unexpanded(found))
                }
                for use in source.uses where use.swallowsFile {
                    console.warn(Messages.swallowedFile(use))
                }
                for header in source.emptiedHeaders {
                    console.warn(Messages.emptied(header))
                }
                captured.formUnion(source.settings.captures.map(\.name))
            }
            if let problem = operations.lazy.compactMap(\.form.problem).first { throw problem }
            var operations = operations
            var (keys, sizes) = (IdempotencyKeys(), ExpectedSizes())
            for index in operations.indices { try operations[index].look(self, &keys, &sizes) }
            if settings.preview.isOn { return try Preview(self).show(operations) }
            let outputs = try OpenOutputs(self)
            let journal = try settings.journal.path.map { path throws(Failure) in
                try failing { () throws(JournalError) in
                    try Journal(path: path, until: files.limit)
                }
            }
            let isResumable = operations.contains { $0.settings.resuming.byProtocol != nil }
            if let journal, isResumable, journal.isReadableByOthers {
                console.warn(Messages.journalIsReadable(journal.path))
            }
            if let journal, settings.journal.cancelsUploads {
                defer { journal.close() }
                return await cancelInterrupted(operations, journal)
            }
            progress.expect(
                sizes, hasUploads: operations.contains(where: \.hasUploads),
                journal: settings.journal.path, isMany: isMany,
                readsInput: operations.first?.form.readerOfStandardInput != nil)
            var summary = Summary()
            for operation in operations {
                var loop = RequestLoop(operation, self, outputs, journal, after: summary)
                await loop.perform()
                summary = loop.summary
            }
            if let mismatch = journal?.mismatch, let path = settings.journal.path {
                let text = Messages.text(mismatch, path, byContent: settings.journal.isByContent)
                console.warn(text)
            }
            if isMany { progress.close() }
            journal?.close()
            return summary.status
        } catch {
            let status = console.fail(error)
            // As curl does: `-w` reports a missing file, but not a command line that cannot be used.
            guard status != ExitStatus.usage, !settings.preview.isOn else { return status }
            let first = operations.first
            let url = first?.settings.url
            let label = RequestLabel(count: count, name: url ?? "", url: url ?? "")
            let outcome = Outcome(label, .failed(error))
            if url != nil { console.progress?.write(.end(outcome, error)) }
            _ = printWriteOut(outcome, first?.writeOut.flatMap { $0.isWritable ? $0 : nil })
            return status
        }
    }

    /// The options of a request's operation, with those for all operations that stand elsewhere before or
    /// after them.
    func uses(of request: Request, _ operation: Operation) -> [OptionUse] {
        let (place, own) = (operation.index, request.line.uses)
        // Each operation begins with those of the default files.
        let shared = operations.map { operation in
            operation.line.uses.filter {
                $0.spec?.isShared == true && ($0.place == nil || !own.contains($0))
            }
        }
        return shared[..<place].joined() + own + shared[(place + 1)...].joined()
    }

    /// Reports what became of a request, prints what `-w` asks for, and cookies on standard output. Returns the
    /// exit status, also of a failure to print.
    func report(_ outcome: Outcome, _ writeOut: WriteOut?, _ jar: CookieJar? = nil) -> Int32 {
        defer { progress.endBody() }
        if outcome.verdict == .skipped { console.progress?.write(.skipped(outcome.place)) }
        progress.end(outcome)
        if outcome.verdict == .skipped { return ExitStatus.success }
        if let failure = outcome.cookieFailure { _ = console.fail(failure) }
        let jar = jar.flatMap { $0.isStandardOutput ? $0 : nil }
        let unwritten = printWriteOut(outcome, writeOut)
        // Cookies on standard output follow, as in curl.
        let unsaved = jar.flatMap { save($0) }
        let printed = outcome.failure ?? unwritten
        // Standard output may have failed before.
        if let unsaved, printed?.status != ExitStatus.cannotWrite {
            _ = console.fail(unsaved)
        }
        let failure = printed ?? unsaved
        console.progress?.write(.end(outcome, failure))
        return failure?.status ?? ExitStatus.success
    }

    /// Writes the cookies; returns why that failed.
    func save(_ jar: CookieJar) -> Failure? {
        do throws(WriteError) {
            try jar.save(self)
            return nil
        } catch {
            return error.failure
        }
    }

    /// Prints what `-w` asks for; reports and returns why that failed.
    private func printWriteOut(_ outcome: Outcome, _ writeOut: WriteOut?) -> Failure? {
        guard let writeOut else { return nil }
        do throws(WriteError) {
            try WriteOutPrinter(format: writeOut, run: self).print(outcome)
            return nil
        } catch {
            _ = console.fail(error.failure)
            return error.failure
        }
    }
}

extension CookieJar {
    /// Puts all cookies of the run into it. A request that has ended before the files of `-b` were read
    /// has none, and leaves an older file alone.
    fileprivate func save(_ run: Run) throws(WriteError) {
        guard run.uploader.hasCookies else { return }
        guard let cookies = run.uploader.cookies else {
            throw WriteError(path: path ?? "-", errno: ENOMEM)
        }
        let bytes = Self.text(of: cookies)
        guard let path else {
            return try run.console.print(bytes, path: "-")
        }
        let file = try OutputFile(
            path: path, keepsExisting: false, followsLinks: isDescriptor,
            until: run.files.limit)
        defer { file.discard() }
        try file.write(bytes)
        try file.keep()
    }

    /// As libcurl writes it: the last one first. (This holds for each host. From version 8
    /// on, libcurl keeps a cookie that was set again in its old place.)
    private static func text(of cookies: [ByteString]) -> [UInt8] {
        let head = """
            # Netscape HTTP Cookie File
            # https://curl.se/docs/http-cookies.html
            # This file was generated by libcurl! Edit at your own risk.


            """
        return cookies.reversed().reduce(into: Array(head.utf8)) { bytes, line in
            bytes += line.bytes + [UInt8(ascii: "\n")]
        }
    }
}
