import FormEncoding
import FormUpload

/// The body of an answer in JSON, as a person reads it: indented, and on a terminal coloured and
/// without control characters.
struct PrettyBody {
    private var printer: JSONPrinter
    private var terminal: TerminalStream?
    /// The next prompt must not have the colour of the string that Ctrl-C has cut.
    private let interruption: Interruption?

    /// `nil` where the body is printed as it is. The file of `-o` always gets its bytes.
    init?(_ head: ResponseHead, _ request: Request, _ console: Console) {
        let output = request.settings.output
        let coding = head.value(of: "Content-Encoding")?.description.lowercased() ?? "identity"
        let isDecoded = request.options.acceptsCompressed || coding == "identity"
        guard output.path == nil, head.isJSON, isDecoded,
            case let isOnTerminal = Console.isTerminal(console.output),
            output.pretty == .on || output.pretty == .auto && isOnTerminal && !console.isInCI
        else { return nil }
        let hasColors = console.showsColors(console.output)
        printer = JSONPrinter(hasColors: hasColors)
        if isOnTerminal { terminal = TerminalStream() }
        interruption =
            hasColors
            ? Interruption { try? Array(TextColor.end.utf8).write(to: console.output) } : nil
    }

    /// Returns the text to print for the next bytes of the body.
    mutating func print(_ bytes: [UInt8]) -> [UInt8] {
        printer.print(terminal?.shown(bytes) ?? bytes)
    }

    /// Returns the rest to print when the body has ended.
    mutating func end() -> [UInt8] {
        let last = terminal?.end() ?? []
        return printer.print(last) + printer.end()
    }
}

extension ResponseHead {
    fileprivate var isJSON: Bool {
        let value = value(of: "Content-Type")?.description.lowercased() ?? ""
        let type = value.prefix { !"; \t".contains($0) }
        return type == "application/json" || type.hasSuffix("+json")
    }
}
