import FormEncoding

/// What may stand at the cursor of a command line: `--complete SHELL WORD…`, for the scripts in
/// `Texts`.
///
/// The last word is the one at the cursor, as far as it is typed; words have no quotes. Only bash gives
/// its whole line, and the characters at which readline begins to replace (`COMP_WORDBREAKS`).
struct Completion {
    enum Shell: String { case bash, zsh, fish }

    private let shell: Shell
    /// Those before the cursor, without the name of the command and without quotes.
    private var words: [ByteString] = []
    /// The word at the cursor, as far as it is typed.
    private var typed = ByteString()
    /// Readline replaces what follows the last of its break characters, or the quote that is open, and
    /// keeps as many bytes of the word at the cursor.
    private var kept = 0
    /// The quote in the word at the cursor that is open, which readline closes after a single candidate.
    private var quote: UInt8?
    private var isQuoted: Bool { quote != nil }

    /// Each is the whole word, and what it means.
    private var candidates: [(word: ByteString, meaning: String)] = []
    /// The shell completes the path after some bytes of the word, instead.
    private var delegated: (kind: String, prefix: Int)?
    private var isFilenames = false

    /// The answer to the arguments of the command, if they ask for one.
    static func answer(_ arguments: ArraySlice<ByteString>) -> ByteString? {
        let rest = Array(arguments.dropFirst(2))
        guard arguments.first == "--complete", !rest.isEmpty,
            let shell = Shell(rawValue: arguments[arguments.startIndex + 1].description)
        else { return nil }
        var completion = Completion(shell, rest)
        completion.complete()
        return completion.answer
    }

    private init(_ shell: Shell, _ arguments: [ByteString]) {
        self.shell = shell
        if shell == .bash {
            split(arguments[0], breaks: arguments.count > 1 ? arguments[1] : "")
            words = Array(words.dropFirst())
        } else {
            (words, typed) = (arguments.dropLast(), arguments.last ?? "")
        }
    }

    /// A line for the shell's script, and one for each candidate.
    private var answer: ByteString {
        let found = candidates.filter { !$0.word.contains { $0 == 0x0A || $0 == 0x09 } }
        let first: ByteString = delegated.map { "\($0.kind) \($0.prefix)\n" } ?? "\n"
        switch shell {
        case .bash:
            var options = isFilenames ? ["filenames"] : []
            // Readline would quote the `@` that it replaces.
            let isEscaped = !isQuoted && typed.dropFirst(kept).first == UInt8(ascii: "@")
            if isFilenames, isEscaped { options.append("noquote") }
            if let delegated { options = [delegated.kind == "files" ? "default" : "dirnames"] }
            if found.count == 1, found.allSatisfy({ continues($0.word) }) { options += ["nospace"] }
            return "\(options.joined(separator: " "))\n"
                + found.flatMap {
                    let word = $0.word.dropFirst(kept)
                    return
                        (isEscaped ? word.escaping(" \t\\\"'<>;|&()#$`?*[]!{}~") : ByteString(word))
                        + [0x0A]
                }
        case .fish:
            return first + found.flatMap { "\($0.word)\t\($0.meaning)\n" as ByteString }
        case .zsh:
            return first
                + found.flatMap { word, meaning in
                    let mark = continues(word) ? "-" : "+"
                    let text = meaning.isEmpty ? "" : ":" + meaning
                    return "\(mark)\(word.escaping(":\\"))\(text)\n" as ByteString
                }
        }
    }

    /// Whether something must follow in the same word.
    private func continues(_ word: ByteString) -> Bool {
        word.last.map { "/=:@}-".utf8.contains($0) } == true
    }

    private mutating func complete() {
        let line = ParsedLine(words)
        if let row = line.pending {
            value(of: row, after: 0)
        } else if line.isEnded || typed.first != UInt8(ascii: "-") {
            // The URL; without a letter of it nothing is proposed.
            if !typed.isEmpty { add(["https://", "http://"]) }
        } else if let (row, start) = attached {
            value(of: row, after: start)
        } else {
            for row in OptionTable.visible where typed.count == 1 {
                if let short = row.shortName { add(short, row.help) }
            }
            names()
        }
    }

    /// The option whose value stands in the same word, after `=` or at the end of a group such as `-sSo`, and the
    /// index of the value.
    private var attached: (row: OptionSpec, start: Int)? {
        let line = ParsedLine([typed])
        if let row = line.pending {
            return typed.starts(with: "--".utf8) ? nil : (row, typed.count)
        }
        guard let use = try? line.uses.last?.get(), let value = use.argument else { return nil }
        return use.spec.map { ($0, typed.count - value.count) }
    }

