import FormEncoding
import Foundation

/// Prints the variables of `-w` to their targets.
struct WriteOutPrinter {
    let format: WriteOut
    let files: FileClaims
    let reporter: Reporter

    func print(_ context: WriteOutContext) throws(WriteError) {
        var target = Target(descriptor: reporter.console.output)
        defer { target.close() }
        for piece in format.pieces {
            switch piece {
            case .literal(let bytes):
                try target.write(bytes)
            case .variable(let name):
                try target.write(WriteOutVariables.bytes(name, context) ?? [])
            case .header(let name):
                try target.write(context.head?.value(of: name)?.bytes ?? [])
            case .channel(let channel):
                target.close()
                let console = reporter.console
                target = Target(
                    descriptor: channel == .output ? console.output : console.error)
            case .onError:
                if context.exitStatus == 0 { return }
            case .file(let path, let appends):
                target.close()
                target = Target(
                    descriptor: try files.create(path, appending: appends), path: path)
            }
        }
    }

    /// The target of the output: a standard channel or a file.
    private struct Target {
        var descriptor: Int32
        var path: ByteString?

        func write(_ bytes: [UInt8]) throws(WriteError) {
            try bytes.write(to: descriptor, path: path)
        }

        func close() {
            if path != nil { closeDescriptor(descriptor) }
        }
    }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
