import FormEncoding
import Foundation

/// Standard output, standard error or an open file, which text is written to as it comes.
final class OutputChannel: Sendable {
    let descriptor: Int32
    /// `nil` for a standard channel.
    let path: ByteString?
    private let console: Console

    var isStandardError: Bool { path == nil && descriptor == console.error }

    /// A standard channel.
    init(_ descriptor: Int32, _ console: Console) {
        (self.descriptor, path, self.console) = (descriptor, nil, console)
    }

    /// Creates a file; `-` is standard output.
    init(_ path: ByteString, _ files: FileAccess, _ console: Console) throws(WriteError) {
        self.path = path == "-" ? nil : path
        descriptor = path == "-" ? console.output : try files.create(path)
        self.console = console
    }

    deinit { if path != nil { close(descriptor) } }

    func write(_ bytes: [UInt8]) throws(WriteError) {
        if path != nil { return try bytes.write(to: descriptor, path: path) }
        if isStandardError { try console.writeLines(bytes) } else { try console.print(bytes) }
    }
}
