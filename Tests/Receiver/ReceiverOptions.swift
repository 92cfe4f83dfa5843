/// The command-line options of the receiver.
struct ReceiverOptions: Sendable {
    /// A field whose bytes must be those of a file.
    struct Comparison: Sendable {
        var field: String
        var file: String
    }

    struct Mistake: Error, CustomStringConvertible {
        var description: String
    }

    static let usage = """
        usage: receiver [--port-file FILE] [--count N] [--timeout SECONDS] [--compare FIELD=FILE]...
        """

    var portFile: String?
    /// How many uploads to take.
    var count = 1
    /// Seconds until it gives up.
    var timeout = 60.0
    var comparisons: [Comparison] = []

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw Mistake(description: "\(option) needs a value, or is unknown")
            }
            let isGood =
                switch option {
                case "--port-file": set(\.portFile, value)
                case "--count": set(\.count, Int(value).flatMap { $0 > 0 ? $0 : nil })
                case "--timeout": set(\.timeout, Double(value).flatMap { $0 > 0 ? $0 : nil })
                case "--compare": addComparison(value)
                default: false
                }
            if !isGood { throw Mistake(description: "what is \(option) \(value)?") }
        }
    }

    private mutating func set<Value>(_ setting: WritableKeyPath<Self, Value>, _ value: Value?)
        -> Bool
    {
        guard let value else { return false }
        self[keyPath: setting] = value
        return true
    }

    private mutating func addComparison(_ value: String) -> Bool {
        guard let sign = value.firstIndex(of: "=") else { return false }
        comparisons.append(
            Comparison(
                field: String(value[..<sign]), file: String(value[value.index(after: sign)...])))
        return true
    }
}
