import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Asks for a password on the terminal, without echo.
enum PasswordPrompt {
    /// `user:password`; the password is asked for if it is missing.
    static func complete(_ user: ByteString, host: String) throws(Refusal) -> ByteString {
        guard !user.bytes.contains(UInt8(ascii: ":")) else { return user }
        guard let password = ask(Messages.passwordQuestion(user, host)) else {
            throw Refusal(ExitStatus.usage, Messages.noPassword(of: user))
        }
        return ByteString(bytes: user.bytes + [UInt8(ascii: ":")] + password)
    }

    /// The line that the user types, `nil` without a terminal.
    private static func ask(_ question: String) -> [UInt8]? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        // An interrupt must not leave the terminal silent.
        let interruption = Interruption { [before] in
            var before = before
            tcsetattr(terminal, TCSANOW, &before)
        }
        defer {
            tcsetattr(terminal, TCSANOW, &before)
            withExtendedLifetime(interruption) {}
        }
        try? Array(question.utf8).write(to: terminal)
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(terminal, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        try? [UInt8(ascii: "\n")].write(to: terminal)
        return line
    }
}
