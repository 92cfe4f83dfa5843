import FormEncoding

/// One use of a file.
struct Claim {
    /// The name in messages: `-D heads.txt`, `standard output`.
    enum Name {
        case file(option: String, path: ByteString)
        case channel(String)

        var text: String {
            switch self {
            case .file(let option, let path): "\(option) \(Messages.shown(path))"
            case .channel(let name): name
            }
        }
    }

    let name: Name
    let kind: FileUse.Kind
    /// `nil` if it is not a regular file: those may be shared.
    let identity: FileIdentity?
    var isStream = false

    var isInput: Bool { !kind.isWritten }

    /// Whether both are the same file and one use would destroy the other.
    func excludes(_ other: Claim) -> Bool {
        guard identity == other.identity, !(isStream && other.isStream) else { return false }
        switch (kind, other.kind) {
        case (.journal, _), (_, .journal): return true
        case (.appended, _), (_, .appended): return false
        case (.cookies, .jar), (.jar, .cookies), (.jar, .jar): return false
        case (_, .response) where isInput, (.response, _) where other.isInput: return false
        default: return !(isInput && other.isInput)
        }
    }

    /// The sentence about two uses that exclude each other.
    func conflict(with later: Claim, hasEach: Bool) -> String {
        let (first, second) = (name.text, later.name.text)
        if kind == .journal { return Messages.sharesJournal(first, second) }
        if later.kind == .journal { return Messages.sharesJournal(second, first) }
        guard isInput || later.isInput else {
            return Messages.sameFile(first, second, hasEach: hasEach)
        }
        return Messages.overwritesInput(isInput ? second : first, isInput ? first : second)
    }
}
