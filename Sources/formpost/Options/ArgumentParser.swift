import FormEncoding

/// Turns a command line into `Settings`, using only the option table.
///
/// Options as in curl: short ones packed (`-sSf`), with their value attached or apart, long ones
/// apart or after `=`, `--no-long`, and `--`, after which there are no options. Only configuration
/// files are read; their options count in the place of `-K`.
struct ArgumentParser {
    /// The settings of each operation of the arguments (without the command's name), which `--next`
    /// separates, on top of the default configuration file, which `environment` determines.
    ///
    /// `began` is the start of the command, from which its time limit counts.
    static func operations(
        _ arguments: [ByteString], environment: [String: String] = [:], standardInput: Int32 = 0,
        began: ContinuousClock.Instant? = nil, say: @escaping (String) -> Void = { _ in }
    ) throws(UsageError) -> [Settings] {
        var arguments = arguments
        let isDisabled = ConfigFile.takeDisable(&arguments)
        var parser = ArgumentParser(
            arguments: arguments, environment: environment, standardInput: standardInput)
        parser.settings.limits.began = began
        parser.say = say
        var failure: UsageError?
        if !isDisabled, let path = ConfigFile.defaultPath(environment) {
            do throws(UsageError) { try parser.include(path) } catch { failure = error }
        }
        try parser.run()
        // `--help` must work even if the configuration file is broken.
        if let failure, parser.settings.action == .upload { throw failure }
        return try parser.finish()
    }

    private var arguments: [ByteString]
    private let commandLine: [ByteString]
    private let environment: [String: String]
    private let standardInput: Int32
    private var readsFiles = true
    /// Tells the user what the command waits for.
    private var say: (String) -> Void = { _ in }
    private var next = 0
    private var settings = Settings()
    /// What is neither an option nor its value.
    private var words: [URLWord] = []
    /// The operations before a `--next`.
    private var finished: [(settings: Settings, words: [URLWord])] = []
    /// The options that count for all operations, with the operation that each is in.
    private var shared: [(operation: Int, row: OptionSpec, use: OptionUse)] = []

    /// The line of the configuration file that is being read, and the depth of nested files.
    private var place: ConfigPlace?
    private var depth = 0

    private init(
        arguments: [ByteString], environment: [String: String], standardInput: Int32
    ) {
        self.arguments = arguments
        commandLine = arguments
        self.environment = environment
        self.standardInput = standardInput
    }

    private mutating func run() throws(UsageError) {
        var takesOptions = true
        while settings.action == .upload, let argument = nextArgument() {
            let bytes = argument.bytes
            guard takesOptions, bytes.first == UInt8(ascii: "-") else {
                let last = settings.uses.last { $0.place == nil && !$0.isWord }
                words.append(URLWord(text: argument, option: last))
                settings.apply(word: OptionUse(option: "", argument: argument, place: place))
                continue
            }
            guard bytes.count > 1, bytes[1] == UInt8(ascii: "-") else {
                try applyShort(bytes.dropFirst())
                continue
            }
            if bytes.count == 2 {
                takesOptions = false
            } else {
                try applyLong(bytes.dropFirst(2))
            }
        }
    }

    /// `long`, `long=value` or `no-long`, without the dashes.
    private mutating func applyLong(_ bytes: ArraySlice<UInt8>) throws(UsageError) {
        let parts = bytes.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        let attached = parts.count > 1 ? ByteString(bytes: parts[1]) : nil
        let option = "--" + name

        if let row = OptionTable.row(long: name) {
            try apply(row, as: option, attached: attached)
            return
        }
        if let row = OptionTable.row(expanding: name) {
            guard case .required = row.argument else {
                throw .variable(option: option, .takesNoValue(row.longName))
            }
            try apply(row, as: option, attached: attached, isTemplate: true)
            return
        }
        guard name.hasPrefix("no-"), let row = OptionTable.row(long: String(name.dropFirst(3)))
        else { throw UnknownOption.long(parts[0]) }
        guard row.isNegatable else { throw .notNegatable(option: option) }
        if let attached { throw .unexpectedValue(option: option, value: attached) }
        try apply(row, OptionUse(option: option, isOn: false))
    }

