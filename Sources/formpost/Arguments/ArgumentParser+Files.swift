import FormEncoding
import FormUpload
import Foundation

/// The files that are read while parsing: configuration, variables, fields and URLs; what they have counts in
/// the place of the option that names them.
extension ArgumentParser {
    static let maximumDepth = 10

    /// Applies every line of a file; `-` is standard input. The default file is not named.
    mutating func include(_ path: ByteString, isNamed: Bool = true) throws(UsageError) {
        guard depth < Self.maximumDepth else {
            throw .configsNestedTooDeep(limit: Self.maximumDepth)
        }
        let outer = (arguments, next, place)
        depth += 1
        defer {
            depth -= 1
            (arguments, next, place) = outer
        }
        let content: [UInt8]
        do throws(UsageError) {
            content = try self.content(of: InputFile(path: path, option: "--config"))
        } catch {
            guard case .unreadableFile(_, let number) = error else { throw error }
            throw .configUnreadable(path, errno: number)
        }
        try checkTrust(in: path, isNamed: isNamed)
        let lines: [ConfigFile.Line]
        do throws(ConfigFile.SyntaxError) {
            lines = try ConfigFile.lines(content) {
                OptionTable.row(of: $0.description)?.argument == .some(.none)
            }
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
    mutating func define(_ argument: VariableArgument) throws(UsageError) {
        let limit = limitForReading(argument.inputFile?.path)
        try settings.define(
            argument, environment: environment, standardInput: standardInput, until: limit)
    }

    /// Puts the fields of a file (`--form-fields`) before those of other options.
    mutating func addFields(of use: OptionUse) throws(UsageError) {
        try settings.addFields(content(of: InputFile(use, path: use.value)), of: use)
    }

    /// Adds the URLs of a file (`--url @file`).
    mutating func addURLs(of use: OptionUse) throws(UsageError) {
        guard let file = use.fileAfterAt else { return }
        try settings.addURLs(content(of: file), of: use)
    }

    /// Uses the token of `--bearer-env` as if it had been given to `--oauth2-bearer`.
    mutating func addToken(of use: OptionUse) throws(UsageError) {
        let name = use.value.description
        guard let token = environment[name], !token.isEmpty else {
            throw .noToken(option: use.option, name: name, isEmpty: environment[name] != nil)
        }
        settings.variables.record(VariableValue(name: name, text: token.bytes, isImported: true))
        guard let row = OptionTable.row(long: "oauth2-bearer"),
            case .operation(let effect) = row.effect
        else { return }
        let bearer = OptionUse(
            option: "--oauth2-bearer", argument: token, place: use.place)
        do throws(UsageError) { try settings.apply(row, effect, bearer) } catch {
            guard case .badValue(_, _, let problem) = error else { throw error }
            throw .badValue(
                option: use.option, value: "[masked]",
                problem: problem.withoutText(of: token, from: name))
        }
    }

    /// Objects to a configuration file that others can change: refuses one that is read without being
    /// named, and warns of one that is named. A user's default file may belong to another, as where a
    /// container's volume is the home directory; root's must not.
    private mutating func checkTrust(in path: ByteString, isNamed: Bool) throws(UsageError) {
        let writers = path == "-" ? .nobody : ConfigFile.writers(of: path)
        guard writers != .nobody else { return }
        if !isNamed, writers == .others || geteuid() == 0 {
            throw .configWritable(path, byOwner: writers == .owner)
        }
        if ahead.run.display.showsProblems {
            say(Messages.configWritable(path, byOwner: writers == .owner), ahead.run.display)
        }
    }

    /// The time limit for reading a file; tells the user if it is a terminal.
    private mutating func limitForReading(_ path: ByteString?) -> TimeLimit? {
        guard let path else { return nil }
        if path == "-", isatty(standardInput) == 1, !ahead.run.display.isSilent {
            say(Messages.readingTerminal, ahead.run.display)
        }
        return ahead.limits.timeLimit ?? settings.limits.timeLimit
    }

    /// The content of a file with options or fields; `-` is standard input.
    private mutating func content(of file: InputFile) throws(UsageError) -> [UInt8] {
        try SmallFile.read(
            file, standardInput: standardInput, until: limitForReading(file.path),
            size: SmallFile.listLimit)
    }

    /// The settings of the whole command line, for `-m` and `-s`, which may follow a configuration
    /// file that is a pipe.
    private var ahead: (run: RunSettings, limits: UploadLimits) {
        mutating get {
            let ahead =
                knownAhead ?? Self.settingsAhead(of: commandLine, began: settings.limits.began)
            knownAhead = ahead
            return ahead
        }
    }

    /// Reads all options of a command line that are valid, without its files.
    static func settingsAhead(
        of commandLine: [ByteString], began: ContinuousClock.Instant?
    ) -> (run: RunSettings, limits: UploadLimits) {
        var ahead = ArgumentParser(
            arguments: commandLine, environment: [:], standardInput: -1)
        ahead.readsFiles = false
        ahead.settings.limits.began = began
        // Errors are reported later, in order. Each is behind at least one argument.
        while (try? ahead.parse()) == nil {}
        return (ahead.run, ahead.settings.limits)
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
