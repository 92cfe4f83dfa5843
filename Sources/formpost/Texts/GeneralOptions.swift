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
        `all` lists every option. A group lists its options: form, data, request, many, redirects,
        retry, connection, tls, output, general. The name of an option, with or without its dashes,
        explains it; `-F` explains the syntax of forms. `resume` is about uploads that are
        interrupted, `cookies` and `proxies` about these options. The title of a section of this
        manual, or its first word, shows the section, as in `'progress stream'` and `files`, and a
        number what an exit status means. `recipes` lists uploads to known services, and the name of
        one shows its command (`recipe:tus` where an option has the name). Any other word shows the
        lines of help that contain it. Without a word, the most common options are listed.

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
        `[masked]`; see `--secret`. What `-w` names of the response's head (`%header{x}`,
        `%{header_json}`) is printed as it came.

        # secret
        Every form field, header, cookie, parameter of a URL, member of JSON and variable with this
        name, in any letter case, is a secret: its value is masked in messages, `-v`, `--trace` and
        by `--dry-run`, also in the list of processes, and such a header goes to no other host, port
        or scheme on a redirect (see `--location-trusted`). The option can be given several times.
        By default this is so for names with one of the words
        \#(list(CredentialNames.words.sorted())), or with `key` after one of
        \#(list(CredentialNames.keys.sorted())), such as `X-Api-Key`, and for
        \#(list(CredentialNames.names.sorted())); but not for
        \#(list(CredentialNames.exceptions.sorted())). Of a URL it is so for the parameters
        \#(list(CredentialNames.parameters.sorted())), too, and for the tokens in paths with `/bot`,
        `/webhooks/`, `/services/`, `/hooks/` or `/webhookb2/`, as Telegram, Discord, Slack,
        Mattermost and Teams have them.
        A variable is a secret by default if it comes from the environment or a file (`--variable
        %NAME`, `--variable NAME@file`, `--bearer-env NAME`) and has a word that ends in
        \#(list(CredentialNames.variableEndings.map { $0.uppercased() })). Its value is masked from
        eight bytes on, wherever formpost prints it: also with `--progress json`, `%{x}` of `-w` and
        in the journal; up to 8 KiB also percent-encoded, in JSON, Base64 and hexadecimal. `--curl`
        has `$NAME`. What the server answers (the response, `-i`, `-D`, `%header{x}`, `%capture{x}`)
        and the exact bytes of `--dry-run=raw` and `--dry-run=body` stay as they are. Example:
        `--variable %DB --secret DB --secret X-Tenant`.
        """#

    /// Names as literal text.
    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
