import FormEncoding
import FormUpload

extension FormFailure {
    /// The failure as it may be shown.
    func masking(_ output: Settings.Output) -> FormFailure {
        guard case .syntax(let problem) = self else { return self }
        return .syntax(problem.masking(output))
    }
}

extension FormProblem {
    /// The problem with a `*` for each byte of a secret field's value or of a secret header of a part,
    /// so that the caret still points at its column. The name of a file is no secret.
    func masking(_ output: Settings.Output) -> FormProblem {
        maskingHeaders(output.secretHeaderNames).maskingText(output.secretFieldNames)
    }

    private func maskingText(_ names: CredentialNames) -> FormProblem {
        let bytes = field.argument.bytes
        var masked = self
        // What stands in place of variables comes from the environment, and may be a secret.
        if field.option.hasPrefix("--" + OptionTable.expanding) {
            let equals = UInt8(ascii: "=")
            masked.field.argument = ByteString(
                bytes: bytes.map { $0 == equals ? equals : Self.star($0) })
        } else {
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
                names.contains(ByteString(bytes: bytes[..<equals])),
                bytes[(equals + 1)...].first.map({ !"@<".utf8.contains($0) }) ?? false
            else { return self }
            masked.field.argument = ByteString(
                bytes: bytes[...equals] + bytes[(equals + 1)...].map(Self.star))
        }
        masked.fact = fact.masked
        return masked
    }

    /// Masks what follows the names of secret headers, in the value of each `headers=`. A value
    /// without a name may be one of theirs.
    private func maskingHeaders(_ names: CredentialNames) -> FormProblem {
        var bytes = field.argument.bytes
        let quote = UInt8(ascii: "\"")
        for range in FormScanner.headerValues(of: field.argument) {
            let line = bytes[range].drop { $0 == quote || $0.isBlank }
            let name = line.prefix(while: \.isTokenCharacter)
            guard name.isEmpty || names.contains(ByteString(bytes: name)) else { continue }
            for place in name.endIndex..<range.upperBound where bytes[place] != quote {
                bytes[place] = UInt8(ascii: "*")
            }
        }
        guard bytes != field.argument.bytes else { return self }
        var masked = self
        masked.field.argument = ByteString(bytes: bytes)
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
