import FormEncoding
import Foundation

/// Asks for a password on the terminal, without echo.
enum PasswordPrompt {
    /// Requests with the same question about the same place have the same answer.
    private static let answers = Guarded<[String: ByteString]>([:])

    /// `user:password` from the value of `option`; asks for the password if it is missing.
    static func complete(
        _ user: ByteString, of option: String, question: String, place: ByteString = ""
    ) throws(Failure) -> ByteString {
        guard !user.bytes.contains(UInt8(ascii: ":")) else { return user }
        let key = question + place.description
        if let answer = answers.withLock({ $0[key] }) { return answer }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw .usage(Messages.noTerminal(for: user, of: option))
        }
        defer { close(terminal) }
        guard let password = ask(question, on: terminal) else {
            throw .usage(Messages.noPassword(of: user, option))
        }
        let answer = ByteString(bytes: user.bytes + [UInt8(ascii: ":")] + password)
        answers.withLock { $0[key] = answer }
        return answer
    }

    /// The line that the user types; `nil` if there is none, for example because the terminal is
    /// gone.
    private static func ask(_ question: String, on terminal: Int32) -> [UInt8]? {
        SystemCalls.waitForForeground(of: terminal)
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return nil }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        let shown = Redactor.ofProcess.redact(Array(question.utf8))
        let ask: @Sendable () -> Void = { try? shown.write(to: terminal) }
        // After an interrupt or Ctrl-Z the terminal must echo again. The flush discards the typed
        // part of the password, which the shell would read.
        let restore: @Sendable () -> Void = { [before] in
            var before = before
            tcsetattr(terminal, TCSAFLUSH, &before)
        }
        let interruption = Interruption(restore)
        let suspension = Suspension(stop: restore) { [silent] in
            var silent = silent
            tcsetattr(terminal, TCSAFLUSH, &silent)
            ask()
        }
        defer {
            tcsetattr(terminal, TCSANOW, &before)
            withExtendedLifetime((interruption, suspension)) {}
        }
        ask()
        let line = readLine(from: terminal)
        try? [UInt8(ascii: "\n")].write(to: terminal)
        return line
    }

    private static func readLine(from terminal: Int32) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            switch read(terminal, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return line
            case 1: line.append(byte)
            case 0: return line.isEmpty ? nil : line
            default: if errno != EINTR { return nil }
            }
        }
    }
}
