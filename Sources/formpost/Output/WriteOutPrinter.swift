import FormEncoding

/// Prints the variables of `-w` to their targets: to each with one write, so that the lines of
/// commands side by side do not mix; on a terminal without a server's control characters.
extension Inputs {
    func print(_ format: WriteOut, of outcome: Outcome) throws(WriteError) {
        var channel = OutputChannel(console.output, console)
        var isError = false
        var bytes: [UInt8] = []
        pieces: for piece in format.pieces {
            var value: [UInt8]?
            switch piece {
            case .literal(let text): bytes += text
            case .variable(let name):
                // The output often goes to logs.
                value = WriteOutVariables.bytes(
                    name, of: outcome, showsSecrets: settings.secrets.areShown)
            case .header(let name): value = outcome.head?.value(of: name)?.bytes
            case .capture(let name): value = outcome.captured[name]?.bytes
            case .channel(let nextIsError):
                try end(channel, isError, &bytes)
                isError = nextIsError
                channel = OutputChannel(isError ? console.error : console.output, console)
            case .onError:
                if outcome.exitStatus == 0 { break pieces }
            case .file(let path, let appends):
                try end(channel, isError, &bytes)
                isError = false
                channel = OutputChannel(
                    try files.create(path, appending: appends), path: path, console)
            }
            // A server may have chosen it.
            guard let value else { continue }
            bytes += Console.isTerminal(channel.descriptor) ? value.shownOnTerminal : value
        }
        try end(channel, isError, &bytes)
    }

    private func end(
        _ channel: OutputChannel, _ isError: Bool, _ bytes: inout [UInt8]
    ) throws(WriteError) {
        defer { bytes = [] }
        if bytes.isEmpty { return }
        if let path = channel.path { return try bytes.write(to: channel.descriptor, path: path) }
        guard isError else { return try console.print(bytes, path: "-") }
        guard console.saysEvents else {
            return try console.writeToError(bytes, path: "/dev/stderr", beginsLine: false)
        }
        console.emit(.message(.writeOut, String(decoding: bytes, as: UTF8.self)))
    }
}
