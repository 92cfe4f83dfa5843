/// Where formpost differs from curl, for the manual.
///
/// A row completes the sentences 'curl …' and 'formpost …', and for fields 'with --form-lax it …'.
extension Texts {
    static let differences = """
        formpost differs where curl's behaviour loses data or hides a failure.
        """

    static let uploadDifferences = #"""
        `-F name=my photo.jpg URL` | takes `photo.jpg` as a second URL | exits with 2: each of
          several URLs needs a scheme or `--url`
        `-T a URL1 URL2`, `-o` without a URL | fetches `URL2`; ignores the `-o` | exits with 2
          before anything is sent
        `-o x` in two requests | writes the second response over the first | exits with 2 before
          anything is sent
        `-T a -T b` to one URL | replaces `a` by `b` | exits with 2 before anything is sent; across
          `--next` a warning
        `-F 'name=John; Doe'` | sends `John` and warns | exits with 2 and shows the column and the
          remedy; `--form-lax` does as curl does
        `-F 'note=  two '` | sends `two` | exits with 2 and shows the remedy; `--form-lax` does as
          curl does
        `-F 'f=@a,b'` | sends one part of type `multipart/mixed` | sends the same and warns: most
          servers read no file from it; `--form-glob` makes a part of each
        `-F 'note=see; filename=x'` | sends a file `x` with the content `see` | sends the same and
          warns
        `-F 'css=a{b:c;type=d/e;x}'` | sends `a{b:c` with the rest as its media type | sends the
          same and warns
        `-H 'Content-Type: multipart/...; boundary=X'` | sends two boundaries and uses its own |
          sends and uses `X`
        `-F a=b -H 'Content-Type:'` | sends `Content-Type: ; boundary=...` | sends none and warns
        `-H ''`, `-H @missing`, `-d @missing` | sends the request without it | exits with 2 or 26
          before connecting
        `-F f=@directory` | sends an empty part | exits with 26 before connecting, as for missing
          and unreadable files
        `-F file=img.png` | sends the text `img.png` | sends the text and warns if there is such a
          file
        `-F=f=@a.png` | sends the text `f=@a.png` without a name | sends the same and warns that the
          `=` is part of the value
        `-F "f='@a.png'"`, quotes that the shell has not taken away | sends the text with its quotes
          | sends the same and warns if there is such a file
        `-F f=@-` from a pipe | holds all of it in memory | holds up to 1 MiB in memory and the rest
          in an unnamed temporary file
        `-F 'f=@-;filename=dump'` | sends no `Content-Type` | sends `application/octet-stream`, as for
          a file of that name
        a file that changes while it is sent | sends what it reads | exits with 26, and the server
          never gets a body that looks complete; with `--allow-growth` a growing file is sent as it
          was at the start
        a file without `;type=` | knows the media types of ten extensions | knows nearly two
          hundred, curl's ten among them
        `-d @file`, and a CR or NUL within a line | drops the rest of the line; from 8.7.0 on, only
          this byte | drops only this byte and says how many it dropped
        `-G -d color=#fff -d size=3`, `--url-query '+a#b'` | sends `?color=`, and nothing after a
          `#` | sends `%23` in place of the `#`
        `-T report.pdf URL/report#1` | uploads to `/report` | exits with 3 before connecting: what
          follows a `#` is not sent, unless it is written as `%23`
        `--data-urlencode n@empty` | sends nothing | sends `n=`
        `-T - <file` | sends chunks | sends the length of the file
        a 2xx before the whole body was sent | exits with 0 | exits with 55 and says how much was
          sent
        `-L`, and a 302 or 303 before the whole body was sent | sends a GET and exits with 0 | exits
          with 55 and says how much was sent
        a refusal that a server ends only after the last byte of the body | waits forever, both do |
          exits with 22 after 5 seconds of silence, or those of `--stall-timeout`
        a 417 before the whole body was sent | sends the rest over the same connection and waits
          forever | sends the whole request again over a new connection
        a refusal over HTTP/2 before the whole body was sent | ends the body as if it were complete
          | resets the stream
        a POST on a kept connection that the server closes without an answer | sends it again on a
          new one | exits with 52, 55 or 56, because the server may have received it; sends it again
          if no byte of it was written, for an idempotent method such as PUT, with an
          `Idempotency-Key` or with `--retry-all-errors`
        bytes that come on a kept connection of HTTP/1 before the next request | are taken for its
          answer (7.88) | makes a new connection
        a server that stops reading | waits forever | exits with 28 after 60 seconds without a byte
          sent (`--stall-timeout`)
        a host that does not answer, or the first of its addresses | tries for 300 seconds, half of
          them at the first address | tries for 60 (`--connect-timeout`)
        `http:///upload`, `http//host/` | looks for a host `upload` or `http` | exits with 3 and
          says what is missing
        `http://a\@b/` | uploads to `b`, where browsers find the host `a` | exits with 3 before
          connecting
        `--noproxy` with an address or network of IPv6 | up to 8.5.0 compares addresses only as they
          are written in the URL | accepts networks such as `fd00::/8` and any notation of an
          address
        `-L`, and a 301 or 302 after a POST | sends a GET, and the body is lost | sends the body
          again if the redirect leads to the same place (to https, with or without a final slash or
          `www.`); after a 302 elsewhere it sends a GET, whatever `-X` says, and warns, and with a
          journal exits with 22 unless `--expect-status` or `--expect` accepts the answer; after a
          301 elsewhere it exits with 22 and names `--post301`
        `-L -X PUT`, and a 301 or 302 | sends a PUT without the body | sends the body again
        a redirect that drops the body | keeps the user's `Content-Type` | drops the headers that are
          for the upload alone: about the body, digests, signatures, keys and preconditions
        `-L`, and `Location: #x`, `?x` or `/x?` | may request another path, or leave out the `?` |
          requests what RFC 3986 says
        `-x http://user:a@b#c@proxy` | looks for a proxy `b` | exits with 2 before resolving a name:
          `@`, `/`, `?` and `#` in a password must be percent-encoded
        `-L -X PUT`, and a 303 | sends a PUT without the body, which may empty what is there | sends
          a GET
        `-T file --post303`, and a 303 | sends a GET | sends the file again
        `--retry` of the GET after a followed 302 or 303 | sends the form again | sends the GET
          again
        `-e ';auto'`, and a redirect elsewhere | names the whole URL | names only its origin
        `-L` from https to http | sends the body in clear | exits with 1 unless `--proto-redir`
          names http
        `-H 'X-Api-Key: key'` | sends it to every host of a redirect | sends headers that look like
          credentials (see `--secret`) to no other host, port or scheme unless `--location-trusted`
          is given, and reports it
        `-b data`, logins of `.netrc` | sends cookies to every host of a redirect, and a login to
          every port of its host | sends them to no other host, port or scheme unless
          `--location-trusted` is given
        cookies of a server, and `--next` | keeps them for this request, or for one with its own jar
          | sends them to this server in the following requests, too
        a redirect that leads back to the first host | omits the credentials that it dropped on the
          way | sends them again
        `-b a=1 -b b=2` | sends `a=1;b=2` | sends `a=1; b=2`, as servers expect it
        `--netrc-file missing`, `-b missing` | continues silently | exits with 26 for the login and
          warns for the cookies
        an entry of `.netrc` without a login or a password | takes the missing one from the entries
          that follow | uses an empty one
        `-n`, and a user in the URL | sends any password of the host for this user | sends only the
          password of this user
        `-m` | does not count the time for which `-F f=@-` reads a pipe | counts it as part of the
          first attempt; only typing a password does not count
        `-Y 1000 -y 2`, and a small upload whose answer takes three seconds | exits with 28 after two
          | judges no speed in the first five seconds
        a long `Retry-After` | waits, however long | exits with 22 at once if the wait is longer
          than 6 hours or than `--retry-max-time` allows
        """#

    static let responseDifferences = #"""
        a final status of 404 | exits with 0 unless `-f` is given | exits with 22 unless `--no-fail`
          is given: a failed upload must fail the pipeline
        `-Z` without `--parallel-max` | sends 50 requests at a time | sends 8: small servers drop
          connections beyond that
        `-Z`, and `--next` | sends the requests of all operations in parallel | sends those of one
          operation in parallel, and the operations in turn
        several requests, of which one fails | exits with the status of the last one | exits with
          that of the first failure
        a redirect that is not followed | exits with 0 | exits with 22 and says where it leads
        a response that ends in its headers | exits with 0 | exits with 18
        a response by https without a length or a close_notify | exits with 0 | warns that it may
          have been cut short, and exits with 18 if `--expect` or `--capture` looks into it
        `--compressed`, and a response that was cut short | exits with 0 | exits with 61: it accepts
          only gzip and deflate, of which it checks the end
        `--compressed`, and several members of gzip | exits with 23 | decodes all of them
        `Content-Length: 0x5`, two that differ, or 2^63 and more | reads a number at its start, or
          to the end of the connection; from 8.22 on, refuses the first two | exits with 8
        `Transfer-Encoding` that says `chunked` twice, or is folded | prints what is left of the
          chunks (7.88) | exits with 8
        a chunk size `0x5`, or a line after the last chunk that is no field | reads the size as 0,
          and exits with 0 or 43 (7.88) | exits with 56
        an answer over HTTP/2 with a reset of the stream in the same packet | exits with 92 (7.88) |
          shows the answer and exits according to its status
        a refused stream of HTTP/2 | sends the request again up to five times | sends it again on a
          new connection if the server accepted others on this one, otherwise as often as `--retry`
          allows
        another `--key`, `--pass` or `--proxy-header` | uses a kept connection | makes a new one
        HTTP/2's GOAWAY without the request that was just sent | exits with 16 | sends it again in
          the same way
        trailers without end | reads on | exits with 56 after 1 MiB of headers and trailers
        `-o file`, and a response that is cut short | leaves part of it in the file | leaves the
          file as it was unless `--no-remove-on-error` is given
        `-o file`, and the file has other names (hard links) | writes into it | replaces it: the
          other names keep the old file
        an answer in JSON, on a terminal | prints it unchanged | indents and colours it, and shows
          control characters as text (`--pretty`)
        `-o x -D x` | loses one of the two | exits with 2
        `-D` or `-w` on a full disk | exits with 0 | exits with 23
        `--trace` on a full disk | loses it and continues | ends the upload and exits with 23
        `-c file` on a full disk | leaves part of the cookies in the file and exits with 0 | leaves
          the file as it was and exits with 23
        `-w '%output{file}'` and several requests | empties the file for each: what it wrote for the
          others is lost | empties it once and has the lines of all
        `-w @missing` | prints nothing and exits with 0 | exits with 26 before connecting
        `-w '%{http_cod}'` | warns after the transfer | exits with 2 before connecting, with a
          suggestion
        `--max-filesize` | looks at `Content-Length` only | counts the bytes as well
        `-i`, `-D` | prints trailers, and the lines before a malformed one | prints headers only,
          and only complete ones
        credentials in `-v`, `--trace` and the URLs of `-w` | shows them | masks them, also headers
          such as `X-Api-Key` and signatures in a query, unless `--show-secrets` is given
        `-i`, `-D -` and `-w` on a terminal | prints a server's control characters | shows them as
          `\x1b`; pipes and files get the server's bytes
        `-sS` | prints errors, but no warnings | prints both, so that `file=img.png` without `@`
          does not go unnoticed in a script
        progress | shows it if standard output is redirected | shows it if standard error is a
          terminal and the upload takes more than a second
        """#

    static let commandLineDifferences = #"""
        `--form=a=b` | does not accept the option | accepts the value of a long option after `=` as
          well
        `--form-str a=b` | accepts a shortened name | exits with 2 and suggests the full name
        an unknown line in a `-K` file | warns and continues | exits with 2 and names the file and the
          line
        a URL on the command line and one in a `-K` file | uploads to both | uploads to the one on
          the command line
        `{{name}}` of an unknown variable in `--expand-x` | inserts nothing | exits with 2 and names
          the variable
        a credential whose `{{name}}` is empty | sends it empty | exits with 2 and names it
        `{{` without a name or without `}}` in `--expand-x` | warns and leaves it as it is | exits
          with 2; `\{{` stands for the braces
        `-q` after the first argument | ignores it | exits with 2
        `--connect-to` with less than two colons | connects to the URL's own host | exits with 2
        `-insecure` | reads it as `-i -n -s -e cure` | exits with 2 and suggests the name with two
          dashes
        `-X POST URL` | sends a POST without a body | exits with 2: `-d ''` sends one; methods other
          than POST, PUT and PATCH need none
        `~/.curlrc` | reads it for the requests before `--next` | reads `/etc/formpostrc` and
          `~/.formpostrc` for all requests; `-K ~/.curlrc` reads that file, too
        """#

    static let fieldDifferencesNote = #"""
        Arguments that curl would send wrongly, with or without a warning, are errors before
        anything is sent; the message points at the place. `--form-lax` warns and sends curl's
        bytes.
        """#

    /// The argument, what is wrong with it, and what curl and formpost do, with `--form-lax` too.
    static let fieldDifferences = #"""
        `a=John; Doe`, `a=b;foo=bar` | an unknown parameter | drops it and warns | exits with 2 |
          does as curl
        `a="b"c` | text after a closing quote | drops it and warns | exits with 2 | does as curl
        `a=<file;filename=f` | not allowed there | drops it and warns | exits with 2 | does as curl
        `a=(;filename=f`, `a=(;encoder=8bit` | not allowed on a group | drops it and warns | exits
          with 2 | does as curl
        `a=b;headers=@missing` | a header file that cannot be read | leaves it out and warns | exits
          with 26 | does as curl
        `smile=(:` | text where a group opens | makes an empty group | exits with 2 | does as curl
          and warns
        `a=(` without `=)` | a group that stays open | closes it | exits with 2 | does as curl and
          warns
        `a=b;headers=nocolon` | not a header | sends the line | exits with 2 | does as curl and
          warns
        `a=b;` | a `;` with nothing after it | drops it | does as curl and warns | does the same
        `a=b;headers=@file` | a line over 998 bytes | cuts it and warns | sends all of it | does as
          curl
        `a`, `=)` alone, `a=b;type=`, `a=b;type=x/` | incomplete | exits with 2 | exits with 2 |
          does the same
        `a=b;headers=@directory` | a directory | exits with 2 | exits with 2 | does the same
        `a=@missing` | a file that cannot be read | exits with 26 | exits with 26, before connecting
          | does the same
        `a=b;encoder=7bit` | a byte over 127 | exits with 26 | exits with 26, before connecting if
          the content is known by then | does the same
        `a=b;encoder=rot13` | an unknown encoder | exits with 43 | exits with 43, before connecting
          | does the same
        `a=b;type=png` | a type without a `/` | exits with 2; from 8.11.1 on sends it | exits with 2
          | sends it and warns
        """#

    static let strictFieldDifferencesNote = #"""
        These differ even with `--form-lax`, because curl's bytes would be corrupt or unsafe.
        """#

    static let strictFieldDifferences = #"""
        CR or LF in `type=` or `headers=` | sends it as a header of its own | exits with 2
        CR or LF in a name or filename with `--form-escape` | sends it as a header of its own |
          sends `%0D` or `%0A`, as without the option
        a NUL in `headers=@file` | sends the text before it | exits with 2
        `headers=` with nothing after it | ends the part's headers early | exits with 2
        `a=@directory`, `a=<directory` | sends an empty part | exits with 26
        `@-` or `<-` twice | hangs or sends the second one empty | exits with 2
        a `/proc` file, whose size reads 0 | sends it empty | sends its content
        """#
}
