/// The sections of the manual apart from options, fields, differences and recipes.
extension Texts {
    static let description = #"""
        `formpost` sends a form with fields and files to a web server, as a browser does, by HTTP's
        POST and `multipart/form-data`. It accepts the form fields of `curl`(1) and curl's options
        for uploads by HTTP (any other option causes exit status 2, with a message that names the
        replacement), sends the same bytes, and its exit status tells whether the upload succeeded.
        Files can have any size; they are read while they are sent.

        Other bodies are literal data (`-d` and related options), JSON (`--json`), and a file that
        is sent with PUT (`-T`). A request has only one kind of body.

        Only the response body goes to standard output. The status line, progress, warnings and
        errors go to standard error. If the final status is a failure, the error names it and there
        is no status line. On a terminal, errors, warnings and the status line of a 2xx are
        coloured, and answers in JSON are indented (see `--pretty`). Every argument and every file
        is checked before anything is sent; of many URLs the first 1,000, and of requests with
        variables or `-T` the first 100,000. That no two files go to one URL and no two answers to
        one file is checked for all.

        The URL may be given anywhere among the options; without a scheme it is `http://`.
        """#

    static let optionSyntax = #"""
        Short options can be combined (`-sSf`); their value is attached or the next argument. The
        value of a long option is the next argument or follows a `=`. Long names cannot be
        shortened. An option shown with `[no-]` can be switched off. `--` ends the options. Sizes
        are in bytes, or with `K`, `M` or `G` (powers of 1024) after the number; times are in
        seconds, with a fraction if needed.
        """#

    static let examples = #"""
        Upload a picture and a field: | formpost -F reqtype=fileupload -F file=@img.png
          https://example.com/
        In a script, with errors and warnings only and the answer in a file: | formpost -sSf -o
          answer.json -F file=@a.txt https://example.com/
        Upload the output of another command: | tar cz dir | formpost -F 'f=@-;filename=a.tgz'
          https://example.com/
        Log in with a token: | formpost --oauth2-bearer abc -F file=@a.txt https://example.com/
        Retry up to five times when the server is busy: | formpost --retry 5 -F file=@big.iso
          https://example.com/
        Print the same request as a curl command: |
          formpost --curl -F file=@a.txt https://example.com/
        Let fish complete the options: |
          formpost --generate complete-fish | source
        """#

    static let variables = #"""
        Every long option with a value can be written as `--expand-` and its name, such as
        `--expand-form`, also in a configuration file. In its value, `{{name}}` is replaced by the
        variable that an earlier `--variable` has set, and `{{name:function:function}}` by the
        result of functions, applied from left to right. `\{{` stands for `{{`. An unknown variable
        or function is an error (exit status 2), and so is a NUL in the result. The functions are
        """#

    static let templateFunctions = #"""
        trim | Without white space at both ends.
        json | Escaped as in a JSON string, without its quotes.
        ascii | Characters beyond ASCII as in `\u00e9`, after `json`: JSON for a header, such as
          `Dropbox-API-Arg`.
        url | Percent-encoded: letters, digits and `-._~` stay.
        b64 | In Base64. After a digest, of its bytes: `{{wheel:md5:b64}}`.
        64dec | Decoded from Base64, or `[64dec-fail]`, as in curl.
        sha256 | The SHA-256 digest in hexadecimal, in lower case. A file of any size is read once
          for it, as a stream; if it has changed by the time it is sent, the exit status is 26.
        sha512 | The same with SHA-512.
        sha1 | The same with SHA-1.
        md5 | The same with MD5.
        crc32 | The same with CRC-32, as zlib and zip have it.
        hex | Each byte as two hexadecimal digits in lower case.
        size | How many bytes it has.
        name | The last component of the path: `b.tar.gz` of `a/b.tar.gz`.
        stem | The name without its last extension: `b.tar`.
        ext | The last extension without its dot: `gz`.
        dir | The directory of the path, without a slash at the end: `a`.
        mtime | When the file was last written, in UTC: `2026-11-22T04:05:06Z`.
        """#

    static let variableNotes = #"""
        For `each`, and for a variable that `name@file` has set, the digests, `size` and the parts
        of the path are those of the file, which is not read into memory. For other variables they
        are those of the text. Text from a file is limited to 10 MB. A range of bytes can follow a
        name: `--variable 'head[0-99]@file'`.

        An empty variable in place of a credential (in a header, a login, a field or a masked part
        of a URL) is an error (exit status 2). So is, anywhere, an empty variable from the
        environment whose name marks it as a secret (see `--secret`): many CI systems export an
        unset secret as an empty variable.

