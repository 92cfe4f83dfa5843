import FormEncoding
import Foundation

/// Prints the variables of `-w` to their targets: to each with one write, so that the lines of
/// commands side by side do not mix; on a terminal without a server's control characters.
struct WriteOutPrinter {
    let format: WriteOut
    let run: Run

    /// Whether passwords in URLs are shown (`--show-secrets`): the output of `-w` often goes to logs.
    private var showsSecrets: Bool { run.settings.secrets.areShown }

    func print(_ outcome: Outcome) throws(WriteError) {
        var target = Target(console: run.console)
        do throws(WriteError) { try print(outcome, to: &target) } catch {
            target.closeFile()
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
                target = Target(console: run.console, isError: channel != .output)
            case .onError:
                if outcome.exitStatus == 0 { return }
            case .file(let path, let appends):
                try target.end()
                target = Target(
                    console: run.console, path: path,
                    file: try run.files.create(path, appending: appends))
            }
        }
    }

    /// The target of the output: a standard channel or a file.
    private struct Target {
        let console: Console
        var isError = false
        var path: ByteString?
        var file: Int32?
        /// The text to write.
        var bytes: [UInt8] = []

        /// Adds the value of a variable, which a server may have chosen.
        mutating func add(_ value: [UInt8]) {
            let descriptor = file ?? (isError ? console.error : console.output)
            bytes += Console.isTerminal(descriptor) ? value.shownOnTerminal : value
        }

        /// Writes it, and closes a file.
        mutating func end() throws(WriteError) {
            defer { closeFile() }
            if bytes.isEmpty { return }
            if let file { return try bytes.write(to: file, path: path) }
            guard isError else { return try console.print(bytes, path: "-") }
            guard console.saysEvents else {
                return try console.writeToError(bytes, path: "/dev/stderr")
            }
            console.emit(.message(.writeOut, String(decoding: bytes, as: UTF8.self)))
        }

        mutating func closeFile() {
            if let file { close(file) }
            file = nil
        }
    }
}
