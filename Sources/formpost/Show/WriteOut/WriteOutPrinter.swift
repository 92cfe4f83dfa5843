import FormEncoding
import Foundation

/// Prints the variables of `-w` to their targets: to each with one write, so that the lines of
/// commands side by side do not mix; on a terminal without a server's control characters.
struct WriteOutPrinter {
    let format: WriteOut
    let files: FileClaims
    let reporter: Reporter

    /// Whether passwords in URLs are shown (`--show-secrets`): the output of `-w` often goes to logs.
    let showsSecrets: Bool

    func print(_ outcome: Outcome) throws(WriteError) {
        let cursor = reporter.console.cursor
        var target = Target(descriptor: reporter.console.output, cursor: cursor)
        do throws(WriteError) { try print(outcome, to: &target) } catch {
            target.close()
            throw error
        }
        try target.end()
    }

    private func print(
        _ outcome: Outcome, to target: inout Target
    ) throws(WriteError) {
        for piece in format.pieces {
            switch piece {
            case .literal(let bytes):
                target.bytes += bytes
            case .variable(let name):
                target.add(
                    WriteOutVariables.bytes(name, of: outcome, showsSecrets: showsSecrets) ?? [])
            case .header(let name):
                target.add(outcome.head?.value(of: name)?.bytes ?? [])
            case .capture(let name):
                target.add(outcome.captured[name]?.bytes ?? [])
            case .channel(let channel):
                try target.end()
                let console = reporter.console
                target =
                    channel == .output
                    ? Target(descriptor: console.output, cursor: console.cursor)
                    : Target(
                        descriptor: console.error, errors: console, cursor: console.cursor)
            case .onError:
                if outcome.exitStatus == 0 { return }
            case .file(let path, let appends):
                try target.end()
                target = Target(
                    descriptor: try files.create(path, appending: appends), path: path)
            }
        }
    }

    /// The target of the output: a standard channel or a file.
    private struct Target {
        var descriptor: Int32
        var path: ByteString?
        /// Set if it is standard error.
        var errors: Console?
        /// Where the text of a standard channel ends.
        var cursor: TerminalCursor?
        /// The text to write.
        var bytes: [UInt8] = []

        /// Adds the value of a variable, which a server may have chosen.
        mutating func add(_ value: [UInt8]) {
            bytes += Console.isTerminal(descriptor) ? value.shownOnTerminal : value
        }

        /// Writes it, and closes a file.
        mutating func end() throws(WriteError) {
            defer { close() }
            if let errors, errors.saysEvents {
                if bytes.isEmpty { return }
                errors.emit(.message(.writeOut, String(decoding: bytes, as: UTF8.self)))
            } else if let errors {
                try errors.writeToError(bytes, path: "/dev/stderr")
            } else if !bytes.isEmpty {
                try bytes.write(to: descriptor, path: path ?? "-")
            }
            cursor?.record(bytes)
        }

        mutating func close() {
            if path != nil { closeDescriptor(descriptor) }
            path = nil
        }
    }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
