#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A pseudo-terminal for commands: what a person would see of them, and type.
///
///     let terminal = try Terminal(columns: 40)
///     let command = try Command.formpost("-u", "me", server.url).on(terminal).start()
///     try await terminal.output(containing: "Password")
///     try terminal.type("secret\n")
///     let result = await command.result()
///     #expect(try await terminal.everything() == …)
package final class Terminal: Sendable {
    /// Between the bytes of a command and its end.
    private static let mark = Array("\u{0}end\u{0}".utf8)

    /// Of the side that commands open.
    package let path: String
    private let master: Int32
    /// Keeps the terminal alive between commands.
    private let slave: Int32
    private let written = Monitor<[UInt8]>([])

    /// Zero columns: of unknown size.
    package init(columns: Int = 80, rows: Int = 24) throws {
        (master, slave) = try Self.openPair()
        var name = [CChar](repeating: 0, count: 256)
        guard ttyname_r(slave, &name, name.count) == 0 else {
            throw SupportError.missing("the terminal's name")
        }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        try resize(columns: columns, rows: rows)
        let (master, written) = (master, written)
        startThread {
            // Ends when no one has the other side any more.
            readAll(master) { piece in written.withState { $0 += piece } }
            close(master)
        }
    }

    deinit { close(slave) }

    private static func openPair() throws -> (master: Int32, slave: Int32) {
        var (master, slave) = (Int32(-1), Int32(-1))
        #if canImport(Darwin)
            let status = openpty(&master, &slave, nil, nil, nil)
        #else
            // glibc's header of it is not in Swift's module.
            guard let symbol = dlsym(nil, "openpty") else { throw SupportError.missing("openpty") }
            let status = unsafeBitCast(symbol, to: Open.self)(&master, &slave, nil, nil, nil)
        #endif
        guard status == 0 else { throw SupportError.last("openpty") }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (master, slave)
    }

    #if !canImport(Darwin)
        private typealias Open =
            @convention(c) (
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
                UnsafeRawPointer?, UnsafeRawPointer?
            ) -> Int32
    #endif

    /// Changes its size; who runs on it is told by SIGWINCH.
    package func resize(columns: Int, rows: Int = 24) throws {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        guard ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else {
            throw SupportError.last("TIOCSWINSZ")
        }
    }

    /// Types: "\u{3}" is Ctrl-C, "\u{4}" is Ctrl-D, "\u{1A}" is Ctrl-Z.
    package func type(_ keys: any RawBytes) throws {
        try writeAll(keys.rawBytes, to: master)
    }

    /// Whether what is typed is shown.
    package var echoes: Bool {
        var settings = termios()
        return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until what is typed is not shown: some programs ask first and then see to that.
    package func silence(timeout: Double = 30) async throws {
        let isSilent = await onThread { [self] in
            for _ in 0..<Int(timeout * 200) where echoes { usleep(5000) }
            return !echoes
        }
        if !isSilent { throw SupportError.late("a terminal without echo") }
    }

    /// Waits until it has been told `text`; returns all that it has been told then.
    @discardableResult
    package func output(
        containing text: any RawBytes, timeout: Double = 30
    ) async throws -> [UInt8] {
        let text = text.rawBytes
        return try await output("contains \(String(decoding: text, as: UTF8.self))", timeout) {
            $0.offset(of: text) != nil
        }
    }

    /// Waits until what it has been told is as `isEnough` wants it; `what` names it for a failure.
    @discardableResult
    package func output(
        _ what: String, _ timeout: Double = 30, isEnough: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws -> [UInt8] {
        let found = await onThread { [written] in
            written.wait(timeout: timeout) { isEnough($0) ? $0 : nil }
        }
        guard let found else {
            let soFar = String(decoding: written.withState { $0 }, as: UTF8.self)
            throw SupportError.late("output that \(what), after \(soFar.debugDescription)")
        }
        return found
    }

    /// What it has been told until now.
    package var soFar: [UInt8] { written.withState { $0 } }

    /// All that commands have written, which have ended.
    package func everything() async throws -> [UInt8] {
        // What was written before the mark is read before it.
        try writeAll(Self.mark, to: slave)
        let all = try await output(containing: Self.mark)
        return Array(all[..<(all.offset(of: Self.mark) ?? all.count)])
    }
}

extension Command {
    /// The command with a terminal that controls it, and that is its three streams.
    package func on(_ terminal: Terminal) -> Command {
        var command = self
        command.terminal = terminal
        (command.stdin, command.stdout, command.stderr) = (.terminal, .terminal, .terminal)
        return command
    }
}
