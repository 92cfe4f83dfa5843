/// Each exit status, in a few words for lists of failures, and its meaning for the manual.
extension Texts {
    static let exitStatuses = #"""
        0 | done | The server answered 2xx, a status that `--expect-status` names, or any with
          `--no-fail`; or the journal lists all files already.
        1 | protocol not allowed | The protocol of the URL or of a redirect is neither http nor
          https or is not allowed, or a redirect leads from https to http; see `--proto-redir`. Or
          the answer is not HTTP.
        2 | cannot be sent | The command line or a configuration file cannot be used.
        3 | malformed URL | The URL is malformed.
        4 | not available here | libcurl is missing or too old, or an option is not available with
          it or on this system.
        5 | proxy not found | The proxy could not be resolved.
        6 | host not found | The host could not be resolved.
        7 | cannot connect | The host or the proxy could not be connected to.
        8 | unexpected answer | The response lacks a value that `--capture` needs, its head is
          malformed, or its `Content-Length` does not give one length; or its statements about a
          resumable upload contradict each other.
        16 | HTTP/2 framing error | HTTP/2 framing error.
        18 | response cut short | The response was cut short.
        22 | bad status | The final status is not a success; the body is printed unless `-f` is
          given. This includes a redirect that is not followed; see `-L`. Or the response lacks what
          `--expect` requires. Or an interrupted upload cannot be resumed (`--resumable`, `--tus`),
          or is larger than the server allows.
        23 | cannot write | The response could not be written: standard output is closed or full, or is a terminal and the response is binary (`-o -` prints it all the same), or a file of `-o`, `-D`, `-c` or `--journal`
          cannot be written.
        26 | cannot read | An input could not be read, or a file changed while it was being sent.
        27 | out of memory | Out of memory, threads or open files; or a line in the head of the
          response is longer than libcurl accepts.
        28 | timed out | Timed out; the message names the phase.
        35 | TLS handshake failed | The TLS handshake failed.
        43 | unknown encoder | An encoder of `-F` is unknown.
        47 | too many redirects | Too many redirects.
        52 | no response | The server closed the connection without a response.
        55 | sending failed | Sending failed; or before the whole body was sent, the server answered
          2xx, or with a redirect after which `-L` would send a GET without the body.
        56 | receiving failed | Receiving failed.
        58 | bad client certificate | The client certificate or its key cannot be used.
        60 | certificate not trusted | The server's certificate is not trusted.
        61 | cannot be decoded | The response has an unknown encoding, or data that is not valid in
          its encoding or was cut short.
        63 | response too large | The response is larger than `--max-filesize` allows.
        65 | cannot be sent again | The body would have to be sent again but cannot be.
        66 | no TLS engine | The TLS engine could not be started.
        77 | no CA certificates | The file of CA certificates cannot be read.
        90 | wrong public key | The server's public key is not the one of `--pinnedpubkey`.
        91 | bad OCSP response | The OCSP response of the server is missing or not valid
          (`--cert-status`).
        92 | HTTP/2 stream error | HTTP/2 stream error.
        97 | proxy handshake failed | The handshake with the proxy failed.
        130, 143 | interrupted | Ended by SIGINT or SIGTERM, as a shell reports it: 128 plus the
          number of the signal; likewise for SIGHUP and SIGQUIT.
        """#
}
