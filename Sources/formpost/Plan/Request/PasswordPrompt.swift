import FormEncoding
import FormUpload
import Foundation

/// Asks for a password on the terminal, without echo.
enum PasswordPrompt {
    /// Requests with the same question about the same place have the same answer.
    private static let answers = Guarded<[String: ByteString]>([:])

    /// `user:password` from the value of `option`; asks for that of `host` if it is missing, but not for the
    /// command line of curl, which asks for it itself.
    static func complete(
        _ user: ByteString, of option: String, for host: String, at place: ByteString = "",
        _ inputs: Inputs
    ) throws(Failure) -> ByteString {
        if inputs.settings.preview.printsCurl || user.contains(UInt8(ascii: ":")) { return user }
        let question = "Password of \(Messages.shown(user)) for \(host): "
        let password = try answer(
            to: question, at: place, for: "no password for user \(Messages.quoted(user))",
            orElse: "\(option) user:password", ifEmpty: "\(option) user:", with: inputs)
        return ByteString(bytes: user.bytes + [UInt8(ascii: ":")] + password.bytes)
    }

    static func passphrase(
        ofKeyAt path: ByteString, with inputs: Inputs
    ) throws(Failure) -> ByteString {
        try answer(
            to: question(ofKeyAt: path), for: "no passphrase for the key in \(Messages.path(path))",
            orElse: "--pass phrase", ifEmpty: "--pass ''", with: inputs)
    }

    /// The passphrase that was typed for this key.
    static func typedPassphrase(ofKeyAt path: ByteString) -> ByteString? {
        answers.withLock { $0[question(ofKeyAt: path)] }
    }

    private static func question(ofKeyAt path: ByteString) -> String {
        "Passphrase of the key in \(Messages.path(path)): "
    }

    /// The answer to a question about a place. `missing` says that there is none: `option` gives one
    /// without asking, `empty` an empty one.
    private static func answer(
        to question: String, at place: ByteString = "", for missing: String,
        orElse option: String, ifEmpty empty: String, with inputs: Inputs
    ) throws(Failure) -> ByteString {
        let key = question + place.description
        if let answer = answers.withLock({ $0[key] }) { return answer }
        let terminal = try terminal(inputs.console.isInCI, for: missing, orElse: option)
        defer { close(terminal) }
        guard let line = ask(question, on: terminal) else {
            throw .usage("\(missing) was typed: for an empty one write \(empty)")
        }
        let answer = ByteString(bytes: line)
        answers.withLock { $0[key] = answer }
        return answer
    }

    /// The terminal, to ask for what is missing; `option` gives it without asking. A job of CI may have a
    /// pseudo-terminal, at which nobody sits.
    private static func terminal(
        _ isInCI: Bool, for missing: String, orElse option: String
    ) throws(Failure) -> Int32 {
        let terminal = isInCI ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal < 0 else { return terminal }
        let reason = isInCI ? "nobody to ask in a CI job" : "no terminal to ask on"
        throw .usage("\(missing), and \(reason): write \(option)")
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
        let set: @Sendable (termios) -> Void = { settings in
            var settings = settings
            tcsetattr(terminal, TCSAFLUSH, &settings)
        }
        let restore: @Sendable () -> Void = { [before] in set(before) }
        let interruption = Interruption(restore)
        let suspension = Suspension(stop: restore) { [silent] in
            set(silent)
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

/// Logins, with passwords asked for on the terminal where they are missing.
extension Settings {
    /// The settings of `passed`, with missing passwords; as in curl, the server's is asked for before the proxy's.
    func withPasswords(
        _ settings: [CURLSetting], _ inputs: Inputs
    ) throws(Failure) -> [CURLSetting] {
        var settings = settings
        let hosts: [(CURLSetting.Option, name: String, place: ByteString)] = [
            (.userPassword, url.map { Messages.quoted($0) } ?? "", ""),
            (.proxyUserPassword, "the proxy", passed.text(.proxy) ?? ""),
        ]
        for (option, host, place) in hosts {
            guard let index = passed.firstIndex(where: { $0.setting.option == option }),
                case .string(let user?) = settings[index].value
            else { continue }
            // With a bearer token no password is needed.
            if option == .userPassword, passed.last(.bearer) != nil { continue }
            let complete = try PasswordPrompt.complete(
                user, of: passed[index].name, for: host, at: place, inputs)
            settings[index] = CURLSetting(option, .string(complete))
        }
        return settings
    }
}

extension UploadOptions {
    /// The time for typing it does not count.
    mutating func askPassphrase(
        ofKeyAt path: ByteString, with inputs: Inputs
    ) throws(Failure) {
        let asking = ContinuousClock.now
        let passphrase = try PasswordPrompt.passphrase(ofKeyAt: path, with: inputs)
        curlSettings.append(CURLSetting(.keyPassword, .string(passphrase)))
        limits.began = limits.began.map { $0 + (ContinuousClock.now - asking) }
    }
}
