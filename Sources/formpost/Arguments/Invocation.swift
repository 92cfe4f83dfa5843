import FormEncoding
import Foundation

/// A command line with its options applied. The files that it names for options, variables, fields and URLs are
/// read: what they have counts in the place of the option that names them.
struct Invocation {
    /// The task: an upload, unless an option asks for something else.
    enum Action: Equatable, Sendable {
        case upload
        case help(topic: ByteString?)
        case version
        case generate(GeneratedText)
    }

    private(set) var action = Action.upload
    private(set) var run = RunSettings()
    /// The operations that `--next` separates, after `read`.
    private(set) var operations: [OperationLine] = []

    private var operation: OperationLine
    /// The options of the default configuration files, which each operation begins with.
    private var defaults: OperationLine?
    /// How many configuration files are being read, one within the other.
    private var depth = 0
    /// A file could not be read. From then on options are only checked that need no input.
    private var failure: Failure?
    private let line: ParsedLine
    /// The time limit of the line, wherever its option stands.
    private let limit: TimeLimit?
    private let environment: [String: ByteString]
    private let console: Console

    private static let maximumDepth = 10

    /// `began` is the start of the command, from which its time limit counts.
    init(
        _ line: ParsedLine, _ limit: TimeLimit?, _ environment: [String: ByteString],
        _ console: Console, began: ContinuousClock.Instant?
    ) {
        (self.line, self.limit) = (line, limit)
        (self.environment, self.console) = (environment, console)
        operation = OperationLine(began: began)
    }

    /// The secrets so far, also those of variables that an error may quote.
    var secrets: [VariableValue] {
        operation.variables.secrets(run.secrets.names)
    }

    /// Applies all options, those of the default configuration files first. An error of usage is reported before a
    /// file that cannot be read.
    mutating func read() throws(Failure) {
        if !line.isDisabled {
            do throws(Failure) {
                for path in ConfigFile.defaultPaths(environment) {
                    try include(path, isNamed: false)
                }
                // They count for every operation, unlike a file of `-K`. One that has a `next` itself is the beginning of
                // a command line.
                if operations.isEmpty { defaults = operation }
            } catch {
                failure = error
            }
        }
        for use in line.uses where action == .upload {
            do throws(Failure) { try apply(use.get()) } catch {
                guard error.status != ExitStatus.usage else { throw error }
                failure = failure ?? error
            }
        }
        // `--help` must work even if the configuration file is broken.
        guard action == .upload else { return }
        if let failure { throw failure }
        operations.append(operation)
        for operation in operations { try operation.check(run) }
        try checkCaptures()
    }

    private mutating func apply(_ use: OptionUse) throws(Failure) {
        guard let spec = use.spec else { return operation.add(url: use) }
        if failure != nil {
            if use.isExpanding { return }
            if case .input = spec.effect { return }
            if case .next = spec.effect { return }
        }
        guard use.isExpanding else { return try apply(use, spec) }
        let expanded: OptionUse
        do throws(Failure) { expanded = try operation.expanded(use, spec, run.secrets.names) } catch
        {
            try checkOrder(use)
            throw error
        }
        guard expanded.template == nil else {
            return try operation.postpone(expanded, spec, environment)
        }
        try apply(expanded, spec)
    }

    private mutating func apply(_ use: OptionUse, _ spec: OptionSpec) throws(Failure) {
        if use.isURL { return operation.add(url: use) }
        try operation.append(use)
        switch spec.effect {
        case .operation: try operation.apply(use)
        case .run(let effect):
            try effect(&run, use)
            run.typed[spec.long] = use.option
        case .action(let effect):
            action = try effect(use)
            guard use.place == nil else {
                throw .usage(
                    "\(use.option) cannot be used in a configuration file: nothing would be uploaded"
                )
            }
        case .input(let input): try read(input, of: use)
        case .next: try beginOperation(after: use)
        }
    }

    /// `--next`: the options that follow are another operation's. As in curl it does nothing where a
    /// configuration file begins with it before there is a request.
    private mutating func beginOperation(after use: OptionUse) throws(Failure) {
        let isFirst = operation.uses.filter { $0.place?.file == use.place?.file }.count == 1
        let settings = operation.settings
        if use.place != nil, isFirst, settings.urls.isEmpty, !settings.hasBody { return }
        guard !settings.urls.isEmpty || operation.waitingURLs > 0 else {
            throw .usage("no URL before \(use.option)")
        }
        operations.append(operation)
        operation = operation.next(after: defaults)
    }
}

