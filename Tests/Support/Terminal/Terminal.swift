import Foundation

/// A pseudo-terminal for commands: records what they print, and types input.
///
///     let terminal = try Terminal(columns: 40)
///     let command = try Command.formpost("-u", "me", server.url).on(terminal).start()
///     try await terminal.output(containing: "Password")
///     try terminal.type("secret\n")
///     let result = await command.result()
///     #expect(try await terminal.everything() == …)
package final class Terminal: Sendable {
    /// Marks the end of a command's output.
    private static let mark = Array("\u{0}end\u{0}".utf8)

    /// The path of the side that commands open.
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
            // Ends when the other side is closed.
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

    /// Changes the size, which sends SIGWINCH.
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

    /// Whether typed text is echoed.
    package var echoes: Bool {
        var settings = termios()
        return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Waits until echo is off: some programs print the question first.
    package func silence() async throws {
        let isSilent = await onThread { [self] in
            for _ in 0..<12_000 where echoes { usleep(5000) }
            return !echoes
        }
        if !isSilent { throw SupportError.late("a terminal without echo") }
    }

    /// Waits for `text` in the output; returns the output so far.
    @discardableResult
    package func output(containing text: any RawBytes) async throws -> [UInt8] {
        let text = text.rawBytes
        return try await output("contains \(String(decoding: text, as: UTF8.self))") {
            $0.offset(of: text) != nil
        }
    }

    /// Waits until the output satisfies `isEnough`; `what` describes it in a failure.
    @discardableResult
    package func output(
        _ what: String, _ timeout: Double = 60, isEnough: @escaping @Sendable ([UInt8]) -> Bool
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

    /// The output so far.
    package var soFar: [UInt8] { written.withState { $0 } }

    /// All output of commands that have ended.
    package func everything() async throws -> [UInt8] {
        // Output before the mark is read before the mark.
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