    /// Long names; those of opposites and of templates only where their prefix is typed.
    private mutating func names() {
        let expanding = "--" + OptionTable.expanding
        for row in OptionTable.visible {
            add(row.longName, row.help)
            if typed.starts(with: "--no-".utf8), let negation = row.negation {
                add(negation, "opposite of \(row.longName)")
            }
            if typed.starts(with: expanding.utf8), case .required = row.argument {
                add(expanding + row.long, row.help)
            }
        }
    }

    /// Adds a candidate after some bytes of the word, if it begins with what is typed.
    private mutating func add(_ text: String, _ meaning: String = "", after start: Int = 0) {
        let word = ByteString(typed.prefix(start)) + ByteString(text)
        if word.starts(with: typed) { candidates.append((word, meaning)) }
    }

    private mutating func add(_ texts: [String], after start: Int = 0) {
        for text in texts { add(text, after: start) }
    }
}

/// Values.
extension Completion {
    /// The value of an option, which begins after some bytes of the word.
    private mutating func value(of row: OptionSpec, after start: Int) {
        let value = typed.dropFirst(start)
        let equals = value.firstIndex(of: UInt8(ascii: "="))
        add(row.words + row.suggestions, after: start)
        if case .input(.token) = row.effect { return environment(start) }
        switch row.meaning {
        case .text: break
        case .variable where value.first == UInt8(ascii: "%"): environment(start + 1)
        case .directory: delegate("directories", start)
        case .textOrInput, .query, .urlEncoded, .variable, .url: fileAfterAt(start)
        case .helpTopic:
            add(HelpText.topics, after: start)
            for recipe in Recipe.all { add(recipe.name, recipe.title, after: start) }
        case .form, .each: field(start, isEach: row.meaning == .each)
        case .tree: if let equals { paths(equals + 1, directoriesOnly: true) }
        case .capture: if let equals { add(Self.sources, after: equals + 1) }
        case .expectation: add(Self.sources, after: start)
        case .writeOut:
            guard let percent = value.lastIndex(of: UInt8(ascii: "%")),
                value[percent...].starts(with: "%{".utf8), !value[percent...].contains(0x7D)
            else { return fileAfterAt(start) }
            for (names, meaning) in TextReader.entries(Texts.writeOutVariables) {
                for name in names.split(separator: ", ") {
                    add("\(name)}", HelpText.plain(meaning), after: percent + 2)
                }
            }
        case .input, .inputOrDash, .upload, .cookies, .publicKey, .certificate, .output, .channel,
            .socket:
            delegate("files", start)
        }
    }

    /// The sources of `--capture` and `--expect`.
    private static let sources = ["cookie:", "header:", "json:/", "regex:"]

    /// The variables of the environment.
    private mutating func environment(_ start: Int) {
        add(CommandLine.environment.keys.sorted(), after: start)
    }

    private mutating func fileAfterAt(_ start: Int) {
        guard typed.dropFirst(start).first == UInt8(ascii: "@") else { return }
        // Readline begins to replace at the `@`.
        if shell == .bash { paths(start + 1) } else { delegate("files", start + 1) }
    }

    /// Lets the shell complete a path; in bash only one that readline looks at as a whole.
    private mutating func delegate(_ kind: String, _ start: Int) {
        if shell == .bash, start != kept {
            paths(start, directoriesOnly: kind == "directories")
        } else {
            delegated = (kind, start)
        }
    }

    /// The value of `-F` or `--each`: files behind `@` and `<`, parameters behind a semicolon.
    private mutating func field(_ start: Int, isEach: Bool) {
        var content = start
        if !isEach || !ByteString(typed.dropFirst(start)).isFileReference {
            guard let equals = typed[start...].firstIndex(of: UInt8(ascii: "=")) else { return }
            content = equals + 1
        }
        let (mark, last) = lastMark(from: content)
        if mark == UInt8(ascii: ";") { return parameter(last) }
        let text = ByteString(typed.dropFirst(content))
        guard text.isFileReference else { return }
        let isList = mark != nil && text.first == UInt8(ascii: "@") && !isEach
        paths(isList ? last : content + 1, isInField: true)
    }

    /// The last semicolon of a field or, without one, its last comma, outside of double quotes; and the
    /// index after it.
    private func lastMark(from start: Int) -> (mark: UInt8?, end: Int) {
        var mark: (UInt8?, Int) = (nil, start)
        var isOpen = false
        var index = start
        while index < typed.count {
            let byte = typed[index]
            if isOpen, byte == UInt8(ascii: "\\") {
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                isOpen.toggle()
            } else if !isOpen,
                byte == UInt8(ascii: ";")
                    || byte == UInt8(ascii: ",") && mark.0 != UInt8(ascii: ";")
            {
                mark = (byte, index + 1)
            }
            index += 1
        }
        return mark
    }

