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

    /// The files, each once, sorted by their bytes.
    static func files(of pattern: ByteString) throws(FileListProblem) -> [ByteString] {
        guard let texts = BraceExpansion.texts(of: pattern.bytes, most: mostAlternatives) else {
            throw .tooManyAlternatives(most: mostAlternatives)
        }
        var files: Set<ByteString> = []
        for text in texts {
            let path = PathPattern(text)
            if let literal = path.literal {
                files.insert(literal)
            } else {
                files.formUnion(try path.files())
            }
        }
        return files.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

/// A pattern without braces, by the components of its path.
private struct PathPattern {
    private enum Component: Equatable {
        case literal(ByteString)
        case pattern(NamePattern)
        case directories
    }

    /// A directory, and how many components have led there.
    private struct Place: Hashable {
        var directory: ByteString
        var next: Int
    }

    /// The path, if nothing in it is special.
    let literal: ByteString?
    private let root: ByteString
    private var components: [Component] = []

    init(_ bytes: [UInt8]) {
        let slash = UInt8(ascii: "/")
        root = bytes.first == slash ? "/" : ""
        var parts = bytes.split(separator: slash)
        // Only a directory has a path with a slash at its end: an empty name matches nothing.
        if bytes.last == slash { parts.append([]) }
        for part in parts {
            if part.elementsEqual("**".utf8) {
                if components.last != .directories { components.append(.directories) }
                continue
            }
            let name = NamePattern(part)
            components.append(name.literal.map { .literal($0) } ?? .pattern(name))
        }
        let isLiteral = components.allSatisfy { if case .literal = $0 { true } else { false } }
        literal = isLiteral ? NamePattern.unquoted(bytes) : nil
        if components.last == .directories { components.append(.pattern(NamePattern("*".utf8))) }
    }

    /// Goes through the directories with a list in place of recursion, and to none twice.
    func files() throws(FileListProblem) -> Set<ByteString> {
        var files: Set<ByteString> = []
        var places = [Place(directory: root, next: 0)]
        var known = Set(places)
        while let place = places.popLast() {
            for found in try findings(at: place) {
                if found.next == components.count {
                    files.insert(found.directory)
                } else if known.insert(found).inserted {
                    places.append(found)
                }
            }
        }
        return files
    }

    /// Where the next component leads to.
    private func findings(at place: Place) throws(FileListProblem) -> [Place] {
        let next = place.next + 1
        let isLast = next == components.count
        switch components[place.next] {
        case .literal(let name):
            let path = place.directory.appending(component: name)
            let kind = Directory.kind(of: path)
            let isWanted =
                isLast ? kind != nil && kind != .success(.directory) : mayBeDirectory(kind)
            return isWanted && !name.isEmpty ? [Place(directory: path, next: next)] : []
        case .pattern(let pattern):
            return try names(in: place.directory).filter(pattern.matches).compactMap { name in
                let path = place.directory.appending(component: name)
                let kind = Directory.kind(of: path)
                let isWanted = isLast ? isFile(kind) : mayBeDirectory(kind)
                return isWanted ? Place(directory: path, next: next) : nil
            }
        case .directories:
            let inner = try names(in: place.directory).filter { $0.first != UInt8(ascii: ".") }
                .map { place.directory.appending(component: $0) }
                .filter { !Directory.isLink($0) && Directory.kind(of: $0) == .success(.directory) }
            return [Place(directory: place.directory, next: next)]
                + inner.map { Place(directory: $0, next: place.next) }
        }
    }

    /// The names in a directory; none where there is no directory.
    private func names(in directory: ByteString) throws(FileListProblem) -> [ByteString] {
        do throws(Errno) {
            return try Directory.names(in: directory.isEmpty ? "." : directory)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.rawValue) { return [] }
            throw .unreadableDirectory(directory.isEmpty ? "." : directory, errno: error.rawValue)
        }
    }

    /// Whether a pattern matches it: a regular file, or something that the caller's check reports.
    private func isFile(_ kind: Result<FileSnapshot.Kind, Errno>?) -> Bool {
        switch kind {
        case .success(.regular), .failure: true
        case .success, nil: false
        }
    }

    /// Whether to look into it. A directory that cannot be looked at is an error there.
    private func mayBeDirectory(_ kind: Result<FileSnapshot.Kind, Errno>?) -> Bool {
        switch kind {
        case .success(let kind): kind == .directory
        case .failure(let error): error.rawValue == EACCES
        case nil: false
        }
    }
}

/// Expands `{a,b}` as shells do, before everything else: the texts may have slashes and braces.
enum BraceExpansion {
    /// The texts in the order of their choices; `nil` if there are more than `most`.
    ///
    /// Braces that are not closed, or have no comma, are text. Backslashes stay.
    static func texts(of bytes: [UInt8], most: Int) -> [[UInt8]]? {
        var finished: [[UInt8]] = []
        // The texts left to expand, the next one last, each with the offset up to which it has no braces.
        var pending = [(text: bytes, start: 0)]
        while let (text, start) = pending.popLast() {
            guard let braces = firstBraces(in: text, from: start) else {
                finished.append(text)
                if finished.count + pending.count > most { return nil }
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

    private struct Braces {
        var opening: Int
        var closing: Int
        var parts: [Range<Int>]
    }

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
                    outermost = Braces(opening: opening, closing: index, parts: parts)
                }
                if open.isEmpty { return outermost }
            default: break
            }
            index += 1
        }
        return outermost
    }
}