/// What options read in their places.
extension Invocation {
    private mutating func read(
        _ input: OptionSpec.Input, of use: OptionUse
    ) throws(Failure) {
        switch input {
        case .configuration: try include(ValueKind<ByteString>.nonEmpty().parse(use))
        case .variable:
            let argument = try VariableArgument(use)
            let limit = limitForReading(argument.inputFile?.path)
            try operation.define(argument, environment: environment, until: limit)
        case .fields:
            let file = try ValueKind<InputFile>.file(.inputOrDash).parse(use)
            try operation.settings.addFields(content(of: file), of: use)
        case .urls:
            if let file = use.fileAfterAt { try addURLs(content(of: file), of: use) }
        case .token:
            let name = try ValueKind<ByteString>.nonEmpty().parse(use).description
            guard let token = environment[name], !token.isEmpty else {
                let isEmpty = environment[name] != nil
                throw use.failure(
                    isEmpty
                        ? "the environment's \(Messages.shown(use.value)) is empty"
                        : "the environment has no variable of that name (write the variable's name, "
                            + "not the token)")
            }
            try operation.add(token: token, of: use)
        }
    }

    /// Applies every line of a configuration file; `-` is standard input. The default file is not named.
    private mutating func include(_ path: ByteString, isNamed: Bool = true) throws(Failure) {
        guard depth < Self.maximumDepth else {
            throw .usage(
                "configuration files include each other more than \(Self.maximumDepth) deep")
        }
        depth += 1
        defer { depth -= 1 }
        let content: [UInt8]
        do throws(BodyFault) {
            content = try SmallFile.read(
                path, until: limitForReading(path), size: SmallFile.listLimit)
        } catch .cannotRead(_, let number) {
            throw .unreadable(
                Messages.cannotRead("the configuration file \(Messages.path(path))", number))
        } catch {
            throw error.failure
        }
        try ConfigFile.checkTrust(in: path, isNamed: isNamed, console)
        for line in try ConfigFile.lines(content, of: path) {
            do throws(Failure) {
                for use in ParsedLine(line).uses { try apply(use.get()) }
            } catch {
                throw error.at(line.place)
            }
        }
    }

    /// Adds the URLs of a file, one a line.
    private mutating func addURLs(_ content: [UInt8], of use: OptionUse) throws(Failure) {
        let lines = content.withoutMark.split(separator: UInt8(ascii: "\n")).map {
            Array($0).trimmed
        }
        let urls = lines.filter { !$0.isEmpty && $0.first != UInt8(ascii: "#") }
        guard !urls.isEmpty else { throw use.bad(ValueProblem("has no URL in it")) }
        for url in urls {
            operation.add(
                url: OptionUse(
                    option: "", row: use.row, argument: ByteString(bytes: url), place: use.place))
        }
    }

    /// The content of a file with options, URLs or fields; `-` is standard input.
    private func content(of file: InputFile) throws(Failure) -> [UInt8] {
        try file.read(until: limitForReading(file.path), size: SmallFile.listLimit)
    }

    /// The time limit for reading a file; tells the user if it is a terminal.
    private func limitForReading(_ path: ByteString?) -> TimeLimit? {
        guard let path else { return nil }
        if path == "-" { console.announceReading() }
        return limit ?? operation.settings.limits.timeLimit
    }
}

extension Invocation {
    /// Throws for a capture that nothing can use.
    private func checkCaptures() throws(Failure) {
        for (index, settings) in operations.map(\.settings).enumerated() {
            guard let first = settings.captures.first else { continue }
            let isLast = index == operations.count - 1
            if !isLast, run.parallel.isOn {
                let parallel = run.name(of: "parallel")
                throw .usage(
                    "\(first.use.option) needs one request after the other: leave out \(parallel)")
            }
            let hasFiles = !settings.eachFields.isEmpty || !settings.data.files.isEmpty
            if !isLast, run.journal.path != nil, hasFiles {
                let journal = run.name(of: "journal")
                throw .usage(
                    "\(first.use.option) needs a response, and a file that is in the journal is not "
                        + "sent again: leave out \(first.use.option) or \(journal)")
            }
            var names: Set<String> = []
            for capture in settings.captures where !names.insert(capture.name).inserted {
                let name = Messages.quoted(capture.name)
                throw .usage("\(capture.use.option) sets \(name) twice for one request")
            }
        }
    }

    /// Throws if a variable in the value is not set, and a `--capture` in the wrong place sets it.
    private func checkOrder(_ use: OptionUse) throws(Failure) {
        guard let template = try? Template(use.value),
            let unset = operation.variables.unset(in: template), captures(unset)
        else { return }
        throw use.failure(
            "--capture sets the variable \(Messages.quoted(unset)) for the requests after the next --next, "
                + "not for this one")
    }

    /// Whether a `--capture` that has been read, or that is still to come, sets this variable.
    private func captures(_ name: String) -> Bool {
        let start = Array("\(name)=".utf8)
        let read = (operations + [operation]).flatMap(\.uses)
        return (read + line.uses.compactMap { try? $0.get() }).contains { use in
            use.spec?.long == "capture" && use.value.starts(with: start)
        }
    }
}
