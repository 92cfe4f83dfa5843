import FormUpload
import Foundation

/// The names of what is masked, and the rule for them as the manual tells it.
enum SecretNames {
    static let rule = """
        By default this is so for names with one of the words \(list(CredentialNames.words)), or \
        with `key` after one of \(list(CredentialNames.keys)), such as `X-Api-Key`, and for \
        \(list(CredentialNames.names)); but not for \(list(CredentialNames.exceptions)). Form \
        fields with such names are masked, too, and so are the values of such parameters in the \
        query of a URL, those of the parameters \(list(CredentialNames.parameters)), and the tokens \
        in paths with `/bot` or `/webhooks/`, as Telegram and Discord have them.
        """

    /// Those of parameters in URLs. They belong to the process, as its arguments do: every sentence that
    /// quotes a URL needs them.
    static var inURLs: CredentialNames { given.names }

    /// Sets what `--secret-field` names, besides the usual ones.
    static func setInURLs(_ names: CredentialNames) { given.set(names) }

    private static let given = Given()

    private final class Given: @unchecked Sendable {  // `value` is behind `lock`
        private let lock = NSLock()
        private var value = CredentialNames()

        var names: CredentialNames { lock.withLock { value } }

        func set(_ names: CredentialNames) { lock.withLock { value = names } }
    }

    private static func list(_ names: Set<String>) -> String {
        names.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension Settings.Output {
    /// Which header fields are credentials.
    var secretHeaderNames: CredentialNames {
        CredentialNames(adding: secretFields + secretHeaders)
    }

    /// Which form fields are secret.
    var secretFieldNames: CredentialNames { CredentialNames(adding: secretFields) }
}
