import FormUpload
import Foundation

extension SecretNames {
    /// The rule for names, as the manual has it.
    static let rule = """
        By default this is so for names with one of the words \(list(CredentialNames.words)), or \
        with `key` after one of \(list(CredentialNames.keys)), such as `X-Api-Key`, and for \
        \(list(CredentialNames.names)); but not for \(list(CredentialNames.exceptions)). Form \
        fields with such names are masked, too, and so are the values of such parameters in the \
        query of a URL, those of the parameters \(list(CredentialNames.parameters)), and the tokens \
        in paths with `/bot`, `/webhooks/`, `/services/`, `/hooks/` or `/webhookb2/`, as Telegram, \
        Discord, Slack, Mattermost and Teams have them.
        """

    /// The ends of words in the names of secret variables, as the manual has them.
    static let variableEndings = CredentialNames.variableEndings.map { "`\($0.uppercased())`" }
        .joined(separator: ", ")

    /// The names for URLs in messages and progress. They belong to the process, as its arguments do:
    /// every sentence that quotes a URL needs them.
    static var ofProcess: SecretNames {
        get { shared.value }
        set { shared.value = newValue }
    }

    private static let shared = ProcessWide(SecretNames())

    private static func list(_ names: Set<String>) -> String {
        names.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension Settings.Output {
    /// The names of secrets: the usual ones, and those of `--secret-field` and `--secret-header`.
    var secretNames: SecretNames {
        SecretNames(
            headers: CredentialNames(adding: secretFields + secretHeaders),
            fields: CredentialNames(adding: secretFields))
    }
}

/// A value that belongs to the process, as its arguments do.
final class ProcessWide<Value: Sendable>: @unchecked Sendable {  // `current` is behind `lock`
    private let lock = NSLock()
    private var current: Value

    init(_ value: Value) { current = value }

    var value: Value {
        get { lock.withLock { current } }
        set { lock.withLock { current = newValue } }
    }
}
