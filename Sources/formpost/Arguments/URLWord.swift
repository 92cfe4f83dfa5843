import FormEncoding
import FormUpload

/// A word of the command line that was taken for a URL, and the option before it.
struct URLWord: Equatable, Sendable {
    let text: ByteString
    /// `nil`: there is none.
    var option: OptionUse?
    /// The word is the value of an option that takes a URL.
    var isValue = false

    /// The part of a word that a message shows. A word may be the rest of a value that lost its quotes,
    /// even of a secret: then a message shows only the option before it.
    enum Excerpt: Equatable, Sendable {
        case url(ByteString)
        /// `name=…`: a field without its option.
        case field(name: ByteString)
        case after(OptionUse)
        case nothing

        var isURL: Bool { if case .url = self { true } else { false } }
    }

    /// A word that is not plainly a URL, where there are several, with another; in their order.
    static func stray(among words: [URLWord], _ names: SecretNames) -> (Excerpt, Excerpt)? {
        guard let stray = words.firstIndex(where: { !$0.isPlain }) else { return nil }
        let excerpts = words.map { $0.excerpt(names) }
        let other =
            excerpts.indices.first { $0 != stray && excerpts[$0].isURL } ?? (stray == 0 ? 1 : 0)
        return (excerpts[min(stray, other)], excerpts[max(stray, other)])
    }

    /// A file or a field among the words that stands without its `-F`, as other commands have it
    /// or as the shell expands `-F file=@{a,b}.png`.
    static func withoutOption(
        among words: [URLWord], _ names: SecretNames,
        exists: (ByteString) -> Bool = SmallFile.exists
    ) -> UsageError? {
        for word in words where !word.isPlain {
            if let option = word.option, option.maySplitSecret(names) { continue }
            guard let argument = word.formArgument(exists) else { continue }
            let secrecy = word.option.map { OptionTable.secrecy(of: $0.option) }
            let isSecond = secrecy == .field || secrecy == .data
            return .noOption(word: word.text, argument: argument, isSecond: isSecond)
        }
        return nil
    }

    /// The argument of `-F` that the word may have been meant for.
    private func formArgument(_ exists: (ByteString) -> Bool) -> ByteString? {
        if text.fieldName != nil { return text.namesFile ? text : nil }
        let at = text.bytes.firstIndex(of: UInt8(ascii: "@"))
        let name = text.bytes.prefix(at ?? 0)
        if let at, name.allSatisfy(\.isFieldCharacter), !name.isEmpty {
            let path = ByteString(bytes: text.bytes[(at + 1)...])
            guard exists(path) || MediaType.forFileExtension(of: path) != nil else { return nil }
            return ByteString(bytes: name) + "=@" + path
        }
        guard exists(text) else { return nil }
        let field = option.flatMap { $0.value.namesFile ? $0.value.fieldName : nil }
        return (field ?? "file") + "=@" + text
    }

    /// It has a scheme, or was given as a URL. `b.txt` may be a host, but rather is a file.
    private var isPlain: Bool { isValue || text.bytes.firstRange(of: "://".utf8) != nil }

    private func excerpt(_ names: SecretNames) -> Excerpt {
        if isPlain { return .url(text) }
        if let option, option.maySplitSecret(names) { return .after(option) }
        return looksLikeHost ? .url(text) : field ?? option.map { .after($0) } ?? .nothing
    }

    /// `localhost`, or a name with a dot or a port. Tokens with dots in them are longer.
    private var looksLikeHost: Bool {
        let place = String(decoding: text.bytes[text.authority], as: UTF8.self)
        let host =
            /(localhost|\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+\.?)(:\d{1,5})?|[A-Za-z0-9_-]+:\d{1,5}/
        return place.utf8.count < 64 && place.wholeMatch(of: host) != nil
    }

    private var field: Excerpt? {
        guard let name = text.fieldName, name.bytes.count + 1 < text.bytes.count else { return nil }
        return text.namesFile ? .url(text) : .field(name: name)
    }
}

extension OptionUse {
    /// Whether the words after it may be the rest of a secret.
    fileprivate func maySplitSecret(_ names: SecretNames) -> Bool {
        switch OptionTable.secrecy(of: option) {
        case .open: return false
        case .field, .data:
            guard let name = value.fieldName else { return true }
            return names.fields.contains(parameter: name)
        default: return true
        }
    }

    /// The value without what may be a secret, and whether something is left out.
    var openValue: (text: ByteString, isCut: Bool)? {
        switch OptionTable.secrecy(of: option) {
        case .open: return argument.map { ($0, false) }
        case .header:
            let name = value.bytes.prefix(while: \.isTokenCharacter)
            guard value.bytes.dropFirst(name.count).first == UInt8(ascii: ":") else { return nil }
            let isCut = value.bytes.count > name.count + 1
            return (ByteString(bytes: name + [UInt8(ascii: ":")]), isCut)
        case .field, .data:
            guard let name = value.fieldName else { return nil }
            let isFile = value.namesFile
            return isFile
                ? (value, false) : (ByteString(bytes: name.bytes + [UInt8(ascii: "=")]), true)
        default: return nil
        }
    }
}

extension ByteString {
    /// The text before the `=` of a field.
    fileprivate var fieldName: ByteString? {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0,
            bytes[..<equals].allSatisfy(\.isFieldCharacter)
        else { return nil }
        return ByteString(bytes: bytes[..<equals])
    }

    /// `name=@file` or `name=<file`.
    fileprivate var namesFile: Bool {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals + 1 < bytes.count else {
            return false
        }
        return "@<".utf8.contains(bytes[equals + 1])
    }
}

extension UInt8 {
    /// Whether the byte is usual in the name of a field.
    fileprivate var isFieldCharacter: Bool {
        isLetterOrDigit || "-_.[]".utf8.contains(self)
    }
}
