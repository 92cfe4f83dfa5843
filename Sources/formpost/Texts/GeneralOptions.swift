import FormUpload

extension Texts {
    /// The options about the command as a whole.
    static let generalOptions = #"""
        # config
        The options count as if they stood on the command line in the place of `-K`; FILES describes
        the syntax. Files may name other files, up to 10 deep. By default only the machine's and the
        user's configuration files are read. Example: `-K upload.conf`.

        # variable
        `name=text`, `name@file` (`-` is standard input), `%name` for a variable of the environment,
        or with a default `%name=text` and `%name@file`. VARIABLES describes where `{{name}}` stands
        for it. A later one of the same name takes its place. By default no variables are set.
        Example: `--variable %TOKEN --expand-oauth2-bearer '{{TOKEN}}'`.

        # disable
        Anywhere else it is an error, because it would have no effect there.

        # help
        `all` lists every option. A group lists its options: form, data, request, many,
        redirects, retry, connection, tls, output, general. The name of an option, with or without
        its dashes, explains it; `-F` explains the syntax of forms. `write-out`, `files`,
        `variables`, `exit`, `examples`, `cookies`, `proxies` and `environment` show these parts of
        this manual. `recipes` lists uploads to known services, and the name of one shows its
        command. Without a topic, the most common options are listed.

        # version
        What a report of a defect needs: the versions of formpost, Swift and libcurl, the commit,
        the target, whether Swift's runtime is inside, the protocols of formpost, the features of
        libcurl that it can use, whether formpost can pass options to it, and the configuration
        files that are read.

        # generate
        `man` is this page. `complete-bash`, `complete-zsh` and `complete-fish` are completions for
        these shells. Example: `formpost --generate complete-fish | source`.

        # show-secrets
        By default logins, tokens, cookies and the passwords and signatures of URLs are shown as
        `[masked]`; see `--secret-header` and `--secret-variable`. What `-w` names of the response's
        head (`%header{x}`, `%{header_json}`) is printed as it came.

        # secret-field
        As `--secret-header`, and the text of every form field and the value of every parameter of a
        URL with this name is masked, too, also in the list of processes. Example: `--secret-field
        ssn`.

        # secret-header
        The value of every header with this name, in any letter case, is masked in messages, `-v`,
        `--trace` and by `--dry-run`, and goes to no other host, port or scheme on a redirect (see
        `--location-trusted`). The option can be given several times. By default this is so
        for names with one of the words \#(list(CredentialNames.words.sorted())), or with `key` after
        one of \#(list(CredentialNames.keys.sorted())), such as `X-Api-Key`, and for
        \#(list(CredentialNames.names.sorted())); but not for
        \#(list(CredentialNames.exceptions.sorted())). Form fields with such names are masked, too, and
        so are the values of such parameters in the query of a URL, those of the parameters
        \#(list(CredentialNames.parameters.sorted())), and the tokens in paths with `/bot`,
        `/webhooks/`, `/services/`, `/hooks/` or `/webhookb2/`, as Telegram, Discord, Slack,
        Mattermost and Teams have them. Example: `--secret-header X-Tenant`.

        # secret-variable
        As the values of variables that come from the environment or a file (`--variable %NAME`,
        `--variable NAME@file`, `--bearer-env NAME`) and whose names say that they are secrets: with a
        word that ends in
        \#(list(CredentialNames.variableEndings.map { $0.uppercased() })). From eight bytes on they are masked
        wherever formpost prints them: in messages, `-v`, `--trace`, `--dry-run`, `--progress json`,
        `%{x}` of `-w` and in the journal; up to 8 KiB also percent-encoded, in JSON, Base64 and
        hexadecimal. `--curl` has `$NAME`. What the server answers (the response, `-i`, `-D`,
        `%header{x}`, `%capture{x}`) and the exact bytes of `--dry-run=raw` and `--dump-body` stay
        as they are. The option is for variables with other names, and for those of `name=text` and
        `--capture`. A name that no option sets is exit status 2; in a configuration file it may be
        that of other calls. Example: `--variable %DB --secret-variable DB`.
        """#

    /// Names as literal text.
    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
