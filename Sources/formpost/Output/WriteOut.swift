import FormEncoding

/// The format of `-w`, taken apart (curl(1), --write-out).
struct WriteOut: Equatable, Sendable {
    enum Piece: Equatable, Sendable {
        case literal([UInt8])
        /// `%{name}`
        case variable(String)
        /// `%header{name}`
        case header(String)
        /// `%{stdout}`, `%{stderr}`: where what follows goes.
        case channel(Channel)
        /// `%{onerror}`: what follows is for failures only.
        case onError
        /// `%output{file}`, `%output{>>file}`: what follows goes there.
        case file(ByteString, appends: Bool)
    }

    enum Channel: Equatable, Sendable { case output, error }

    private(set) var pieces: [Piece] = []

    init(_ format: ByteString) {
        var rest = format.bytes[...]
        var literal: [UInt8] = []
        while let byte = rest.first {
            if let piece = Self.piece(&rest) {
                if !literal.isEmpty { pieces.append(.literal(literal)) }
                literal = []
                pieces.append(piece)
            } else if let escaped = Self.escaped(&rest) {
                literal.append(escaped)
            } else {
                literal.append(byte)
                rest.removeFirst()
            }
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
    }

    /// Whether the server's certificates must be kept for it.
    var asksForCertificates: Bool {
        pieces.contains {
            [.variable("certs"), .variable("num_certs"), .variable("json")].contains($0)
        }
    }

    /// `%{…}`, `%header{…}` or `%output{…}`, if the rest begins with one that is closed.
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
        ("%output{", file),
    ]

    private static func variable(_ name: ArraySlice<UInt8>) -> Piece {
        switch String(decoding: name, as: UTF8.self) {
        case "stdout": .channel(.output)
        case "stderr": .channel(.error)
        case "onerror": .onError
        case let name: .variable(name)
        }
    }

    private static func file(_ name: ArraySlice<UInt8>) -> Piece {
        let appends = name.starts(with: ">>".utf8)
        return .file(ByteString(bytes: appends ? name.dropFirst(2) : name), appends: appends)
    }

    /// `%%`, `\n`, `\r` or `\t`; all else stays as it is.
    private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        let meaning: UInt8
        switch Array(rest.prefix(2)) {
        case Array("%%".utf8): meaning = UInt8(ascii: "%")
        case Array("\\n".utf8): meaning = 0x0A
        case Array("\\r".utf8): meaning = 0x0D
        case Array("\\t".utf8): meaning = 0x09
        default: return nil
        }
        rest = rest.dropFirst(2)
        return meaning
    }
}
