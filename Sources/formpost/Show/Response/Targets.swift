import FormEncoding

/// The open files that one transfer writes.
struct Targets {
    /// The file of `-o`; `nil`: standard output.
    let response: OutputFile?
    /// Which response it gets.
    let kept: Settings.KeptResponse
    let heads: HeadFile?
    /// The target of `-v` and `--trace`; `nil` for none.
    let wire: WireTarget?
}

/// The file or channel for wire data.
struct WireTarget {
    let descriptor: Int32
    /// `nil` for a standard channel.
    var path: ByteString?
    var isStandardError = false

    /// `nil` if no wire data is shown.
    init?(
        _ output: Settings.Output, _ files: FileClaims, _ console: Console
    ) throws(WriteError) {
        guard let trace = output.tracing else { return nil }
        switch trace {
        case .verbose, .hexadecimal(path: "%"), .ascii(path: "%"):
            descriptor = console.error
            isStandardError = true
        case .hexadecimal(path: "-"), .ascii(path: "-"):
            descriptor = console.output
        case .hexadecimal(let file), .ascii(let file):
            (path, descriptor) = (file, try files.create(file))
        }
    }
}

extension Settings.Output {
    /// The format and the target of wire data; `nil` for none.
    var tracing: Settings.Trace? { trace ?? (isVerbose ? .verbose : nil) }
}
