import FormEncoding
import FormUpload

/// Turns a command line into `Settings`, using only the option table.
///
/// Options as in curl: short ones packed (`-sSf`), with their value attached or apart, long ones
/// apart or after `=`, `--no-long`, and `--`, after which there are no options. The files that are
/// read are those with options, variables, fields and URLs (ArgumentParser+Files.swift).
struct ArgumentParser {
    /// The settings of all arguments (without the command's name) and of each operation, which `--next`
    /// separates, on top of the default configuration file, which `environment` determines.
    ///
    /// `began` is the start of the command, from which its time limit counts. `learn` gets the secrets so
    /// far, also after an error, which may quote those of variables.
    static func operations(
        _ arguments: [ByteString], environment: [String: ByteString] = [:],
        standardInput: Int32 = 0,
        began: ContinuousClock.Instant? = nil,
        say: @escaping (String, RunSettings.Display) -> Void = { _, _ in },
        learn: (SecretValues) -> Void = { _ in }
    ) throws(UsageError) -> (run: RunSettings, operations: [Settings]) {
        var arguments = arguments
        let isDisabled = ConfigFile.removeDisable(from: &arguments)
        var parser = ArgumentParser(
            arguments: arguments, environment: environment, standardInput: standardInput)
        parser.settings.limits.began = began
        parser.say = say
        defer { learn(parser.settings.secretValues(parser.run.secrets)) }
        var failure: UsageError?
        if !isDisabled {
            do throws(UsageError) { try parser.includeDefaults() } catch { failure = error }
        }
        do throws(UsageError) { try parser.parse() } catch { throw parser.explained(error) }
        // `--help` must work even if the configuration file is broken.
        if let failure, parser.settings.action == .upload { throw failure }
        return try parser.finish()
    }

    var arguments: [ByteString]
    let commandLine: [ByteString]
    let environment: [String: ByteString]
    let standardInput: Int32
    var readsFiles = true
    /// The settings of the whole command line, read ahead without its files.
    var knownAhead: (run: RunSettings, limits: UploadLimits)?
    /// Tells the user what the command waits for, as the output options say.
    var say: (String, RunSettings.Display) -> Void = { _, _ in }
    var next = 0
    var run = RunSettings()
    var settings = Settings()
    /// The words that are neither an option nor its value.
    var words: [URLWord] = []
    /// The operations before a `--next`.
    var finished: [(settings: Settings, words: [URLWord])] = []

    /// The options of the default configuration files, which each operation begins with.
    private var defaults: Settings?

    /// The line of the configuration file that is being read, and the depth of nested files.
    var place: ConfigPlace?
    var depth = 0

    init(
        arguments: [ByteString], environment: [String: ByteString], standardInput: Int32
    ) {
        self.arguments = arguments
        commandLine = arguments
        self.environment = environment
        self.standardInput = standardInput
    }

    mutating func parse() throws(UsageError) {
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
    mutating func applyLong(_ bytes: ArraySlice<UInt8>) throws(UsageError) {
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
    mutating func applyShort(_ pack: ArraySlice<UInt8>) throws(UsageError) {
        guard !pack.isEmpty else { throw .unknownOption("-", suggestion: nil) }
        if let error = UnknownOption.singleDash(pack) { throw error }
        var pack = pack
        while let letter = pack.popFirst(), settings.action == .upload {
            guard let row = OptionTable.row(short: letter) else {
                throw UnknownOption.short(letter)
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

    mutating func apply(
        _ row: OptionSpec, as option: String, attached: ByteString?, isTemplate: Bool = false
    ) throws(UsageError) {
        var use = OptionUse(option: option, argument: attached, place: place)
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
            if attached == nil, let option = SwallowedOption(use, row) {
                settings.swallowed.append(option)
            }
        }
        guard isTemplate else { return try apply(row, use) }
        guard readsFiles else { return }
        let typed = use.value
        use = try settings.expanded(use, of: row, run.secrets)
        if use.template != nil { return try settings.postpone(row, use, environment) }
        try apply(row, use, typed: typed)
    }

    /// Applies one use of an option; `typed` is a value before it was expanded.
    mutating func apply(
        _ row: OptionSpec, _ use: OptionUse, typed: ByteString? = nil
    ) throws(UsageError) {
        var use = use
        use.place = place
        switch row.effect {
        case .operation(let effect): try settings.apply(row, effect, use, typed: typed)
        case .run(let effect): try apply(row, effect, use, typed: typed)
        }
        if settings.isFollowed { try beginOperation(after: use) }
        let input = settings.pendingInput
        settings.pendingInput = nil
        guard readsFiles else { return }
        switch input {
        case .configuration(let file): try include(file.path)
        case .variable(let definition): try define(definition)
        case .fields(let use): try addFields(of: use)
        case .urls(let use): try addURLs(of: use)
        case .token(let use): try addToken(of: use)
        case nil: break
        }
    }

    /// Applies one use of an option that counts for all operations. Its file is the first one's.
    private mutating func apply(
        _ row: OptionSpec, _ effect: (inout RunSettings, OptionUse) throws(UsageError) -> Void,
        _ use: OptionUse, typed: ByteString?
    ) throws(UsageError) {
        try row.hiding(typed, in: use) { () throws(UsageError) in try effect(&run, use) }
        settings.uses.append(use)
        let before = run.typed.updateValue(use.option, forKey: row.long)
        if finished.isEmpty {
            try settings.recordFiles(of: row, use, before)
        } else {
            try finished[0].settings.recordFiles(of: row, use, before)
        }
    }

    mutating func nextArgument() -> ByteString? {
        guard next < arguments.count else { return nil }
        defer { next += 1 }
        return arguments[next]
    }
}

/// Operations.
extension ArgumentParser {
    /// Reads the default configuration files. They count for every operation, unlike a file of `-K`.
    private mutating func includeDefaults() throws(UsageError) {
        for path in ConfigFile.defaultPaths(environment) {
            try include(path, isNamed: false)
        }
        // A file that has a `next` itself is the beginning of a command line.
        if finished.isEmpty { defaults = settings }
    }

    /// `--next`: the options that follow are another operation's. As in
    /// curl it does nothing where a configuration file begins with it before there is a request.
    mutating func beginOperation(after use: OptionUse) throws(UsageError) {
        settings.isFollowed = false
        let isFirst = settings.uses.filter { $0.place?.file == use.place?.file }.count == 1
        if use.place != nil, isFirst, settings.urls.isEmpty, !settings.hasBody { return }
        guard !settings.urls.isEmpty || settings.waitsForURL else {
            throw .noURLBefore(option: use.option)
        }
        finished.append((settings, words))
        var next = defaults ?? Settings()
        next.limits.began = settings.limits.began
        next.standardInput = settings.standardInput
        next.keepVariables(of: settings)
        (settings, words) = (next, [])
    }

    /// The settings of all operations, after the checks that need the whole command line.
    mutating func finish() throws(UsageError) -> (RunSettings, [Settings]) {
        guard settings.action == .upload else { return (run, [settings]) }
        finished.append((settings, words))
        for (settings, words) in finished { try settings.checkWhole(words, run) }
        let operations = finished.map(\.settings)
        try Settings.checkCaptures(operations, run)
        try Settings.checkSecretVariables(operations)
        return (run, operations)
    }
}
