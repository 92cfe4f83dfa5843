import FormEncoding
import Foundation

/// A configuration file, in curl's syntax (curl(1), `-K`).
///
/// One option per line: with dashes and then a blank before its value, or without dashes and then a
/// blank, `=` or `:`. A line whose first character is `#`, `/` or `*` is a comment. In double
/// quotes `\t \n \r \v` are escapes, and a backslash before any other character stands for that
/// character. Text that curl drops, with or without a warning, is an error.
enum ConfigFile {
    /// The option as written, with its dashes if there are any, and its value without quotes and escapes.
    typealias Line = (place: ConfigPlace, option: ByteString, value: ByteString?)

    static func lines(_ content: [UInt8], of path: ByteString) throws(Failure) -> [Line] {
        var lines: [Line] = []
        let pieces = content.withoutMark.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
            var scanner = ConfigScanner(rest: piece)
            let place = ConfigPlace(file: path, line: index + 1)
            do throws(Failure) {
                guard let (option, value) = try scanner.option() else { continue }
                lines.append((place, option, value))
            } catch {
                throw error.at(place)
            }
        }
        return lines
    }

    /// Objects to a file that users besides the caller and root can change: refuses one that is read without being
    /// named, and warns of one that is named. Members of the caller's own group do not count, which is often the
    /// user's alone. A user's default file may belong to another, as where a container's volume is the home directory;
    /// root's must not.
    static func checkTrust(
        in path: ByteString, isNamed: Bool, _ console: Console
    ) throws(Failure) {
        var status = stat()
        guard path != "-", stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return }
        let isOpen =
            status.st_mode & S_IWOTH != 0
            || (status.st_mode & S_IWGRP != 0 && status.st_gid != getegid())
        guard isOpen || ![0, geteuid()].contains(status.st_uid) else { return }
        let remedy =
            isOpen ? "can be changed by others: run chmod go-w" : "belongs to another user"
        let text = "the configuration file \(Messages.path(path)) \(remedy)"
        if !isNamed, isOpen || geteuid() == 0 {
            throw .unreadable(
                "\(text); -q leaves it out, and -q -K \(Messages.shown(path)) reads it with a warning"
            )
        }
        if console.showsProblems { console.say("formpost: warning: " + text) }
    }

    /// The default files in their order: that of the machine, and that of the user, which is the first that
    /// exists of `$FORMPOST_HOME/.formpostrc`, `$XDG_CONFIG_HOME/formpostrc`, `~/.formpostrc` and
    /// `~/.config/formpostrc`.
    static func defaultPaths(_ environment: [String: ByteString]) -> [ByteString] {
        let places = [
            ("FORMPOST_HOME", "/.formpostrc"), ("XDG_CONFIG_HOME", "/formpostrc"),
            ("HOME", "/.formpostrc"), ("HOME", "/.config/formpostrc"),
        ]
        let ofUser = places.lazy.compactMap { variable, name -> ByteString? in
            guard let directory = environment[variable], !directory.isEmpty else { return nil }
            return directory + ByteString(name)
        }.first(where: SmallFile.exists)
        return ["/etc/formpostrc"].filter(SmallFile.exists) + (ofUser.map { [$0] } ?? [])
    }
}

extension Failure {
    /// The failure with its place in a configuration file; with nested files, the innermost wins.
    func at(_ place: ConfigPlace) -> Failure {
        guard !isPlaced else { return self }
        var placed = of(Messages.text(place))
        placed.isPlaced = true
        return placed
    }
}

private struct ConfigScanner {
    var rest: ArraySlice<UInt8>

    /// The option and its value; `nil` for a comment or a blank line.
    mutating func option() throws(Failure) -> (ByteString, ByteString?)? {
        rest = rest.drop(while: \.isBlank)
        guard let first = rest.first, !"#/*".utf8.contains(first) else { return nil }
        guard !rest.contains(0) else { throw .usage("a NUL would end the line") }

        let isDashed = first == UInt8(ascii: "-")
        let isEnd = { (byte: UInt8) in byte.isBlank || (!isDashed && isSeparator(byte)) }
        let option = ByteString(bytes: eat { !isEnd($0) })
        guard !rest.starts(with: "://".utf8) else {
            throw .usage("a URL is the value of an option: write url = \"…\"")
        }
        guard !option.bytes.isEmpty else {
            let text = ByteString(bytes: rest)
            throw .usage("\(Messages.quoted(text)) does not begin with the name of an option")
        }
        rest = rest.drop(while: isEnd)
        try checkAttached(option)
        // What follows the name of an option without a value may only be a comment.
        if rest.first == UInt8(ascii: "#"),
            OptionTable.row(of: option.description)?.argument == .some(.none)
        {
            return (option, nil)
        }
        return (option, try value(of: option, isDashed: isDashed))
    }

    /// Checks `--option=value`, which curl does not support: it has neither quotes nor blanks.
    private func checkAttached(_ option: ByteString) throws(Failure) {
        guard option.bytes.starts(with: "--".utf8),
            let separator = option.bytes.firstIndex(of: UInt8(ascii: "="))
        else { return }
        let isQuoted = option.bytes[(separator + 1)...].first == UInt8(ascii: "\"")
        guard isQuoted || !rest.isEmpty else { return }
        throw Self.separator(after: ByteString(bytes: option.bytes[..<separator]))
    }

    /// `--option = value`: curl would take the separator for the value.
    private static func separator(after option: ByteString) -> Failure {
        .usage(
            "an option that begins with a dash takes its value without '=' or ':': write "
                + "\(Messages.shown(option)) value")
    }

    private mutating func value(
        of option: ByteString, isDashed: Bool
    ) throws(Failure) -> ByteString? {
        guard let first = rest.first else { return nil }
        let isQuoted = first == UInt8(ascii: "\"")
        let value = try isQuoted ? quoted(option) : eat { !$0.isBlank }
        rest = rest.drop(while: \.isBlank)
        if let next = rest.first, next != UInt8(ascii: "#") {
            let isSeparated = isDashed && value.count == 1 && value.allSatisfy(isSeparator)
            if isSeparated { throw Self.separator(after: option) }
            let surplus = ByteString(bytes: rest)
            // The text after an unknown option may be a secret, too.
            let isOpen = OptionTable.row(of: option.description)?.secrecy == .open
            throw .usage(
                (isOpen ? Messages.quoted(surplus) : "text")
                    + " after the value of \(Messages.quoted(option)) would be lost: put double quotes "
                    + "around a value with blanks")
        }
        return ByteString(bytes: value)
    }

    /// The text between double quotes, unescaped.
    private mutating func quoted(_ option: ByteString) throws(Failure) -> [UInt8] {
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return value
            case UInt8(ascii: "\\"):
                guard let letter = rest.popFirst() else { break }
                value.append(Self.escapes[letter] ?? letter)
            default: value.append(byte)
            }
        }
        throw .usage(
            "the value of \(Messages.quoted(option)) has no closing double quote in its line (write a line "
                + "break as \\n)")
    }

    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip("tnvr".utf8, "\t\n\u{B}\r".utf8))

    private mutating func eat(while condition: (UInt8) -> Bool) -> [UInt8] {
        let eaten = rest.prefix(while: condition)
        rest.removeFirst(eaten.count)
        return Array(eaten)
    }
}

private func isSeparator(_ byte: UInt8) -> Bool { "=:".utf8.contains(byte) }
