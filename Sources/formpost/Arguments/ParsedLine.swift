import FormEncoding

/// A command line, read by the table of options: no file is opened, no option applied, no value checked.
///
/// Options are as in curl: short ones packed (`-sSf`), with their value attached or apart, long ones apart
/// or after `=`, `--no-long`, and `--`, after which there are no options.
struct ParsedLine {
    /// The options and URLs in their order, and why a word is neither.
    private(set) var uses: [Result<OptionUse, Failure>] = []
    /// The option at the end of the line that has no value yet.
    private(set) var pending: OptionSpec?
    /// Whether there is a `--`.
    private(set) var isEnded = false
    /// Whether `-q` comes first: the default configuration files are not read.
    private(set) var isDisabled = false

    private var words: ArraySlice<ByteString>
    /// The line of a configuration file; `nil` for the command line.
    private let place: ConfigPlace?

    /// Reads the arguments, without the command's name.
    init(_ arguments: [ByteString]) {
        (words, place) = (arguments[...], nil)
        removeDisable()
        while let word = words.popFirst() {
            if isEnded || word.bytes.first != UInt8(ascii: "-") {
                uses.append(.success(OptionUse(option: "", argument: word)))
            } else if word == "--" {
                isEnded = true
            } else {
                read(word.bytes)
            }
        }
    }

    init(_ line: ConfigFile.Line) {
        (words, place) = (line.value.map { [$0] } ?? [], line.place)
        let option = line.option.first == UInt8(ascii: "-") ? line.option : "--" + line.option
        if option == "--" {
            uses.append(.failure(UnknownOption.failure(option)))
        } else {
            read(option.bytes)
        }
        if let surplus = words.popFirst() {
            uses.append(.failure(Self.unexpected(surplus, of: option.description)))
        }
    }

    /// Removes `-q`, perhaps from before other letters, or `--disable`. As in curl, they count in the first
    /// argument only.
    private mutating func removeDisable() {
        guard let first = words.first else { return }
        if first == "--disable" || first == "-q" {
            words.removeFirst()
        } else if first.bytes.starts(with: "-q".utf8) {
            words[words.startIndex] = ByteString(bytes: first.bytes[..<1] + first.bytes[2...])
        } else {
            return
        }
        isDisabled = true
    }

    /// Reads a word that begins with a dash.
    private mutating func read(_ word: [UInt8]) {
        do throws(Failure) {
            if word.count > 1, word[1] == UInt8(ascii: "-") {
                try readLong(word[2...])
            } else {
                try readShort(word[1...])
            }
        } catch {
            uses.append(.failure(error))
        }
    }

    /// `long`, `long=value` or `no-long`, without the dashes.
    private mutating func readLong(_ bytes: ArraySlice<UInt8>) throws(Failure) {
        let parts = bytes.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self)
        let attached = parts.count > 1 ? ByteString(bytes: parts[1]) : nil
        let option = "--" + name

        if let row = OptionTable.index(long: name) {
            return try read(row, as: option, attached: attached)
        }
        if let row = OptionTable.index(expanding: name) {
            let spec = OptionTable.all[row]
            guard case .required = spec.argument else {
                throw .usage(
                    "\(option): \(spec.longName) needs no value, so nothing can be expanded")
            }
            return try read(row, as: option, attached: attached)
        }
        guard name.hasPrefix("no-"), let row = OptionTable.index(long: String(name.dropFirst(3)))
        else { throw UnknownOption.long(parts[0]) }
        guard OptionTable.all[row].isNegatable else {
            throw .usage(
                "unknown option \(Messages.quoted(option)): --\(name.dropFirst(3)) cannot be "
                    + "switched off")
        }
        if let attached { throw Self.unexpected(attached, of: option) }
        uses.append(.success(OptionUse(option: option, row: row, isOn: false, place: place)))
    }

    /// `sSfF`; the value of the last option follows in the group or in the next argument.
    private mutating func readShort(_ group: ArraySlice<UInt8>) throws(Failure) {
        guard !group.isEmpty else { throw UnknownOption.failure("-") }
        if let error = UnknownOption.singleDash(group) { throw error }
        var group = group
        while let letter = group.popFirst() {
            guard let row = OptionTable.index(short: letter) else {
                throw UnknownOption.short(letter)
            }
            let option = "-" + String(UnicodeScalar(letter))
            if OptionTable.all[row].argument == .none {
                if ["http://", "https://"].contains(where: { group.starts(with: $0.utf8) }) {
                    throw .usage("put a blank between \(option) and the URL")
                }
                try read(row, as: option, attached: nil)
            } else {
                return try read(
                    row, as: option, attached: group.isEmpty ? nil : ByteString(bytes: group))
            }
        }
    }

    private mutating func read(
        _ row: Int, as option: String, attached: ByteString?
    ) throws(Failure) {
        var use = OptionUse(option: option, row: row, argument: attached, place: place)
        switch OptionTable.all[row].argument {
        case .none:
            if let attached { throw Self.unexpected(attached, of: option) }
        case .attached:
            // A line of a configuration file has no other argument.
            if place != nil { use.argument = attached ?? words.popFirst() }
        case .optional:
            use.argument = attached ?? words.popFirst()
            if use.argument == nil { pending = use.spec }
        case .required(let argument):
            guard let value = attached ?? words.popFirst() else {
                pending = use.spec
                throw .usage("\(option) needs a value: \(option) <\(argument)>")
            }
            use.argument = value
            use.swallowsOption = attached == nil && place == nil && value.isOption
            use.hasStrayEquals = option.utf8.count == 2 && attached?.first == UInt8(ascii: "=")
        }
        uses.append(.success(use))
    }

    /// The options that count while the others are read, wherever they stand: a file that is a pipe may come
    /// before `-m` and `-s`, and an error before `--progress json`. Those that are wrong are left out, and reported in
    /// their turn. The time limit counts from `began`.
    func earlyOptions(
        began: ContinuousClock.Instant?
    ) -> (run: RunSettings, limit: TimeLimit?) {
        var (run, settings) = (RunSettings(), Settings())
        settings.limits.began = began
        for case .success(let use) in uses where !use.isExpanding {
            guard let spec = use.spec else { continue }
            switch spec.effect {
            case .run(let effect): try? effect(&run, use)
            case .operation(let effect) where spec.long == "max-time":
                try? effect(&settings, use)
            default: break
            }
        }
        return (run, settings.limits.timeLimit)
    }

    private static func unexpected(_ value: ByteString, of option: String) -> Failure {
        .usage("\(option) takes no value, but \(Messages.quoted(value)) was given")
    }
}

extension ByteString {
    /// Whether it is a word for an option of the table, with nothing attached.
    var isOption: Bool {
        guard first == UInt8(ascii: "-"), let row = OptionTable.row(of: description) else {
            return false
        }
        return [row.shortName, row.longName].contains(description)
    }
}
