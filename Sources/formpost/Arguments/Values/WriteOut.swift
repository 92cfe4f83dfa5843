import FormEncoding

/// The parsed format of `-w` (curl(1), --write-out).
struct WriteOut: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case literal([UInt8])
        /// `%{name}`, in capitals or not.
        case variable(String)
        /// `%header{name}`
        case header(String)
        /// `%capture{name}`: what `--capture` has taken from the response.
        case capture(String)
        /// `%{stdout}`, `%{stderr}`: the channel for the text after it.
        case channel(isError: Bool)
        /// `%{onerror}`: the text after it is printed for failures only.
        case onError
        /// `%output{file}`, `%output{>>file}`: the text after it goes to the file.
        case file(ByteString, appends: Bool)
    }

    let format: ByteString
    private(set) var pieces: [Piece] = []

    init(_ format: ByteString) {
        self.format = format
        Self.scan(format) { piece, _ in pieces.append(piece) }
    }

    /// The format without what curl 7.88.1 does not know, and that as it was written.
    var forCurl: (rest: ByteString, removed: [ByteString]) {
        var rest = ByteString()
        var removed: [ByteString] = []
        Self.scan(format) { piece, written in
            if piece.isUnknownToCurl {
                removed.append(ByteString(written))
            } else {
                rest += written
            }
        }
        return (rest, removed)
    }

    /// Passes on each piece of a format, as it is meant and as it is written. A literal may come in parts.
    private static func scan(_ format: ByteString, _ body: (Piece, ArraySlice<UInt8>) -> Void) {
        var rest = format.bytes[...]
        // No variable ends later, so the rest is not searched for each '{{'.
        let end = rest.lastIndex(of: UInt8(ascii: "}")) ?? rest.startIndex
        while let first = rest.first {
            let before = rest
            let special = "%\\".utf8
            let piece =
                if rest.startIndex < end, let piece = piece(&rest) {
                    piece
                } else if special.contains(first) {
                    Piece.literal(escaped(&rest))
                } else {
                    Piece.literal(Array(before.prefix { !special.contains($0) }))
                }
            if !special.contains(first) { rest = rest.drop { !special.contains($0) } }
            body(piece, before[..<rest.startIndex])
        }
    }

    var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    var captures: [String] {
        pieces.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    }

    static let names = TextReader.entries(Texts.writeOutVariables).flatMap {
        $0.syntax.split(separator: ", ").map(String.init)
    }

    /// Whether the value of a variable comes from libcurl.
    static func needsHooks(_ name: String) -> Bool { !withoutHooks.contains(name.lowercased()) }

    private static let withoutHooks = TextReader.words(Texts.variablesWithoutHooks)

    /// Whether curl has the variable, and formpost does not.
    static func isMissing(_ name: String) -> Bool {
        missing.contains(name) || name.hasPrefix("url.") || name.hasPrefix("urle.")
    }

    private static let missing = TextReader.words(Texts.curlVariables)

    fileprivate static let unknownToCurl = TextReader.words(Texts.variablesUnknownToCurl)

    /// Parses `%{…}`, `%header{…}`, `%capture{…}` or `%output{…}`; `nil` if the rest does not begin with one or
    /// its brace is not closed.
    private static func piece(_ rest: inout ArraySlice<UInt8>) -> Piece? {
        for (prefix, make) in forms where rest.starts(with: prefix.utf8) {
            let inside = rest.dropFirst(prefix.utf8.count)
            guard let end = inside.firstIndex(of: UInt8(ascii: "}")) else { return nil }
            rest = rest[(end + 1)...]
            return make(inside[..<end])
        }
        return nil
    }

    private static let forms: [(String, @Sendable (ArraySlice<UInt8>) -> Piece)] = [
        ("%{", { variable($0) }),
        ("%header{", { .header(String(decoding: $0, as: UTF8.self)) }),
        ("%capture{", { .capture(String(decoding: $0, as: UTF8.self)) }),
        ("%output{", { file($0) }),
    ]

    private static func variable(_ name: ArraySlice<UInt8>) -> Piece {
        let name = String(decoding: name, as: UTF8.self)
        return switch name.lowercased() {
        case "stdout": .channel(isError: false)
        case "stderr": .channel(isError: true)
        case "onerror": .onError
        default: .variable(name)
        }
    }

    private static func file(_ name: ArraySlice<UInt8>) -> Piece {
        let appends = name.starts(with: ">>".utf8)
        return .file(ByteString(bytes: appends ? name.dropFirst(2) : name), appends: appends)
    }

    private static let escapes: [ByteString: ByteString] = [
        "%%": "%", #"\n"#: "\n", #"\r"#: "\r", #"\t"#: "\t",
    ]

    /// Decodes an escape; any other pair of bytes stays as it is, as in curl.
    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let pair = ByteString(bytes: rest.prefix(2))
        rest = rest.dropFirst(2)
        return (escapes[pair] ?? pair).bytes
    }

    func checkPlaces() throws(WriteError) {
        for file in files { try file.path.checkWritable() }
    }

    var files: [(path: ByteString, appends: Bool)] {
        pieces.compactMap { piece in
            if case .file(let path, let appends) = piece { (path, appends) } else { nil }
        }
    }
}

extension WriteOut.Piece {
    fileprivate var isUnknownToCurl: Bool {
        switch self {
        case .variable(let name): WriteOut.unknownToCurl.contains(name.lowercased())
        case .file, .capture: true
        case .literal, .header, .channel, .onError: false
        }
    }
}
