/// The exit statuses: curl's numbers (curl(1), EXIT CODES), and no others.
enum ExitStatus {
    static let success: Int32 = 0
    static let usage: Int32 = 2
    static let malformedURL: Int32 = 3
    static let unsupportedScheme: Int32 = 1
    static let notAvailable: Int32 = 4
    /// A response without what `--capture` takes from it, or one whose length is not clear.
    static let badReply: Int32 = 8
    /// The final status is not one that counts as a success.
    static let badStatus: Int32 = 22
    static let cannotWrite: Int32 = 23
    static let cannotRead: Int32 = 26
    static let timedOut: Int32 = 28
    static let tooManyRedirects: Int32 = 47
    /// Also for a 2xx that came before the whole body was sent.
    static let cannotSend: Int32 = 55
    /// The response is longer than `--max-filesize`.
    static let tooLarge: Int32 = 63
    static let cannotReplay: Int32 = 65
}

extension ExitStatus {
    /// The meaning of each status, for the manual and the README; literal text is in backticks.
    static let meanings: [FormGrammar.Entry] = [
        (
            "0",
            "The server answered 2xx, a status that `--expect-status` names, or any with `--no-fail`; "
                + "or the journal has all files already."
        ),
        (
            "1",
            "The protocol of the URL or of a redirect is neither http nor https, or is not allowed, or "
                + "a redirect leads from https to http; see `--proto-redir`. Or the answer is not HTTP."
        ),
        ("2", "The command line or a configuration file cannot be used."),
        ("3", "The URL is malformed."),
        ("4", "The option is not available with this libcurl or on this system."),
        ("5", "The proxy could not be resolved."),
        ("6", "The host could not be resolved."),
        ("7", "The host or the proxy could not be connected to."),
        (
            "8",
            "The response has not got what `--capture` takes from it, its head is malformed, or its "
                + "`Content-Length` does not give one length."
        ),
        ("16", "HTTP/2 framing error."),
        ("18", "The response was cut short."),
        (
            "22",
            "The final status is not a success; the body is printed unless `-f` is given. A redirect "
                + "that is not followed counts, too; see `-L`. Or the response has not got what "
                + "`--expect` demands."
        ),
        (
            "23",
            "The response could not be written: standard output is closed or full, or a terminal that binary "
                + "data would disturb, or a file of `-o`, `-D`, `-c` or `--journal` cannot be written; or "
                + "data follows the end of its encoding."
        ),
        ("26", "An input could not be read, or a file changed while it was being sent."),
        ("27", "Out of memory, threads or open files."),
        ("28", "Timed out; the message names the phase."),
        ("35", "The TLS handshake failed."),
        ("43", "An encoder of `-F` is not known."),
        ("47", "Too many redirects."),
        ("52", "The server closed the connection without a response."),
        (
            "55",
            "Sending failed, or a 2xx came before the whole body was sent, or a redirect before any of "
                + "it was (`--digest`)."
        ),
        ("56", "Receiving failed."),
        ("58", "The client certificate or its key cannot be used."),
        ("60", "The server's certificate is not trusted."),
        ("61", "The response has an unknown encoding, or data that is not valid in its encoding."),
        ("63", "The response is larger than `--max-filesize` allows."),
        ("65", "The body would have to be sent again, and cannot be."),
        ("66", "The TLS engine could not be started."),
        ("77", "The file of CA certificates cannot be read."),
        ("90", "The server's public key is not the one of `--pinnedpubkey`."),
        ("91", "The OCSP response of the server is missing or not valid (`--cert-status`)."),
        ("92", "HTTP/2 stream error."),
        ("97", "The handshake with the proxy failed."),
        (
            "130, 143",
            "Ended by SIGINT or SIGTERM, as a shell shows it: 128 and the number of the signal; so for "
                + "SIGHUP and SIGQUIT."
        ),
    ]

    static let others = "Any other status means the same as in `curl`(1)."
}
