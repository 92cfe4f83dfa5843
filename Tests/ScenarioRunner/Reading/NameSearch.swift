/// Replaces each `$NAME` in a text for which `value` has one.
func replacingNames(in text: String, by value: (String) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { text, piece in
        let name = String(piece.prefix(while: \.isNameCharacter))
        guard let value = value(name) else { return text + "$" + piece }
        return text + value + piece.dropFirst(name.count)
    }
}

extension Character {
    var isNameCharacter: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
