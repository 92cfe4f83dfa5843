import FormUpload

extension Texts {
    /// The options about the command as a whole.
    static let generalOptions = #"""
        # config
        The options count as if they were on the command line in place of `-K`; FILES describes the
        syntax. Files may include other files, up to 10 deep. By default only the system's and the
        user's configuration files are read. Example: `-K upload.conf`.

        # variable
        `name=text`, `name@file` (`-` is standard input), `%name` for a variable of the environment,
        or with a default `%name=text` and `%name@file`. VARIABLES describes where `{{name}}` is
        replaced. A later one of the same name replaces it. By default no variables are set.
        Example: `--variable %TOKEN --expand-oauth2-bearer '{{TOKEN}}'`.

        # disable
        Anywhere else it is an error, because it would have no effect.

        # help
        `all` lists every option. A group lists its options: form, data, request, many, redirects,
        retry, connection, tls, output, general. The name of an option, with or without its dashes,
        explains it; `-F` explains the syntax of forms. `resume` is about interrupted uploads,
        `cookies` and `proxies` are about these options. The title of a section of this manual, or
        its first word, shows the section, as in `'progress stream'` and `files`; a number explains
        an exit status. `recipes` lists uploads to known services, and the name of one shows it
        (`recipe:tus` if an option has the same name). Any other word shows the lines of help that
        contain it. Without a word, the most common options are listed.

        # version
        Include this in a bug report: the versions of formpost, Swift and libcurl, the commit, the
        target, whether Swift's runtime is included, the protocols of formpost, the features of
        libcurl that it can use, whether formpost can pass options to it, and the configuration
        files that are read.

        # generate
        `man` is this page; `complete-bash`, `complete-zsh` and `complete-fish` are completions for
        these shells. Example: `formpost --generate complete-fish | source`.

        # show-secrets
        By default logins, tokens, cookies and the passwords and signatures of URLs are shown as
        `[masked]`; see `--secret`. Response headers in `-w` (`%header{x}`, `%{header_json}`) are
        printed unchanged.

        # secret
        Every form field, header, cookie, URL parameter, JSON member and variable with this name, in
        any letter case, is a secret: its value is masked in messages, `-v`, `--trace`, `--dry-run`
        and the process list, and such a header goes to no other host, port or scheme on a redirect
        (see `--location-trusted`). The option can be given several times. By default this applies
        to names with one of the words \#(list(CredentialNames.words.sorted())), or with `key` after
        one of \#(list(CredentialNames.keys.sorted())), such as `X-Api-Key`, and to
        \#(list(CredentialNames.names.sorted())); but not to
        \#(list(CredentialNames.exceptions.sorted())). In URLs it also applies to the parameters
        \#(list(CredentialNames.parameters.sorted())) and to the tokens in paths with `/bot`,
        `/webhooks/`, `/services/`, `/hooks/` or `/webhookb2/`, as with Telegram, Discord, Slack,
        Mattermost and Teams. A variable is a secret by default if it comes from the environment or
        a file (`--variable %NAME`, `--variable NAME@file`, `--bearer-env NAME`) and has a word that
        ends in \#(list(CredentialNames.variableEndings.map { $0.uppercased() })). If the value has
        at least eight bytes, it is masked wherever formpost prints it, including `--progress json`,
        `%{x}` of `-w` and the journal; values of up to 8 KiB also percent-encoded, in JSON, Base64
        and hexadecimal. `--curl` prints `${NAME:?}` instead. What the server answers (the response,
        `-i`, `-D`, `%header{x}`, `%capture{x}`) and the exact bytes of `--dry-run=raw` and
        `--dry-run=body` are not changed. Example: `--variable %DB --secret DB --secret X-Tenant`.
        """#

    /// Names as literal text.
    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
