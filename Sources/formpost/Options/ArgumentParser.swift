import FormEncoding

/// Turns a command line into `Settings`, using only the option table.
///
/// Options as in curl: short ones packed (`-sSf`), with their value attached or apart, long ones
/// apart or after `=`, `--no-long`, and `--`, after which there are no options. Only configuration
/// files are read; their options count in the place of `-K`.
struct ArgumentParser {
    /// The settings of the arguments (without the command's name), on top of the default
    /// configuration file, which `environment` determines.
    ///
    /// `began` is the start of the command, from which its time limit counts.
    static func parse(
        _ arguments: [ByteString], environment: [String: String] = [:], standardInput: Int32 = 0,
        began: ContinuousClock.Instant? = nil, say: @escaping (String) -> Void = { _ in }
    ) throws(UsageError) -> Settings {
        var arguments = arguments
        let isDisabled = ConfigFile.takeDisable(&arguments)
        var parser = ArgumentParser(arguments: arguments, standardInput: standardInput)
        parser.settings.limits.began = began
        parser.say = say
        var failure: UsageError?
        if !isDisabled, let path = ConfigFile.defaultPath(environment) {
            do throws(UsageError) { try parser.include(path) } catch { failure = error }
        }
        try parser.run()
        // `--help` must work even if the configuration file is broken.
        if let failure, parser.settings.action == .upload { throw failure }
        try parser.checkWhole()
        return parser.settings
    }

    private var arguments: [ByteString]
    private let commandLine: [ByteString]
    private let standardInput: Int32
    private var readsFiles = true
    /// Tells the user what the command waits for.
    private var say: (String) -> Void = { _ in }
    private var next = 0
    private var settings = Settings()
    /// What is neither an option nor its value.
    private var words: [URLWord] = []

    /// The line of the configuration file that is being read, and the depth of nested files.
    private var place: ConfigPlace?
    private var depth = 0

    private init(arguments: [ByteString], standardInput: Int32) {
        self.arguments = arguments
        commandLine = arguments
        self.standardInput = standardInput
    }

    private mutating func run() throws(UsageError) {
        var takesOptions = true
        while settings.action == .upload, let argument = nextArgument() {
            let bytes = argument.bytes
            guard takesOptions, bytes.first == UInt8(ascii: "-") else {
                settings.add(argument, isConfigured: place != nil)
                let last = settings.uses.last { $0.place == nil }
                words.append(URLWord(text: argument, option: last))
                settings.secrets += Secrecy.url.secrets(in: argument)
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
        guard name.hasPrefix("no-"), let row = OptionTable.row(long: String(name.dropFirst(3)))
        else { throw .unknown(long: parts[0]) }
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
                throw .unknown(short: letter, before: pack)
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
        _ row: OptionSpec, as option: String, attached: ByteString?
    ) throws(UsageError) {
        var use = OptionUse(option: option, argument: attached)
        switch row.argument {
        case .none:
            if let attached { throw .unexpectedValue(option: option, value: attached) }
        case .attached:
            // A line of a configuration file has no other argument.
            if place != nil { use.argument = attached ?? nextArgument() }
        case .optional:
            use.argument = attached ?? nextArgument()
        case .required(let argument):
            guard let value = attached ?? nextArgument() else {
                throw .missingValue(option: option, argument: argument)
            }
            use.argument = value
        }
        try apply(row, use)
    }

    /// Applies one use of an option.
    private mutating func apply(_ row: OptionSpec, _ use: OptionUse) throws(UsageError) {
        var use = use
        use.place = place
        settings.optionInUse = use.option
        try row.apply(&settings, use)
        settings.optionInUse = ""
        settings.uses.append(use)
        try settings.note(row, use)
        if let use = settings.fieldsFile {
            settings.fieldsFile = nil
            if readsFiles { try addFields(of: use) }
        }
        guard let file = settings.config else { return }
        settings.config = nil
        if readsFiles { try include(file.path) }
    }

    /// Checks that need the whole command line.
    private func checkWhole() throws(UsageError) {
        guard settings.action == .upload else { return }
        // A stray word must not take the place of a configured URL.
        let urls = settings.givenURLs + settings.configuredURLs
        if let stray = StrayArgument.error(urls, settings.form.fields) { throw stray }
        if let (first, second) = settings.bodyOptions { throw .severalBodies(first, second) }
        guard !settings.urls.isEmpty else { throw .noURL }
        if settings.urls.count > 1 {
            if let (word, option) = singleDash { throw .unknownOption(word, suggestion: option) }
            let (first, second) = URLWord.two(
                of: settings.urls.map { url in
                    words.first { $0.text == url } ?? URLWord(text: url, isValue: true)
                }, settings.output)
            throw .severalURLs(first, second)
        }
        if settings.data.files.count > 1 { throw .surplusUpload(settings.data.files[1]) }
        if settings.output.files.count > 1 {
            throw .surplusOutput(
                option: settings.name(of: "output"), file: settings.output.files[1])
        }
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
        let content = try content(of: path) { .configUnreadable(path, errno: $0) }
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

    /// Puts the fields of a file (`--form-fields`) before those of other options.
    private mutating func addFields(of use: OptionUse) throws(UsageError) {
        let file = InputFile(use, path: use.value)
        try settings.addFields(
            content(of: file.path) { .unreadableFile(file, errno: $0) }, of: use)
    }

    /// The content of a file with options or fields; `-` is standard input.
    private func content(
        of path: ByteString, orError unreadable: (Int32) -> UsageError
    ) throws(UsageError) -> [UInt8] {
        let ahead = settingsAhead
        let limit = ahead.limits.timeLimit ?? settings.limits.timeLimit
        if path == "-", Console.isTerminal(standardInput), !ahead.output.isSilent {
            say(Messages.readingTerminal)
        }
        do throws(InputError) {
            return try path == "-"
                ? SmallFile.read(descriptor: standardInput, until: limit)
                : SmallFile.read(path, until: limit)
        } catch {
            switch error {
            case .system(let number): throw unreadable(number)
            case .timedOut(let timeout): throw .inputTimedOut(timeout)
            }
        }
    }

    /// The settings of the whole command line, for `-m` and `-s`, which may follow a configuration
    /// file that is a pipe.
    private var settingsAhead: Settings {
        var ahead = ArgumentParser(arguments: commandLine, standardInput: -1)
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
