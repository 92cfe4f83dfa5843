import FormEncoding
import FormUpload

/// A word of the command line that was taken for a URL, and the option before it.
struct URLWord {
    let text: ByteString
    /// `nil`: there is none.
    var option: OptionUse?

    /// It has a scheme. `b.txt` may be a host, but rather is a file.
    var isPlain: Bool { text.bytes.firstRange(of: "://".utf8) != nil }

    /// Why it is no URL. It may be the rest of a value that lost its quotes, even of a secret: then a message shows
    /// only the option before it.
    func fault(_ names: CredentialNames) -> String {
        if looksLikeHost, option?.maySplitSecret(names) != true {
            return "two URLs, and \(Messages.quoted(text)) has no scheme"
        }
        return (option.map { "the word after \($0.opened)" } ?? "a word") + " is no URL"
    }

    /// Throws if the word is a file or a field that stands without its `-F`, as other commands have it or as
    /// the shell expands `-F file=@{a,b}.png`.
    func checkOption(_ names: CredentialNames) throws(Failure) {
        if let option, option.maySplitSecret(names) { return }
        let isNumber = option?.spec?.long == "parallel" && text.bytes.allSatisfy(\.isDigit)
        let isValue = option?.spec?.suggestions.contains(text.description) ?? false
        if let option, isNumber || isValue {
            let start = isNumber ? "--parallel-max " : option.option + "="
            throw .usage("\(Messages.quoted(text)) is taken for a URL: write \(start)\(text)")
        }
        if let header = text.description.firstMatch(of: /^[A-Z][A-Za-z0-9-]*:(?=[^\/\\=@]+$)/)?.0 {
            throw .usage("'\(header)…' stands without an option: write -H '\(header) …'")
        }
        guard let argument = formArgument else { return }
        let letter = option.flatMap { $0.spec?.secrecy == .data ? $0.option : nil } ?? "-F"
        throw .usage(
            "\(Messages.quoted(fieldWithoutText ?? text)) stands without an option: write \(letter) "
                + Messages.quoted(argument))
    }

    /// `name=@file`, and `name=…` for text, which may be a secret.
    private var fieldWithoutText: ByteString? {
        text.fieldName.map { text.namesFile ? text : $0 + "=…" }
    }

    /// The argument of `-F` that the word may have been meant for.
    private var formArgument: ByteString? {
        if let field = fieldWithoutText { return field }
        let at = text.bytes.firstIndex(of: UInt8(ascii: "@"))
        let name = text.bytes.prefix(at ?? 0)
        if let at, name.allSatisfy(\.isFieldCharacter), !name.isEmpty {
            let path = ByteString(bytes: text.bytes[(at + 1)...])
            guard SmallFile.exists(path) || MediaType.forFileExtension(of: path) != nil else {
                return nil
            }
            return ByteString(bytes: name) + "=@" + path
        }
        guard SmallFile.exists(text) else { return nil }
        let field = option.flatMap { $0.value.namesFile ? $0.value.fieldName : nil }
        return (field ?? "file") + "=@" + text
    }

    /// `localhost`, or a name with a dot or a port. Tokens with dots in them are longer.
    var looksLikeHost: Bool {
        let place = String(decoding: text.bytes[text.authority], as: UTF8.self)
        let host =
            /(localhost|\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+\.?)(:\d{1,5})?|[A-Za-z0-9_-]+:\d{1,5}/
        return place.utf8.count < 64 && place.wholeMatch(of: host) != nil
    }
}

extension OptionUse {
    /// Whether the words after it may be the rest of a secret.
    fileprivate func maySplitSecret(_ names: CredentialNames) -> Bool {
        switch spec?.secrecy {
        case nil, .open: return false
        case .field, .data:
            guard let name = value.fieldName else { return true }
            return names.contains(parameter: name)
        default: return true
        }
    }

    /// `-H 'Authorization:…'`, without what may be a secret.
    fileprivate var opened: String {
        let mark = UInt8(ascii: spec?.secrecy == .header ? ":" : "=")
        let name = value.bytes.prefix(while: \.isFieldCharacter)
        guard [.header, .field, .data].contains(spec?.secrecy), !name.isEmpty,
            value.bytes.dropFirst(name.count).first == mark
        else { return option }
        return "\(option) '\(Messages.shown(ByteString(bytes: name + [mark])))…'"
    }
}

extension ByteString {
    /// The text before the `=` of a field.
    var fieldName: ByteString? {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0,
            bytes[..<equals].allSatisfy(\.isFieldCharacter)
        else { return nil }
        return ByteString(bytes: bytes[..<equals])
    }

    /// `name=@file` or `name=<file`.
    var namesFile: Bool { nameAndText.text.first.map("@<".utf8.contains) ?? false }
}

extension UInt8 {
    fileprivate var isFieldCharacter: Bool {
        isLetterOrDigit || "-_.[]".utf8.contains(self)
    }
}
