import FormEncoding

/// The text of `--generate`, made from the option table.
enum GeneratedText {
    enum Kind: String, CaseIterable, Sendable {
        case man
        case completeBash = "complete-bash"
        case completeZsh = "complete-zsh"
        case completeFish = "complete-fish"
    }

    static func text(_ kind: Kind) -> String {
        switch kind {
        case .man: ManPage.text
        case .completeBash: BashCompletion.text
        case .completeZsh: ZshCompletion.text
        case .completeFish: FishCompletion.text
        }
    }
}
