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
        case channel(Channel)
        /// `%{onerror}`: the text after it is printed for failures only.
        case onError
        /// `%output{file}`, `%output{>>file}`: the text after it goes to the file.
        case file(ByteString, appends: Bool)
    }

    enum Channel: Equatable, Sendable { case output, error }

    private(set) var pieces: [Piece] = []

    init(_ format: ByteString) {
        var rest = format.bytes[...]
        var literal: [UInt8] = []
        let end = Self.lastBrace(rest)
        while let byte = rest.first {
            if rest.startIndex < end, let piece = Self.piece(&rest) {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = []
                pieces.append(piece)
            } else if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") {
                literal += Self.escaped(&rest)
            } else {
                literal.append(byte)
                rest.removeFirst()
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    /// The format without some of its variables and the like, and those as they were written.
    static func removing(
        from format: ByteString, where isRemoved: (Piece) -> Bool
    ) -> (rest: ByteString, removed: [ByteString]) {
        var rest = format.bytes[...]
        var kept = ByteString()
        var removed: [ByteString] = []
        let end = lastBrace(rest)
        while !rest.isEmpty {
            let before = rest
            let piece = rest.startIndex < end ? piece(&rest) : nil
            // `%%` begins no variable.
            if piece == nil { rest = rest.dropFirst(rest.starts(with: "%%".utf8) ? 2 : 1) }
            let written = ByteString(bytes: before[..<rest.startIndex])
            if let piece, isRemoved(piece) { removed.append(written) } else { kept += written }
        }
        return (kept, removed)
    }

    var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0 { name } else { nil } }
    }

    var captures: [String] {
        pieces.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    }

    var asksForCertificates: Bool {
        pieces.contains {
            guard case .variable(let name) = $0 else { return false }
            return ["certs", "num_certs", "json"].contains(name.lowercased())
        }
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

    /// Where the last variable ends, at the latest: what follows need not be searched again and again.
    private static func lastBrace(_ format: ArraySlice<UInt8>) -> Int {
        format.lastIndex(of: UInt8(ascii: "}")) ?? format.startIndex
    }

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
        ("%{", variable),
        ("%header{", { .header(String(decoding: $0, as: UTF8.self)) }),
        ("%capture{", { .capture(String(decoding: $0, as: UTF8.self)) }),
        ("%output{", file),
    ]

    private static func variable(_ name: ArraySlice<UInt8>) -> Piece {
        let name = String(decoding: name, as: UTF8.self)
        return switch name.lowercased() {
        case "stdout": .channel(.output)
        case "stderr": .channel(.error)
        case "onerror": .onError
        default: .variable(name)
        }
    }

    private static func file(_ name: ArraySlice<UInt8>) -> Piece {
        let appends = name.starts(with: ">>".utf8)
        return .file(ByteString(bytes: appends ? name.dropFirst(2) : name), appends: appends)
    }

    /// Decodes `%%`, `\n`, `\r` or `\t`; any other pair of bytes stays as it is, as in curl.
    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let pair = Array(rest.prefix(2))
        rest = rest.dropFirst(2)
        return switch pair {
        case Array("%%".utf8): [UInt8(ascii: "%")]
        case Array("\\n".utf8): [0x0A]
        case Array("\\r".utf8): [0x0D]
        case Array("\\t".utf8): [0x09]
        default: pair
        }
    }
}

extension WriteOut {
    func checkPlaces() throws(WriteError) {
        for file in files { try file.path.checkWritable() }
    }

    var isWritable: Bool { (try? checkPlaces()) != nil }

    var files: [(path: ByteString, appends: Bool)] {
        pieces.compactMap { piece in
            if case .file(let path, let appends) = piece { (path, appends) } else { nil }
        }
    }
}
