import FormEncoding

/// A command line becomes `Settings`, by the option table alone.
///
/// Options as in curl: short ones packed (`-sSf`), with their value attached or apart, long ones
/// apart or after `=`, `--no-long`, `--` before what is not an option. Nothing is opened or read.
struct ArgumentParser {
    /// What the arguments (without the command's own name) ask for.
    static func parse(_ arguments: [ByteString]) throws(UsageError) -> Settings {
        var parser = ArgumentParser(arguments: arguments)
        try parser.run()
        return parser.settings
    }

    private let arguments: [ByteString]
    private var next = 0
    private var settings = Settings()

    private init(arguments: [ByteString]) { self.arguments = arguments }

    private mutating func run() throws(UsageError) {
        var takesOptions = true
        while settings.action == .upload, let argument = nextArgument() {
            let bytes = argument.bytes
            guard takesOptions, bytes.first == UInt8(ascii: "-") else {
                settings.urls.append(argument)
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
        try checkWhole()
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
        else { throw unknownLong(parts[0]) }
        guard row.isNegatable else { throw .notNegatable(option: option) }
        if let attached { throw .unexpectedValue(option: option, value: attached) }
        try row.apply(&settings, OptionUse(option: option, isOn: false))
    }

    /// `sSfF` with the value of the last in the pack or in the next argument.
    private mutating func applyShort(_ pack: ArraySlice<UInt8>) throws(UsageError) {
        guard !pack.isEmpty else { throw .unknownOption("-", suggestion: nil) }
        var pack = pack
        while let letter = pack.popFirst(), settings.action == .upload {
            guard let row = OptionTable.row(short: letter) else { throw unknownShort(letter, pack) }
            let option = "-" + String(UnicodeScalar(letter))
            if row.argument == .none {
                try row.apply(&settings, OptionUse(option: option))
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
        case .optional:
            use.argument = attached ?? nextArgument()
        case .required(let argument):
            guard let value = attached ?? nextArgument() else {
                throw .missingValue(option: option, argument: argument)
            }
            use.argument = value
        }
        try row.apply(&settings, use)
    }

    /// What only the whole command line can show to be wrong.
    private func checkWhole() throws(UsageError) {
        guard settings.action == .upload else { return }
        guard !settings.urls.isEmpty else { throw .noURL }
        if settings.urls.count > 1 { throw .severalURLs(settings.urls[1]) }
        if settings.output.files.count > 1 { throw .surplusOutput(settings.output.files[1]) }
    }

    private mutating func nextArgument() -> ByteString? {
        guard next < arguments.count else { return nil }
        defer { next += 1 }
        return arguments[next]
    }

    private func unknownLong(_ name: ArraySlice<UInt8>) -> UsageError {
        let nearest = Suggestion.nearest(
            to: String(decoding: name, as: UTF8.self).lowercased(), among: OptionTable.longNames)
        return .unknownOption(
            ByteString(bytes: Array("--".utf8) + name), suggestion: nearest.map { "--" + $0 })
    }

    /// A single dash before a long name (`-form-string`) is worth a hint too.
    private func unknownShort(_ letter: UInt8, _ rest: ArraySlice<UInt8>) -> UsageError {
        let word = String(
            decoding: [letter] + rest.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        if OptionTable.row(long: word) != nil {
            return .unknownOption(ByteString("-" + word), suggestion: "--" + word)
        }
        let otherCase = letter == lowercased(letter) ? letter & ~0x20 : letter | 0x20
        let isLetter =
            lowercased(letter) >= UInt8(ascii: "a") && lowercased(letter) <= UInt8(ascii: "z")
        let known = isLetter && OptionTable.row(short: otherCase) != nil
        return .unknownOption(
            ByteString(bytes: [UInt8(ascii: "-"), letter]),
            suggestion: known ? "-" + String(UnicodeScalar(otherCase)) : nil)
    }
}
