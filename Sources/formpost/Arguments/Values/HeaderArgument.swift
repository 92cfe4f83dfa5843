import FormEncoding
import FormUpload

/// One `-H`.
enum HeaderArgument: Equatable, Sendable {
    case field(HeaderField)

    /// `@file`: a header per line, read when the request is made; `@-` is standard input.
    case file(InputFile)
}

extension HeaderField {
    /// Parses `Name: value`, `Name;` or `Name:`, of `-H` or a line of a header file.
    init(line use: OptionUse) throws(Failure) {
        let bytes = use.value.bytes
        guard !bytes.isEmpty else { throw use.bad(.empty) }
        guard !bytes.contains(where: \.endsHeaderLine) else { throw use.bad(.lineBreak) }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        guard let end = colon ?? bytes.firstIndex(of: UInt8(ascii: ";")),
            colon != nil || bytes[(end + 1)...].allSatisfy(\.isSpaceOrTab)
        else { throw use.failure(Self.noColon(use.shown)) }
        let name = ByteString(bytes: bytes[..<end])
        let blanks = bytes[(end + 1)...].prefix(while: \.isSpaceOrTab)
        let text = ByteString(bytes: bytes[blanks.endIndex...])
        let field =
            colon == nil || text.isEmpty
            ? HeaderField(name: name, value: colon == nil ? .empty : .removed)
            : HeaderField(name: name, value: .text(text), blanks: ByteString(bytes: blanks))
        guard let field else { throw use.failure(Self.badName(name, in: use)) }
        self = field
    }

    /// Returns why the name is not a token (RFC 9110, 5.1), without what may be a secret.
    private static func badName(_ name: ByteString, in use: OptionUse) -> String {
        let rule =
            "header name before the ':': only letters, digits and \(Messages.tokenCharacters)"
        if name.isEmpty { return "no \(rule)" }
        if use.typed != nil { return "not a \(rule)" }
        // The colon may be that of a token.
        if name.bytes[0].isTokenCharacter, name.bytes.split(separator: 0x20).count > 1,
            name.bytes.allSatisfy({ $0 < 0x80 })
        {
            let isAtColon = use.value.bytes.dropFirst(name.count + 1).first?.isBlank ?? false
            return isAtColon ? "the name of a header has no blanks" : noColon(name)
        }
        if name.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return "a byte order mark stands before the header's name: leave it out"
        }
        if name.description.contains(where: \.isTypographicQuote) {
            return "a typographic quote stands before the header's name: write a plain one"
        }
        let trimmed = name.bytes.trimmed
        guard trimmed.count < name.bytes.count, trimmed.count <= 32, trimmed.isToken else {
            return "not a \(rule)"
        }
        let place = name.bytes.first?.isBlank == true ? "before" : "after"
        return
            "a blank \(place) the name \(Messages.quoted(ByteString(bytes: trimmed))): leave it out"
    }

    /// A line without a colon may contain a token: only its first word is shown, if it can be a
    /// name.
    private static func noColon(_ line: ByteString) -> String {
        let name = line.bytes.prefix { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
        let isAlone = name.count == line.bytes.count
        let isName =
            !name.isEmpty && name.count <= 32 && !(isAlone && name.contains(where: \.isDigit))
        let rest = isAlone ? "" : " (value masked)"
        return
            (isName
            ? "no ':' after \(Messages.quoted(ByteString(bytes: name)))\(rest)"
            : "no ':' in the header (value masked)")
            + ": write 'Name: value', 'Name:' to remove it or 'Name;' to send it empty"
    }
}

extension ValueKind where Value == HeaderArgument {
    static var header: Self {
        Self(meaning: .textOrInput) { (use) throws(Failure) in
            if let file = use.fileAfterAt {
                guard !file.path.isEmpty else { throw use.bad(.empty) }
                return .file(file)
            }
            return .field(try HeaderField(line: use))
        }
    }
}
