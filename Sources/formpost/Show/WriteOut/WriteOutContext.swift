import FormEncoding
import FormUpload

/// The facts that `-w` can print when the upload is over.
struct WriteOutContext: Sendable {
    var facts = TransferFacts()
    var head: ResponseHead?
    /// The URL as given.
    var url: ByteString = ""
    var exitStatus: Int32 = 0
    var errorMessage: String?
    /// Its place among the requests, from 0 on.
    var number = 0
    /// The file of the response; `nil` for standard output.
    var file: ByteString?
    /// The values of `--capture`; none after a failure.
    var captured: [String: ByteString] = [:]
    var redirects = 0
    var retries = 0
    /// Whether passwords in URLs are shown (`--show-secrets`); the output of `-w` often goes to
    /// logs.
    var showsSecrets = false

    /// The value without those of secret variables.
    func shown(_ value: WriteOutVariables.Value) -> WriteOutVariables.Value {
        guard !showsSecrets, case .text(let text?) = value else { return value }
        return .text(ByteString(bytes: SecretValues.ofProcess.masking(text.bytes)))
    }

    func shown(_ url: ByteString) -> ByteString {
        if showsSecrets { return url }
        return exitStatus == ExitStatus.malformedURL ? url.withoutAnySecret : url.withoutSecrets
    }
}
