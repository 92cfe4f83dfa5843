import FormEncoding
import FormUpload

extension OptionTable {
    /// Options that decide which values are masked in all output.
    static let secrets: [OptionSpec] = [
        .flag("show-secrets", "Do not mask credentials in -v, --trace and -w") {
            $0.output.showsSecrets = $1
        }.onCurl(.omitted).forAll().explained(
            """
            By default logins, tokens, cookies and the passwords and signatures of URLs are \
            shown as `[masked]`; see `--secret-header` and `--secret-variable`. What `-w` names of the response's head \
            (`%header{x}`, `%{header_json}`) is printed as it came.
            """),
        .value("secret-field", "name", .nonEmpty, "Mask this form field, header or parameter too") {
            $0.output.secretFields.append($1)
        }.onCurl(.omitted).forAll().explained(
            """
            As `--secret-header`, and the text of every form field and the value of every parameter \
            of a URL with this name is masked, too, also in the list of processes. Example: \
            `--secret-field ssn`.
            """),
        .value("secret-header", "name", .headerName, "Treat this header as a credential") {
            $0.output.secretHeaders.append($1)
        }.hiding(.header).onCurl(.omitted).forAll().explained(
            """
            The value of every header with this name, in any letter case, is masked in \
            messages, `-v`, `--trace` and by `--dry-run`, and goes to no \
            other host, port or scheme on a redirect (see `--location-trusted`). The option \
            can be given several times. \(SecretNames.rule) Example: `--secret-header \
            X-Tenant`.
            """),
        .value("secret-variable", "name", .nonEmpty, "Mask the value of this variable") {
            $0.output.secretVariables.append($1)
        }.onCurl(.omitted).forAll().explained(
            """
            As the values of variables that come from the environment or a file \
            (`--variable %NAME`, `--variable NAME@file`, `--bearer-env NAME`) and whose names say that \
            they are secrets: with a word that ends in \(SecretNames.variableEndings). From eight bytes \
            on, up to 8 KiB, they are masked wherever formpost prints them: in messages, `-v`, `--trace`, \
            `--dry-run`, `--progress json`, `%{x}` of `-w` and in the journal; also percent-encoded, in \
            JSON, Base64 and hexadecimal. `--curl` has `$NAME`. What the server answers (the response, \
            `-i`, `-D`, `%header{x}`, `%capture{x}`) and the exact bytes of `--dry-run=raw` and \
            `--dump-body` stay as they are. The option is for variables with other names, and for those \
            of `name=text` and `--capture`. Example: `--variable %DB --secret-variable DB`.
            """),
    ]
}
