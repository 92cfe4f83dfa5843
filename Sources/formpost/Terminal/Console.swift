import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Standard input, output and error, as descriptors.
struct Console: Sendable {
    /// Negative: it has been read as a configuration file (`-K -`).
    var input: Int32 = 0
    var output: Int32 = 1
    var error: Int32 = 2

    /// The terminal knows no escape sequences.
    var isDumb = false

    /// Colours are wanted where a terminal shows them: neither `NO_COLOR` nor a dumb terminal.
    var hasColors = true

    /// Removes secrets from the process's arguments, which other users can read.
    var hide: @Sendable ([ByteString]) -> Void = { _ in }

    /// Writes a line to standard error. A failure cannot be reported.
    func say(_ line: String) {
        try? Array((line + "\n").utf8).write(to: error)
    }

    /// Occupies the numbers of standard channels that the caller has closed: a response must not be
    /// written into a socket that happens to be descriptor 1. Reading and writing them still fails.
    static func occupyClosedDescriptors() {
        for (descriptor, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_WRONLY)]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` takes the lowest number that is free, and those below are taken by now.
            _ = open("/dev/null", mode)
        }
    }

    /// The width of a terminal; 80 if it is not known.
    static func columns(of terminal: Int32) -> Int {
        var size = winsize()
        let isKnown = ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// The text in a colour, if what `descriptor` leads to shows colours.
    func colored(_ text: String, _ color: TextColor, on descriptor: Int32) -> String {
        showsColors(descriptor) ? color.start + text + TextColor.end : text
    }

    /// Whether text that goes to `descriptor` is coloured.
    func showsColors(_ descriptor: Int32) -> Bool { hasColors && Self.isTerminal(descriptor) }

    /// Whether `descriptor` is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