    private static let encoders = ContentTransferEncoding.allCases.map(\.rawValue)

    /// A parameter of a field that begins at an index.
    private mutating func parameter(_ start: Int) {
        let name = typed[start...].prefix { $0 != UInt8(ascii: "=") }
        guard start + name.count < typed.count else {
            // Readline would close the quote after `type=`.
            if isQuoted {
                add("filename=", after: start)
                add(["application", "image", "text"].map { "type=\($0)/" }, after: start)
                add(Self.encoders.map { "encoder=\($0)" }, after: start)
                return add(["headers=@", "headers=\""], after: start)
            }
            add("type=", "media type", after: start)
            add("filename=", "filename to send", after: start)
            add("headers=", "more headers", after: start)
            return add("encoder=", "content transfer encoding", after: start)
        }
        let value = start + name.count + 1
        switch ByteString(name) {
        case "type": add(MediaType.known, after: value)
        case "encoder": add(Self.encoders, after: value)
        case "headers" where ByteString(typed.dropFirst(value)).isFileReference:
            paths(value + 1, isInField: true)
        default: break
        }
    }
}

/// Paths.
extension Completion {
    /// The files whose paths are typed in part, after some bytes of the word. In a field, names with one
    /// of `;`, `,` and `"` get double quotes.
    private mutating func paths(
        _ start: Int, directoriesOnly: Bool = false, isInField: Bool = false
    ) {
        let prefix = ByteString(typed.prefix(start))
        var path = ByteString(typed.dropFirst(start))
        var isOpen = isInField && path.first == UInt8(ascii: "\"")
        var closed = FormScanner(path + "\"")
        if isOpen, let word = closed.quoted() { path = word.bytes }
        // The shell expands a tilde only at the start of a word.
        if path.starts(with: "~/".utf8), let home = CommandLine.environment["HOME"] {
            path = home + path.dropFirst()
        }
        var found = Self.paths(path, directoriesOnly: directoriesOnly)
        let slash = UInt8(ascii: "/")
        while isQuoted, found.count == 1, found[0].last == slash, found[0] != path {
            // Readline closes the quote after a single candidate: go on to what is in the directory.
            let inside = Self.paths(found[0], directoriesOnly: directoriesOnly)
            if inside.isEmpty { break }
            (path, found) = (found[0], inside)
        }
        // With quotes for all, what the candidates have in common goes on with what is typed.
        isOpen = isOpen || isInField && found.contains { $0.contains { ";,\"".utf8.contains($0) } }
        isFilenames = true
        for var path in found {
            if isOpen {
                path = "\"\(path.escaping("\"\\"))\(path.last == slash ? "" : "\"")"
            } else if shell == .bash, found.count > 1, start <= kept, path.last == slash {
                // In a list, readline itself puts a slash behind a directory.
                path.removeLast()
            }
            candidates.append((prefix + path, ""))
        }
    }

    /// The paths that begin with some bytes, a slash behind those of directories.
    private static func paths(_ typed: ByteString, directoriesOnly: Bool) -> [ByteString] {
        let start = typed.dropFirst(typed.directory.count)
        let names = (try? Directory.names(in: typed.directoryPath)) ?? []
        let dot = UInt8(ascii: ".")
        return names.compactMap { name -> ByteString? in
            guard name.starts(with: start), name.first != dot || start.first == dot else {
                return nil
            }
            let path = ByteString(typed.directory) + name
            if case .success(.directory) = Directory.kind(of: path) { return path + "/" }
            return directoriesOnly ? nil : path
        }
    }
}

/// The line of bash.
extension Completion {
    /// Splits the line up to the cursor into words as the shell splits it.
    private mutating func split(_ line: ByteString, breaks: ByteString) {
        let (at, backslash) = (UInt8(ascii: "@"), UInt8(ascii: "\\"))
        var isWord = false
        var bytes = line.bytes[...]
        while let byte = bytes.popFirst() {
            if byte == quote {
                quote = nil
            } else if byte == backslash, quote != UInt8(ascii: "'"),
                quote == nil || bytes.first.map({ "$`\"\\".utf8.contains($0) }) == true
            {
                isWord = true
                if let next = bytes.popFirst() { typed.append(next) }
            } else if quote != nil {
                typed.append(byte)
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                (quote, isWord, kept) = (byte, true, typed.count)
            } else if byte.isBlank {
                if isWord { words.append(typed) }
                (typed, isWord, kept) = ("", false, 0)
            } else {
                isWord = true
                typed.append(byte)
                // An `@` belongs to what readline replaces.
                if breaks.contains(byte) { kept = typed.count - (byte == at ? 1 : 0) }
            }
        }
    }
}
