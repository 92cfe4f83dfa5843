import FormEncoding
import FormUpload

extension FormFailure {
    /// The failure as it may be shown, where `names` are those of secret fields.
    func masking(_ names: CredentialNames) -> FormFailure {
        guard case .syntax(let problem) = self else { return self }
        return .syntax(problem.masking(names))
    }
}

extension FormProblem {
    /// The problem with a `*` for each byte of a secret field's value, so that the caret
    /// still points at its column. The name of a file is no secret.
    func masking(_ names: CredentialNames) -> FormProblem {
        let bytes = field.argument.bytes
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
            names.contains(ByteString(bytes: bytes[..<equals])),
            bytes[(equals + 1)...].first.map({ !"@<".utf8.contains($0) }) ?? false
        else { return self }
        var masked = self
        masked.field.argument = ByteString(
            bytes: bytes[...equals] + bytes[(equals + 1)...].map(Self.star))
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
