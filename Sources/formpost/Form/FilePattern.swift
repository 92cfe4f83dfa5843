import FormEncoding
import Foundation

/// A pattern of files, as in `--each 'NAME=@PATTERN'`.
///
/// `*` is any text of a name and `?` any character, `[a-z]` one of these and `[!a-z]` any other one,
/// `{a,b}` each of these texts, and a component `**` any number of directories. A backslash takes
/// the next byte literally. As in shells, wildcards stand for a dot at the beginning of a name only
/// if the component begins with one, a bracket or a brace that is not closed is text, and a path
/// without wildcards, also one that braces make, is itself: whether it exists is for the caller to
/// check. A link to nowhere counts as a file, so that the caller's check names it.
enum FilePattern {
    private static let mostAlternatives = 10_000

    /// The files, each once, sorted by their bytes, and the directories and hidden names that the pattern leaves out
    /// where it takes other names.
    static func files(
        of pattern: ByteString
    ) throws(Failure) -> (paths: [ByteString], leftOut: Set<ByteString>) {
        guard let texts = BraceExpansion.texts(of: pattern.bytes, most: mostAlternatives) else {
            throw .unreadable("the braces stand for more than \(mostAlternatives) patterns")
        }
        var (files, leftOut) = (Set<ByteString>(), Set<ByteString>())
        for text in texts {
            let path = PathPattern(text)
            if let literal = path.literal {
                files.insert(literal)
            } else {
                files.formUnion(try path.files(&leftOut))
            }
        }
        return (files.sorted { $0.lexicographicallyPrecedes($1) }, leftOut)
    }
}

/// A pattern without braces, by the components of its path.
private struct PathPattern {
    /// The path, if nothing in it is special.
    let literal: ByteString?
    private let root: ByteString
    /// The patterns of names; `nil` is any number of directories.
    private var components: [NamePattern?] = []

    init(_ bytes: [UInt8]) {
        let slash = UInt8(ascii: "/")
        root = bytes.first == slash ? "/" : ""
        var parts = bytes.split(separator: slash)
        // Only a directory has a path with a slash at its end: an empty name matches nothing.
        if bytes.last == slash { parts.append([]) }
        for part in parts {
            let isAnyDirectory = part.elementsEqual("**".utf8)
            if isAnyDirectory, components.last == .some(nil) { continue }
            components.append(isAnyDirectory ? nil : NamePattern(part))
        }
        let isLiteral = components.allSatisfy { $0?.literal != nil }
        literal = isLiteral ? NamePattern.unquoted(bytes) : nil
        if components.last == .some(nil) { components.append(NamePattern("*".utf8)) }
    }

    func files(_ leftOut: inout Set<ByteString>) throws(Failure) -> [ByteString] {
        var paths = [root]
        for (index, component) in components.enumerated() {
            let isLast = index == components.count - 1
            // Directories were looked into.
            let isBelow = index > 0 && components[index - 1] == nil
            if let name = component?.literal {
                paths = name.isEmpty ? [] : paths.map { $0.appending(component: name) }
                paths.removeAll { path in
                    let kind = Directory.kind(of: path)
                    return isLast
                        ? kind == nil || kind == .success(.directory) : !mayBeDirectory(kind)
                }
            } else if let pattern = component {
                paths = try inside(paths) { name, path in
                    guard pattern.matches(name) else {
                        let rest = ByteString(name.dropFirst())
                        if isLast, name.first == UInt8(ascii: "."), pattern.matches(rest) {
                            leftOut.insert(path)
                        }
                        return false
                    }
                    let kind = Directory.kind(of: path)
                    guard isLast else { return mayBeDirectory(kind) }
                    if !isBelow, kind == .success(.directory) { leftOut.insert(path) }
                    // The caller's check reports what cannot be looked at.
                    if case .failure? = kind { return true }
                    return kind == .success(.regular)
                }
            } else {
                var (found, next) = (Set(paths), paths)
                while !next.isEmpty {
                    next = try inside(next) { name, path in
                        name.first != UInt8(ascii: ".") && !Directory.isLink(path)
                            && Directory.kind(of: path) == .success(.directory)
                    }
                    next.removeAll { !found.insert($0).inserted }
                    paths += next
                }
            }
        }
        return paths
    }

