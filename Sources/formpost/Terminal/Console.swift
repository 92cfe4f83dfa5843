import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The three channels of the command, as descriptors.
struct Console: Sendable {
    /// Negative: it was a configuration file (`-K -`), and is at its end.
    var input: Int32 = 0
    var output: Int32 = 1
    var error: Int32 = 2

    /// The terminal knows no escape sequences.
    var isDumb = false

    /// Makes secrets of the command line unreadable to others, once they have been read.
    var hide: @Sendable ([ByteString]) -> Void = { _ in }

    /// Writes a line to standard error. It cannot be reported where that fails.
    func say(_ line: String) {
        try? Array((line + "\n").utf8).write(to: error)
    }

    /// Sees to it that nothing else takes the numbers of the channels that the caller has closed:
    /// a response must not be written into a socket that happens to be descriptor 1. Reading and
    /// writing them fails as it would have.
    static func occupyClosedDescriptors() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` takes the lowest number that is free, and those below are taken by now.
            _ = open("/dev/null", mode)
        }
    }

    /// How wide a terminal is; 80 where it does not tell.
    static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Whether a person is reading what goes to `descriptor`.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