    /// `sSfF`; the value of the last option follows in the pack or in the next argument.
    private mutating func applyShort(_ pack: ArraySlice<UInt8>) throws(UsageError) {
        guard !pack.isEmpty else { throw .unknownOption("-", suggestion: nil) }
        var pack = pack
        while let letter = pack.popFirst(), settings.action == .upload {
            guard let row = OptionTable.row(short: letter) else {
                throw UnknownOption.short(letter, pack)
            }
            let option = "-" + String(UnicodeScalar(letter))
            if row.argument == .none {
                try apply(row, OptionUse(option: option))
            } else {
                try apply(row, as: option, attached: pack.isEmpty ? nil : ByteString(bytes: pack))
                return
            }
        }
    }

    private mutating func apply(
        _ row: OptionSpec, as option: String, attached: ByteString?, isTemplate: Bool = false
    ) throws(UsageError) {
        var use = OptionUse(option: option, argument: attached, place: place)
        switch row.argument {
        case .none:
            if let attached { throw .unexpectedValue(option: option, value: attached) }
        case .optional:
            use.argument = attached ?? nextArgument()
        case .required(let argument):
            guard let value = attached ?? nextArgument() else {
                throw .missingValue(option: option, argument: argument)
            }
            use.argument = value
        }
        guard isTemplate else { return try apply(row, use, typed: nil) }
        guard readsFiles else { return }
        let typed = use.value
        use = try settings.expanded(use)
        if use.template != nil { return try settings.postpone(row, use, environment) }
        try apply(row, use, typed: typed)
    }

    /// Applies one use of an option; `typed` is a value before it was expanded.
    private mutating func apply(
        _ row: OptionSpec, _ use: OptionUse, typed: ByteString? = nil
    ) throws(UsageError) {
        var use = use
        use.place = place
        if let typed {
            try settings.apply(row, use, typed: typed)
        } else {
            try settings.apply(row, use)
        }
        if row.isShared { shared.append((finished.count, row, use)) }
        if settings.isFollowed { try beginOperation(after: use) }
        defer { (settings.config, settings.definition) = (nil, nil) }
        guard readsFiles else { return }
        if let definition = settings.definition { try define(definition) }
        guard let file = settings.config else { return }
        settings.config = nil
        try include(file.path)
    }

    /// `-user` where `--user` was meant: it was taken for `-u ser`.
    private var singleDash: (ByteString, String)? {
        for word in commandLine where word.bytes.first == UInt8(ascii: "-") {
            let name = word.bytes.dropFirst().prefix { $0 != UInt8(ascii: "=") }
            guard name.count > 1,
                OptionTable.row(long: String(decoding: name, as: UTF8.self)) != nil
            else { continue }
            let option = ByteString(bytes: [UInt8(ascii: "-")] + name)
            return (option, "-\(option)")
        }
        return nil
    }

    private mutating func nextArgument() -> ByteString? {
        guard next < arguments.count else { return nil }
        defer { next += 1 }
        return arguments[next]
    }
}

/// Operations.
extension ArgumentParser {
    /// `--next`: the options that follow are another operation's, but for those that are shared.
    private mutating func beginOperation(after use: OptionUse) throws(UsageError) {
        settings.isFollowed = false
        guard !settings.urls.isEmpty || settings.waitsForURL else { throw .noURLBefore(option: use.option) }
        finished.append((settings, words))
        var next = Settings()
        next.limits.began = settings.limits.began
        next.standardInput = settings.standardInput
        next.keepVariables(of: settings)
        for option in shared { try next.apply(option.row, option.use) }
        (settings, words) = (next, [])
    }