    private func inside(
        _ directories: [ByteString], _ includes: (_ name: ByteString, _ path: ByteString) -> Bool
    ) throws(Failure) -> [ByteString] {
        var found: [ByteString] = []
        for directory in directories {
            let place = directory.isEmpty ? "." : directory
            do throws(Errno) {
                for name in try Directory.names(in: place) {
                    let path = directory.appending(component: name)
                    if includes(name, path) { found.append(path) }
                }
            } catch {
                // There is no directory.
                if [ENOENT, ENOTDIR].contains(error.rawValue) { continue }
                throw .unreadableDirectory(place, error.rawValue)
            }
        }
        return found
    }

    /// Whether to look into it. A directory that cannot be looked at is an error there.
    private func mayBeDirectory(_ kind: Result<FileSnapshot.Kind, Errno>?) -> Bool {
        kind == .success(.directory) || kind == .failure(Errno(EACCES))
    }
}

/// Expands `{a,b}` as shells do, before everything else: the texts may have slashes and braces.
enum BraceExpansion {
    /// The texts in the order of their choices; `nil` if there are more than `most`.
    ///
    /// Braces that are not closed, or have no comma, are text. Backslashes stay.
    static func texts(of bytes: [UInt8], most: Int) -> [[UInt8]]? {
        // The choices of adjacent braces multiply. Counting them first avoids copying a long text for nothing.
        var (count, end) = (1, 0)
        while let braces = firstBraces(in: bytes, from: end) {
            (count, end) = (count * braces.parts.count, braces.closing + 1)
            if count > most { return nil }
        }
        var finished: [[UInt8]] = []
        // The texts left to expand, the next one last, each with the offset up to which it has no braces.
        var pending = [(text: bytes, start: 0)]
        while let (text, start) = pending.popLast() {
            guard let braces = firstBraces(in: text, from: start) else {
                finished.append(text)
                continue
            }
            let (before, after) = (text[..<braces.opening], text[(braces.closing + 1)...])
            for part in braces.parts.reversed() {
                let choice = Array(before) + text[part] + after
                pending.append((text: choice, start: braces.opening))
            }
            if finished.count + pending.count > most { return nil }
        }
        return finished
    }

    private typealias Braces = (opening: Int, closing: Int, parts: [Range<Int>])

    /// The first braces with a comma, and the texts between the commas.
    private static func firstBraces(in text: [UInt8], from start: Int) -> Braces? {
        /// The braces that are open, each with the beginnings of its parts.
        var open: [(opening: Int, commas: [Int])] = []
        var outermost: Braces?
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "{"): open.append((index, []))
            case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(index)
            case UInt8(ascii: "}"):
                guard let (opening, commas) = open.popLast(), !commas.isEmpty else { break }
                if outermost.map({ $0.opening > opening }) ?? true {
                    let starts = [opening + 1] + commas.map { $0 + 1 }
                    let parts = zip(starts, commas + [index]).map { $0..<$1 }
                    outermost = (opening, index, parts)
                }
                if open.isEmpty { return outermost }
            default: break
            }
            index += 1
        }
        return outermost
    }
}

/// A pattern of one component of a path: `*`, `?` and `[a-z]`.
///
/// A character is a scalar of UTF-8, and where a name is not UTF-8 a byte. fnmatch(3) is no substitute:
/// where characters do not match, glibc tries bytes, so that `??` matches `ä`.
struct NamePattern: Equatable {
    private enum Token: Equatable {
        case character(UInt32)
        case anyText
        case oneOf([ClosedRange<UInt32>], isNegated: Bool)

