import FormEncoding
import Foundation

/// The logins of a netrc(5) file.
///
/// It is read here, since libcurl 7.88 completes an entry that has no login or no password with those of the entries
/// that follow, gives a user of the URL the password of another, and does not know a byte order mark.
package struct NetrcFile {
    package typealias Login = (user: ByteString, password: ByteString)

    private struct Entry {
        /// `nil` for `default`.
        var host: ByteString?
        var user, password: ByteString?
    }

    private var entries: [Entry] = []

    package init(_ content: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = content[...].dropFirst(content.starts(with: mark) ? mark.count : 0)
        while let word = Self.word(&rest)?.description.lowercased() {
            switch word {
            case "default": entries.append(Entry())
            case "machine": entries.append(Entry(host: Self.word(&rest) ?? ""))
            case "login": setLast(\.user, &rest)
            case "password": setLast(\.password, &rest)
            case "account": _ = Self.word(&rest)
            case "macdef":
                // To a blank line, perhaps with Windows' line ends.
                let ends = ["\n\n", "\n\r\n"].compactMap { rest.firstRange(of: Array($0.utf8)) }
                rest = rest[(ends.map(\.upperBound).min() ?? rest.endIndex)...]
            case _ where word.hasPrefix("#"): rest = rest.drop { $0 != UInt8(ascii: "\n") }
            default: break
            }
        }
    }

    /// The login at a host, which may be in brackets, from the first entry for it: a missing user or password is empty.
    /// With a user, from the first entry with that user. `nil` if there is none, or one without user and password.
    package func login(at host: String, user: ByteString? = nil) -> Login? {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let entry = entries.first {
            ($0.host ?? ByteString(name)).isEqualIgnoringCase(to: name)
                && (user == nil || $0.user == user)
        }
        guard let entry, entry.user != nil || entry.password != nil else { return nil }
        return (entry.user ?? "", entry.password ?? "")
    }

    private mutating func setLast(
        _ field: WritableKeyPath<Entry, ByteString?>, _ rest: inout ArraySlice<UInt8>
    ) {
        let value = Self.word(&rest)
        if !entries.isEmpty { entries[entries.count - 1][keyPath: field] = value }
    }

    /// The next word, which may be in double quotes with the escapes `\n`, `\r` and `\t`.
    private static func word(_ rest: inout ArraySlice<UInt8>) -> ByteString? {
        let quote = UInt8(ascii: "\"")
        rest = rest.drop(while: \.isBlank)
        guard rest.first == quote else {
            let word = rest.prefix { !$0.isBlank }
            rest = rest[word.endIndex...]
            return word.isEmpty ? nil : ByteString(bytes: word)
        }
        rest = rest.dropFirst()
        var word: [UInt8] = []
        while let byte = rest.popFirst(), byte != quote {
            let escaped = byte == UInt8(ascii: "\\") ? rest.popFirst() : nil
            let escapes: [UInt8: UInt8] = [0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
            word.append(escaped.map { escapes[$0] ?? $0 } ?? byte)
        }
        return ByteString(bytes: word)
    }
}

extension NetrcFile {
    /// Whether the file that the options name has a login for the request, and it can be read here.
    static func hasLogin(for request: UploadRequest, _ options: UploadOptions) -> Bool {
        settings(for: request, options).contains { $0.option == .password }
    }

    /// The login for libcurl in place of the file, or that there is none. Empty where libcurl is to read the file
    /// itself: it cannot be read here, or the host is not ASCII, and only libcurl knows its ASCII form.
    static func settings(
        for request: UploadRequest, _ options: UploadOptions
    ) -> [CURLSetting] {
        let (ignored, optional): (Int64, Int64) = (0, 1)  // CURL_NETRC_…
        let home = getenv("HOME").map { ByteString(cString: $0) + ByteString("/.netrc") }
        guard let use = options.number(.netrc), options.string(.userPassword) == nil,
            let url = try? UploadURL(request.urlBytes, relativeTo: nil),
            url.host.utf8.allSatisfy({ $0 < 0x80 }),
            let path = options.string(.netrcFile) ?? home, let content = content(of: path)
        else { return [] }
        let typed = WrittenURL(request.urlBytes)
        let hasPassword = typed.userinfo?.contains(UInt8(ascii: ":")) ?? false
        let isNeeded = use != optional || !hasPassword
        guard isNeeded, let login = NetrcFile(content).login(at: url.host, user: typed.user)
        else {
            return [CURLSetting(.netrc, .number(ignored))]
        }
        return [
            CURLSetting(.userName, .string(login.user)),
            CURLSetting(.password, .string(login.password)),
        ]
    }

    private static func content(of path: ByteString) -> [UInt8]? {
        guard let file = fopen(path.cString, "re") else { return nil }
        defer { fclose(file) }
        var (content, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = fread(&piece, 1, piece.count, file), count > 0,
            content.count < 1 << 20
        { content += piece[..<count] }
        // A truncated file could yield the wrong login.
        return ferror(file) == 0 && feof(file) != 0 ? content : nil
    }
}