    /// The settings of all operations, after the checks that need the whole command line.
    private mutating func finish() throws(UsageError) -> [Settings] {
        guard settings.action == .upload else { return [settings] }
        finished.append((settings, words))
        for index in finished.indices {
            for option in shared where option.operation > index {
                try finished[index].settings.apply(option.row, option.use)
            }
            try finished[index].settings.checkWhole(finished[index].words, singleDash)
        }
        return finished.map(\.settings)
    }
}

/// Configuration files.
extension ArgumentParser {
    static let maximumDepth = 10

    /// Applies every line of a file; `-` is standard input.
    private mutating func include(_ path: ByteString) throws(UsageError) {
        guard depth < Self.maximumDepth else {
            throw .configsNestedTooDeep(limit: Self.maximumDepth)
        }
        let outer = (arguments, next, place)
        depth += 1
        defer {
            depth -= 1
            (arguments, next, place) = outer
        }
        let content = try content(of: path)
        let lines: [ConfigFile.Line]
        do throws(ConfigFile.SyntaxError) {
            lines = try ConfigFile.lines(content)
        } catch {
            throw .inConfig(
                ConfigPlace(file: path, line: error.number), .configSyntax(error.problem))
        }
        for line in lines {
            let place = ConfigPlace(file: path, line: line.number)
            self.place = place
            do throws(UsageError) { try apply(line) } catch { throw error.at(place) }
        }
    }

    /// Sets a variable.
    private mutating func define(_ argument: VariableArgument) throws(UsageError) {
        let limit = limitForReading(argument.inputFile?.path)
        try settings.define(
            argument, environment: environment, standardInput: standardInput, until: limit)
    }

    /// The time limit for reading a file; tells the user if it is a terminal.
    private func limitForReading(_ path: ByteString?) -> TimeLimit? {
        guard let path else { return nil }
        let ahead = settingsAhead
        if path == "-", Console.isTerminal(standardInput), !ahead.output.isSilent {
            say(Messages.readingTerminal)
        }
        return ahead.limits.timeLimit ?? settings.limits.timeLimit
    }

    private func content(of path: ByteString) throws(UsageError) -> [UInt8] {
        let limit = limitForReading(path)
        do throws(InputError) {
            return try path == "-"
                ? SmallFile.read(descriptor: standardInput, until: limit)
                : SmallFile.read(path, until: limit)
        } catch {
            switch error {
            case .system(let number): throw .configUnreadable(path, errno: number)
            case .timedOut(let timeout): throw .inputTimedOut(timeout)
            }
        }
    }

    /// The settings of the whole command line, for `-m` and `-s`, which may follow a configuration
    /// file that is a pipe.
    private var settingsAhead: Settings {
        var ahead = ArgumentParser(
            arguments: commandLine, environment: [:], standardInput: -1)
        ahead.readsFiles = false
        ahead.settings.limits.began = settings.limits.began
        // Errors are reported later, in order.
        try? ahead.run()
        return ahead.settings
    }

    /// Applies one option of a line, whose arguments are those of the line only.
    private mutating func apply(_ line: ConfigFile.Line) throws(UsageError) {
        let bytes = line.option.bytes
        let dash = UInt8(ascii: "-")
        guard bytes != [dash, dash] else { throw .unknownOption(line.option, suggestion: nil) }
        arguments = line.value.map { [$0] } ?? []
        next = 0
        if bytes.first != dash {
            try applyLong(bytes[...])
        } else if bytes.dropFirst().first != dash {
            try applyShort(bytes.dropFirst())
        } else {
            try applyLong(bytes.dropFirst(2))
        }
        let option = bytes.first == dash ? line.option.description : "--\(line.option.description)"
        if let surplus = nextArgument() { throw .unexpectedValue(option: option, value: surplus) }
        guard settings.action == .upload else { throw .notInConfig(option: option) }
    }
}