        func matches(_ character: UInt32) -> Bool {
            switch self {
            case .character(let own): own == character
            case .anyText: true
            case .oneOf(let ranges, let isNegated):
                ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    private var tokens: [Token] = []

    /// The name, if nothing in it is special.
    let literal: ByteString?

    init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var rest = Self.characters(bytes)[...]
        let end = rest.lastIndex(of: Self.code("]")) ?? rest.startIndex
        while let character = rest.popFirst() {
            switch character {
            // Closed nowhere.
            case Self.code("[") where rest.startIndex > end: tokens.append(.character(character))
            case Self.code("*"): if tokens.last != .anyText { tokens.append(.anyText) }
            case Self.code("?"): tokens.append(.oneOf([], isNegated: true))
            case Self.code("["): tokens.append(Self.set(&rest) ?? .character(character))
            case Self.code("\\"): tokens.append(.character(rest.popFirst() ?? character))
            default: tokens.append(.character(character))
            }
        }
        let isLiteral = tokens.allSatisfy { if case .character = $0 { true } else { false } }
        literal = isLiteral ? Self.unquoted(bytes) : nil
    }

    /// The text without the backslashes that quote.
    static func unquoted(_ bytes: [UInt8]) -> ByteString {
        var text = ByteString()
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
        }
        return text
    }

    /// Whether it is the pattern of a name.
    ///
    /// It goes back to the last `*` only, so that the time is at most the product of both lengths.
    func matches(_ name: ByteString) -> Bool {
        let name = Self.characters(name.bytes)
        if name.first == Self.code("."), tokens.first != .character(Self.code(".")) { return false }
        var (token, position) = (0, 0)
        var star: (token: Int, position: Int)?
        while position < name.count {
            if token < tokens.count, tokens[token] == .anyText {
                star = (token, position)
                token += 1
            } else if token < tokens.count, tokens[token].matches(name[position]) {
                token += 1
                position += 1
            } else if let last = star {
                star = (last.token, last.position + 1)
                (token, position) = (last.token + 1, last.position + 1)
            } else {
                return false
            }
        }
        return tokens[token...].allSatisfy { $0 == .anyText }
    }

    /// The text between the brackets; `nil` if they are not closed.
    private static func set(_ rest: inout ArraySlice<UInt32>) -> Token? {
        var set = rest
        let isNegated = set.first == code("!") || set.first == code("^")
        if isNegated { set.removeFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        var isFirst = true
        while var character = set.popFirst() {
            if character == code("]"), !isFirst {
                rest = set
                return .oneOf(ranges, isNegated: isNegated)
            }
            isFirst = false
            if character == code("\\") { character = set.popFirst() ?? character }
            var last = character
            if set.first == code("-"), let end = set.dropFirst().first, end != code("]") {
                set.removeFirst(2)
                last = end == code("\\") ? set.popFirst() ?? end : end
            }
            // As in shells, a range that goes down has nothing in it.
            if character <= last { ranges.append(character...last) }
        }
        return nil
    }

    private static func code(_ character: Unicode.Scalar) -> UInt32 { character.value }

    /// The scalars of the bytes; above them a number for each byte that belongs to none.
    private static func characters(_ bytes: [UInt8]) -> [UInt32] {
        var characters: [UInt32] = []
        characters.reserveCapacity(bytes.count)
        bytes.forEachScalar { scalar, bytes in
            guard let scalar else { return characters += bytes.map { 0x11_0000 + UInt32($0) } }
            characters.append(scalar.value)
        }
        return characters
    }
}

extension Failure {
    /// A directory whose files would be missing without a word.
    static func unreadableDirectory(_ path: ByteString, _ errno: Int32) -> Failure {
        .unreadable(Messages.cannotRead("the directory \(Messages.path(path))", errno))
    }
}

extension ByteString {
    /// The path of the file of that name: `-` alone is standard input.
    var asFile: ByteString { self == "-" ? "./-" : self }
}