        `--each` sets three variables for each request: `each`, the path of its file; `index`, its
        number, starting with 1; and `count`, the number of requests. Options that use them are
        evaluated for each request.

        `--capture` sets variables from a response, for the requests after a `--next`; `-w
        '%capture{name}'` prints them.
        """#

    static let variableExample = #"""
        formpost --variable wheel@a.whl \
          --expand-form 'sha256_digest={{wheel:sha256}}' \
          -F content=@a.whl URL
        """#

    static let environment = #"""
        http_proxy, https_proxy, all_proxy | The proxy for http, https or all URLs; also in upper
          case, except `http_proxy`.
        no_proxy | Hosts to reach without a proxy, as for `--noproxy`; also in upper case.
        CURL_CA_BUNDLE, SSL_CERT_FILE | A file of CA certificates to trust, as for `--cacert`. The
          first has precedence over the second; `--cacert`, `--capath` and `-k` have precedence over
          both and over `SSL_CERT_DIR`.
        SSL_CERT_DIR | A directory of CA certificates to trust, as for `--capath`.
        NETRC | The file of logins for `-n`, instead of `~/.netrc`.
        FORMPOST_HOME, XDG_CONFIG_HOME, HOME | Where the configuration file is; see FILES.
        SSLKEYLOGFILE | A file to which libcurl adds the keys of TLS connections, for debugging.
        TMPDIR | The directory of temporary files, instead of `/tmp`.
        CI | If it is set and not empty, `0` or `false`, this is a CI job: progress is shown as with
          `--progress plain`, even on a terminal. `TF_BUILD`, `GITHUB_ACTIONS`, `JENKINS_URL`,
          `TEAMCITY_VERSION` and `BUILDKITE` have the same effect.
        NO_COLOR | If it is set and not empty, no colours are used.
        TERM | If it is `dumb`, no colours are used either.
        """#

    static let files = #"""
        /etc/formpostrc | The system's configuration file, if it exists; the user's options follow
          it.
        $FORMPOST_HOME/.formpostrc | The user's configuration file, if it exists; otherwise
        $XDG_CONFIG_HOME/formpostrc | this file; otherwise
        ~/.formpostrc | this file; otherwise
        ~/.config/formpostrc | this file. `-q` as the first argument skips both.
        ~/.netrc | Logins, for `-n`.
        """#

    static let configuration = #"""
        A configuration file has one option per line. A long name may be written without its dashes;
        then a blank, `=` or `:` separates it from the value. An option with dashes is separated by
        a blank, or a long one by a `=` without blanks. A line that begins with `#` is a comment. A
        value with blanks is written in double quotes, in which `\t`, `\n`, `\r` and `\v` are
        escapes, and a backslash before any other character stands for that character. The URL is
        the value of `url`. The options of a file count in place of its `-K`. Those of the system's
        and the user's files come first and apply to every request, also after `--next`.

        The system's or the user's file is refused with exit status 26 if others can write to it (by
        its mode, or by its group if that is not the caller's). If it belongs to another user, it is
        refused when root reads it; otherwise there is a warning. For a file of `-K`, both are
        warnings. `-q -K - <file` accepts any file.
        """#

    static let configurationExample = #"""
        # upload to our own server
        url = https://example.com/upload
        header = "Authorization: Bearer abc"
        form = "reqtype=fileupload"
        -F file=@img.png
        retry 3
        fail
        """#

    static let recipesNote = #"""
        Uploads as the documentation of services describes them; `--help recipes` lists them.
        Secrets come from the environment: `--variable %NAME`.
        """#

    static let requirements = #"""
        On Linux, a command from an archive, a package or `make install` includes Swift's runtime.
        It needs glibc 2.34 or newer (RHEL 9, Ubuntu 22.04, Debian 12) and, for uploads, libcurl
        7.68 or newer (Debian and Ubuntu: the package libcurl4; elsewhere libcurl). `--version`
        shows which libcurl it has found; `share/doc/formpost` has the licences of the included
        software.
        """#

    static let synopsis = """
        `formpost` [options] `-F` name=content [`-F` name=content ...] URL

        `formpost` [options] `-d` data | `--json` data | `-T` file URL
        """

    static let fieldSyntax = """
        Each `-F` adds one part to the form, in the order in which they are given. The text up to the
        first `=` is the name of the part. The content after it is one of
        """

    static let seeAlso = """
        `curl`(1), `netrc`(5)

        RFC 7578 (multipart/form-data), RFC 2046 (multipart), RFC 9110 (HTTP)
        """
}
