/// Options of curl that formpost accepts without effect, for the table of options, the manual.
///
/// A row has the subject, the options (one with a value ends with `=`, a short name stands before its long one),
/// what completes the sentence 'curl …', and why they have no effect.
extension Texts {
    static let acceptedOptionsNote = "Options that formpost accepts because curl has them:"

    static let acceptedOptions = #"""
        `{a,b}` and `[1-9]` in a URL or in `-T`, `#1` in `-o` | -g --globoff | makes a request of each,
          and names its file after it | a URL is what was typed; `--each` sends many files, and
          `--url @list` has many URLs
        how `-i` prints headers | --styled-output --suppress-connect-headers | can print them bold,
          or leave out those of a proxy's CONNECT | headers are printed plain, without those of a
          proxy's CONNECT
        TLS sessions | --sessionid | keeps them, or with `--no-sessionid` does not | TLS sessions end
          with the command
        a login of a proxy | --proxy-basic --socks5-basic | can choose Basic | formpost logs in to a
          proxy with Basic
        the file of `-o` | -R --remote-time --xattr | can give it the server's time, or the URL as
          an attribute | the file of a response has the time at which it was written and no
          attributes
        how output is written | -N --buffer | buffers it, or with `-N` does not | output is never
          buffered, except a response that `--retry` may replace
        obsolete options | --npn --ssl-auto-client-cert --ssl-revoke-best-effort
          --proxy-ssl-auto-client-cert --egd-file= --random-file= | ignores them, in current versions
          or on Linux | current versions of curl ignore them, or they have no effect on Linux
        logins that formpost does not have | --sasl-ir --delegation= --krb= --login-options=
          --sasl-authzid= --service-name= --proxy-service-name= --socks5-gssapi-service= | logs in
          by Kerberos or to mail servers | formpost does not support these logins
        options of other protocols | --compressed-ssh --disable-eprt --disable-epsv
          --ftp-create-dirs --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-control
          --mail-rcpt-allowfails --tftp-no-options --ftp-account= --ftp-alternative-to-user=
          --ftp-method= --ftp-ssl-ccc-mode= --hostpubmd5= --hostpubsha256= --pubkey= --tftp-blksize=
          | does not use them for HTTP | formpost speaks only http and https
        """#
}
