import FormEncoding
import FormUpload

extension FormProblem {
    /// Returns the problem with a `*` for each byte of a secret field's value or of a secret header of a
    /// part, so that the caret still points at its column. The name of a file is no secret.
    func masking(_ names: SecretNames) -> FormProblem {
        let bytes = field.argument.bytes
        var shown = bytes
        let name = bytes.prefix { $0 != UInt8(ascii: "=") }
        let text = bytes[name.endIndex...].dropFirst()
        if field.option.hasPrefix("--" + OptionTable.expanding) {
            // A variable may come from the environment, and be a secret.
            shown = bytes.map { $0 == UInt8(ascii: "=") ? $0 : Self.star($0) }
        } else if let first = text.first, !"@<".utf8.contains(first),
            names.fields.contains(ByteString(bytes: name))
        {
            shown.replaceSubrange(text.indices, with: text.map(Self.star))
        }
        let quote = UInt8(ascii: "\"")
        for range in FormScanner.headerValues(of: field.argument) {
            // A value without a name may be that of a secret header.
            let line = bytes[range].drop { $0 == quote || $0.isBlank }
            let name = line.prefix(while: \.isTokenCharacter)
            guard name.isEmpty || names.headers.contains(ByteString(bytes: name)) else { continue }
            for place in name.endIndex..<range.upperBound where bytes[place] != quote {
                shown[place] = UInt8(ascii: "*")
            }
        }
        guard shown != bytes else { return self }
        var masked = self
        masked.field.argument = ByteString(bytes: shown)
        masked.fact = fact.masked
        return masked
    }

    /// Separators stay visible, to show the problem's place.
    fileprivate static func star(_ byte: UInt8) -> UInt8 {
        "; \"".utf8.contains(byte) ? byte : UInt8(ascii: "*")
    }
}

extension FormProblem.Fact {
    fileprivate var masked: Self {
        let hide = { (text: ByteString) in
            ByteString(bytes: text.bytes.map(FormProblem.star))
        }
        return switch self {
        case .unknownEncoder(let text): .unknownEncoder(hide(text))
        case .malformedType(let text): .malformedType(hide(text))
        case .textAfterQuote(let text): .textAfterQuote(hide(text))
        case .unknownParameter(let text): .unknownParameter(hide(text))
        case .textIsFileName(let text): .textIsFileName(hide(text))
        case .textBecomesFile(let text): .textBecomesFile(hide(text))
        case .textInGroup(let text): .textInGroup(hide(text))
        case .malformedHeader(let text): .malformedHeader(hide(text))
        default: self
        }
    }
}
