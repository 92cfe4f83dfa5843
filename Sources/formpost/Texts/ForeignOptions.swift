/// Options of other commands, and what to write in place of them.
extension Texts {
    /// The options of curl 7.88.1 that formpost lacks, without those in `OptionTable.accepted`, which have no
    /// effect.
    static let curlOptions = #"""
        -C --continue-at | write --resumable or --tus to send what the server still lacks
        -I --head | write -X HEAD -i
        -O --remote-name --remote-name-all -J --remote-header-name | name the file: -o file
        -r --range | a response is always read as a whole
        -a --append -B --use-ascii --crlf | a file is uploaded as it is
        -z --time-cond --etag-compare --etag-save | use -H, as in -H 'If-Match: "tag"'
        -M --manual | use man formpost, or --generate man
        -2 --sslv2 -3 --sslv3 | SSL is not secure; --tlsv1.2 is the oldest version in use
        --ssl --ssl-reqd | write an https:// URL
        --proto-default | write the scheme in the URL
        --disallow-username-in-url | leave the login out of the URL
        --create-file-mode | set the mode with umask(1) or chmod(1)
        --libcurl --metalink
        --aws-sigv4 | -T uploads to a presigned URL, and --form-fields reads the fields of a
          presigned POST
        --negotiate --ntlm --ntlm-wb | --basic, --digest and --oauth2-bearer are the
          ways to log in; for others use curl
        --tlsauthtype --tlspassword --tlsuser | --cert presents a client certificate
        --socks4 --socks4a | use -x socks4://host:port or -x socks4a://host:port
        --socks5-gssapi --socks5-gssapi-nec
        --proxy1.0 | use -x http://host:port
        --proxy-anyauth --proxy-digest --proxy-negotiate --proxy-ntlm | -U logs in to a proxy with
          Basic
        --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser
        --proxy-capath --proxy-crlfile --proxy-pinnedpubkey | --proxy-cacert names a file
        --proxy-cert --proxy-cert-type --proxy-key --proxy-key-type --proxy-pass
        --proxy-ciphers --proxy-tls13-ciphers --proxy-tlsv1
        --proxy-ssl-allow-beast --ssl-allow-beast
        --false-start --engine
        --alt-svc --hsts | write an https:// URL
        --http0.9 --ignore-content-length --raw --tr-encoding
        --http3-only | use --http3
        --dns-interface --dns-ipv4-addr --dns-ipv6-addr | --dns-servers names servers
        --doh-cert-status --doh-insecure
        --happy-eyeballs-timeout-ms | -4 and -6 choose the kind of address
        --haproxy-protocol
        -l --list-only -P --ftp-port -Q --quote -t --telnet-option | formpost speaks only http and
          https; use curl
        --mail-auth --mail-from --mail-rcpt | formpost speaks only http and https; use curl
        """#

    /// The options of HTTPie, xh, wget and Python's requests.
    static let foreignOptions = #"""
        --resume | write --resumable or --tus, with --journal FILE
        --timeout | -m limits each attempt, --connect-timeout the connection
        --auth | write -u user:password
        --token --bearer | write --oauth2-bearer token
        --verify | certificates are verified by default; -k accepts any, --cacert file trusts the
          certificates in it
        --no-check-certificate | -k accepts any certificate, --cacert file trusts the certificates
          in it
        --follow | write -L
        --method | write -X method
        --quiet | write -s, with -S to see errors and warnings
        --offline | write --dry-run
        --field | write -F name=text
        --file --files | write -F name=@file
        --multipart | leave it out: -F sends multipart/form-data
        --session | write -b file -c file to keep cookies
        --check-status | leave it out: a status other than 2xx is a failure by default
        --print | -i prints the response headers, -v the request as well
        --output-document | write -o file
        --post-data --body-data | write -d data
        --post-file --body-file | write --data-binary @file, or -F name=@file for a form
        --tries --retries | write --retry number
        --debug | -v shows what is sent and received, --trace every byte
        --login | write -u user:password, or -n to read the login from ~/.netrc
        --folder --directory | --form-tree sends a directory in one form, --each a request for each
          file
        """#

    /// Words of other commands' lines, and of a line that is continued as in other shells.
    static let strayWords = #"""
        curl | is taken for a URL: leave it out
        help | is taken for a URL: write formpost --help
        POST post | is taken for a URL: leave it out, POST is the default (with -T write -X POST)
        PUT put | is taken for a URL: write -X PUT
        PATCH patch | is taken for a URL: write -X PATCH
        GET get | is taken for a URL: write -X GET
        DELETE delete | is taken for a URL: write -X DELETE
        \ | stands alone: a backslash continues a line only at its very end
        ^ ` | does not continue a line: write '\'
        """#

    /// The protocols of `--proto` other than http and https.
    static let otherProtocols = """
        dict file ftp ftps gopher gophers imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtsp scp sftp smb
        smbs smtp smtps telnet tftp ws wss
        """
}
