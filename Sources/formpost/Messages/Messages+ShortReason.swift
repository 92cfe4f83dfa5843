/// Exit statuses in a few words.
extension Messages {
    /// The final status of the server if that was the failure, or else `timed out` or the like.
    static func shortReason(_ status: Int32, answer: Int?) -> String {
        if status == ExitStatus.badStatus, let answer { return "\(answer)" }
        return shortReasons[status] ?? "error \(status)"
    }

    static let shortReasons: [Int32: String] = [
        1: "protocol not allowed",
        2: "cannot be sent",
        3: "malformed URL",
        4: "not available here",
        5: "proxy not found",
        6: "host not found",
        7: "cannot connect",
        8: "unexpected answer",
        16: "HTTP/2 framing error",
        18: "response cut short",
        22: "bad status",
        23: "cannot write",
        26: "cannot read",
        27: "out of memory",
        28: "timed out",
        35: "TLS handshake failed",
        43: "unknown encoder",
        47: "too many redirects",
        52: "no response",
        55: "sending failed",
        56: "receiving failed",
        58: "bad client certificate",
        60: "certificate not trusted",
        61: "cannot be decoded",
        63: "response too large",
        65: "cannot be sent again",
        66: "no TLS engine",
        77: "no CA certificates",
        90: "wrong public key",
        91: "bad OCSP response",
        92: "HTTP/2 stream error",
        97: "proxy handshake failed",
    ]
}
