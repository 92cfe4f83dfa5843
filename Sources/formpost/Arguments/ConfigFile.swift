import FormEncoding
import Foundation

/// A configuration file, in curl's syntax (curl(1), `-K`).
///
/// One option per line: with dashes and then a blank before its value, or without dashes and then a
/// blank, `=` or `:`. A line whose first character is `#`, `/` or `*` is a comment. In double
/// quotes `\t \n \r \v` are escapes, and a backslash before any other character stands for that
/// character. Text that curl drops, with or without a warning, is an error.
enum ConfigFile {
    /// One option of the file.
    struct Line: Equatable, Sendable {
        /// From 1 on.
        var number: Int

        /// As written, with its dashes if there are any.
        var option: ByteString

        /// Without quotes and escapes; `nil` if there is no value.
        var value: ByteString?
    }

    /// A syntax error of a line.
    enum Problem: Error, Equatable, Sendable {
        /// A separator in place of an option.
        case noOption(ByteString)
        case unclosedQuote(option: ByteString)
        /// Text that curl would drop, with or without a warning.
        case surplus(option: ByteString, text: ByteString)
        /// `--option = value`: curl would take the separator for the value.
        case separatorAfterDash(option: ByteString)
        case nul
    }

    /// A syntax error and its line.
    struct SyntaxError: Error, Equatable, Sendable {
        var number: Int
        var problem: Problem
    }

    /// Parses the options of a file, in order. What follows the name of one that `takesNoValue` may only be
    /// a comment.
    static func lines(
        _ content: [UInt8], takesNoValue: (ByteString) -> Bool = { _ in false }
    ) throws(SyntaxError) -> [Line] {
        var lines: [Line] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = content.starts(with: mark) ? content.dropFirst(mark.count) : content[...]
        let pieces = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            var scanner = ConfigScanner(rest: piece)
            do throws(Problem) {
                guard let (option, value) = try scanner.option(takesNoValue) else { continue }
                lines.append(Line(number: index + 1, option: option, value: value))
            } catch {
                throw SyntaxError(number: index + 1, problem: error)
            }
        }
        return lines
    }

    /// The users who can write a file, besides the caller and root.
    enum Writers {
        case nobody
        /// It belongs to another user.
        case owner
        /// By its mode. Members of the caller's own group do not count, which is often the user's alone.
        case others
    }

    static func writers(of path: ByteString) -> Writers {
        var status = stat()
        guard stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .nobody
        }
        let isOpen =
            status.st_mode & S_IWOTH != 0
            || (status.st_mode & S_IWGRP != 0 && status.st_gid != getegid())
        if isOpen { return .others }
        return [0, geteuid()].contains(status.st_uid) ? .nobody : .owner
    }

    /// The default files in their order: that of the machine, and that of the user.
    static func defaultPaths(
        _ environment: [String: ByteString], exists: (ByteString) -> Bool = SmallFile.exists
    ) -> [ByteString] {
        [ofMachine].filter(exists) + [defaultPath(environment, exists: exists)].compactMap(\.self)
    }

    private static let ofMachine: ByteString = "/etc/formpostrc"

    /// The default file of the user, which is the first that exists of `$FORMPOST_HOME/.formpostrc`,
    /// `$XDG_CONFIG_HOME/formpostrc`, `~/.formpostrc` and `~/.config/formpostrc`.
    static func defaultPath(
        _ environment: [String: ByteString], exists: (ByteString) -> Bool = SmallFile.exists
    ) -> ByteString? {
        let places = [
            ("FORMPOST_HOME", "/.formpostrc"), ("XDG_CONFIG_HOME", "/formpostrc"),
            ("HOME", "/.formpostrc"), ("HOME", "/.config/formpostrc"),
        ]
        for (variable, name) in places {
            guard let directory = environment[variable], !directory.isEmpty else { continue }
            let path = directory + ByteString(name)
            if exists(path) { return path }
        }
        return nil
    }
}

/// Parses one line of a configuration file.
private struct ConfigScanner {
    var rest: ArraySlice<UInt8>

    /// The option and its value; `nil` for a comment or a blank line.
    mutating func option(
        _ takesNoValue: (ByteString) -> Bool
    ) throws(ConfigFile.Problem) -> (ByteString, ByteString?)? {
        skip(while: \.isBlank)
        guard let first = rest.first, !isComment(first) else { return nil }
        guard !rest.contains(0) else { throw .nul }

        let isDashed = first == UInt8(ascii: "-")
        let isEnd = { (byte: UInt8) in byte.isBlank || (!isDashed && isSeparator(byte)) }
        let option = ByteString(bytes: eat { !isEnd($0) })
        guard !option.bytes.isEmpty else { throw .noOption(ByteString(bytes: rest)) }
        skip(while: isEnd)
        try checkAttached(option)
        if rest.first == UInt8(ascii: "#"), takesNoValue(option) { return (option, nil) }
        return (option, try value(of: option, isDashed: isDashed))
    }

    /// Checks `--option=value`, which curl does not support: it has neither quotes nor blanks.
    private func checkAttached(_ option: ByteString) throws(ConfigFile.Problem) {
        guard option.bytes.starts(with: "--".utf8),
            let separator = option.bytes.firstIndex(of: UInt8(ascii: "="))
        else { return }
        let isQuoted = option.bytes[(separator + 1)...].first == UInt8(ascii: "\"")
        guard isQuoted || !rest.isEmpty else { return }
        throw .separatorAfterDash(option: ByteString(bytes: option.bytes[..<separator]))
    }

    private mutating func value(
        of option: ByteString, isDashed: Bool
    ) throws(ConfigFile.Problem) -> ByteString? {
        guard let first = rest.first else { return nil }
        let isQuoted = first == UInt8(ascii: "\"")
        let value = try isQuoted ? quoted(option) : eat { !$0.isBlank }
        skip(while: \.isBlank)
        if let next = rest.first, next != UInt8(ascii: "#") {
            let isSeparated = isDashed && value.count == 1 && value.allSatisfy(isSeparator)
            throw isSeparated
                ? .separatorAfterDash(option: option)
                : .surplus(option: option, text: ByteString(bytes: rest))
        }
        return ByteString(bytes: value)
    }

    /// The text between double quotes, unescaped.
    private mutating func quoted(_ option: ByteString) throws(ConfigFile.Problem) -> [UInt8] {
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return value
            case UInt8(ascii: "\\"):
                guard let letter = rest.popFirst() else { break }
                value.append(unescaped(letter))
            default: value.append(byte)
            }
        }
        throw .unclosedQuote(option: option)
    }

    private func unescaped(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "v"): 0x0B
        case UInt8(ascii: "r"): 0x0D
        default: letter
        }
    }

    private mutating func eat(while condition: (UInt8) -> Bool) -> [UInt8] {
        let eaten = rest.prefix(while: condition)
        rest.removeFirst(eaten.count)
        return Array(eaten)
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        rest = rest.drop(while: condition)
    }
}

private func isSeparator(_ byte: UInt8) -> Bool { "=:".utf8.contains(byte) }

private func isComment(_ byte: UInt8) -> Bool { "#/*".utf8.contains(byte) }
