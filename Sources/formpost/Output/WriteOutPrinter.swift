import FormEncoding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Prints what `-w` asks for, where it asks for it.
struct WriteOutPrinter {
    let format: WriteOut
    let reporter: Reporter

    func print(_ context: WriteOutContext) throws(WriteError) {
        var target = reporter.console.output
        var opened: Int32?
        defer { if let opened { close(opened) } }
        for piece in format.pieces {
            switch piece {
            case .literal(let bytes):
                try bytes.write(to: target)
            case .variable(let name):
                guard let text = WriteOutVariables.text(name, context) else {
                    reporter.insist(Messages.unknownVariable(name))
                    continue
                }
                try Array(text.utf8).write(to: target)
            case .header(let name):
                try (context.head?.value(of: name)?.bytes ?? []).write(to: target)
            case .channel(.output):
                target = reporter.console.output
            case .channel(.error):
                target = reporter.console.error
            case .onError:
                if context.exitStatus == 0 { return }
            case .file(let path, let appends):
                if let opened { close(opened) }
                let descriptor = try openForWriting(path, appending: appends)
                opened = descriptor
                target = descriptor
            }
        }
    }
}
