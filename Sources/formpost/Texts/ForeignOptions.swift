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
        --field --data-form --formdata | write -F name=text
        --file --files --form-file | write -F name=@file
        --params --query | write --url-query name=text
        --username --password | write -u user:password
        --no-verify | -k accepts any certificate, --cacert file trusts the certificates in it
        --ignore-stdin | leave it out: standard input is read only where an option names it
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

    /// Words that people look for with `--help`, and what they are looking for; lines of help that have them follow.
    static let helpWords = #"""
        429 500 502 503 504 busy overloaded | --retry 5 waits as long as the server asks for, and sends
          the request again
        408 timed-out | --retry 5 sends the request again; --limit-rate leaves a slow line room
        411 content-length | the length is sent unless --chunked is given; a pipe without --chunked is
          stored first
        413 too-large | the server, or a proxy before it, limits the size of a request: --resumable
          --append-size 100M sends pieces, if the server supports it (--tus for a tus server)
        400 415 422 | --dry-run shows what is sent, ;type= sets the media type of a file, and -i shows
          the answer
        401 403 unauthorized forbidden | -u user:password, --oauth2-bearer token, -n (~/.netrc) or
          -H 'X-Api-Key: key' log in
        407 | -U user:password logs in to the proxy
        404 405 | check the path of the URL; -X PUT is another method, and -T file sends a file by PUT
        307 308 | -L follows redirects (--help redirects)
        417 100-continue | -H Expect: sends no Expect header
        recursive recursively subdirectories | --form-tree f=dir sends a directory in one form, --each
          'f=@dir/**/*' a request for each file
        multiple several wildcard wildcards | --form-glob 'f=@*.png' sends files in one form, --each
          'f=@*.png' a request for each; --help many
        sync incremental backup | --journal FILE keeps a list of what was sent: the next call sends
          the rest
        mime mimetype content-type media-type | ;type= sets the type of a file, as in -F
          'f=@a.csv;type=text/csv'; for other bodies write -H 'Content-Type: text/csv'
        charset utf-8 utf8 unicode | texts are sent as they are written, byte for byte; -F
          'f=@a.txt;type=text/plain; charset=utf-8' names their encoding
        big huge gigabytes memory | files of any size are sent in constant memory; --resumable --retry
          5 continues a large one, --max-spool limits the copy of a pipe
        xml graphql rest api | --data-binary @file -H 'Content-Type: application/xml' sends any
          body, --json @file JSON
        patch | -X PATCH names the method
        download save | the answer goes to standard output, with -o file to a file
        array arrays list nested repeat | give a name several times: -F 'f[]=@a.png' -F 'f[]=@b.png'
        base64 encoding encoder quoted-printable | ;encoder=base64 encodes a part (--help -F);
          {{name:b64}} a variable (--help variables)
        gzip zip brotli compression deflate | a file is sent as it is; -F 'f=@-;filename=a.gz' sends
          what gzip writes, and --compressed is for the answer
        newline newlines line-ends crlf windows | -F and --data-binary send files byte for byte, -d
          @file without line ends
        empty | -F name= sends an empty field, -d '' an empty body
        formpostrc curlrc defaults rc | ~/.formpostrc has options that always apply (--help files)
        bandwidth throttle throttling | --limit-rate 1M limits the speed
        aws amazon azure gcs minio | --help s3 and --help s3-put upload by a presigned request
        ftp sftp scp ssh websocket grpc | formpost speaks only http and https
        test debugging wire sniff | --dry-run sends nothing, -v shows heads, --trace every byte
        cron scripts automation batch | -s -S -o answer.json --retry 5 prints errors only; --help exit,
          --help ci
        docker container k8s | --help kubernetes, --help ci; make image builds an image
        usage | formpost -F name=text -F file=@photo.jpg URL (formpost --help)
        example | --help examples, --help recipes
        quoting quote escaping special characters semicolon brackets ampersand | quotes and special
          characters in -F: --help -F; --form-string takes a text as it is
        at | name=@file sends a file; for a text that begins with '@' write --form-string
        csrf captcha | --capture takes a token from a page, for a later request (--help login)
        self-signed selfsigned ca cacerts | --cacert file trusts the certificates in it, -k any
        p12 pkcs12 pfx mtls | --cert file.p12 --cert-type P12 presents a client certificate
        checksum md5 sha256 hash signature | {{name:sha256}} is the digest of a file (--help variables)
        hmac sigv4 | not in formpost: use a presigned URL (--help s3)
        image photo picture video pdf document attachment | -F file=@photo.jpg sends it; the type
          follows from its extension
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
