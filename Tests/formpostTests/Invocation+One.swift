import FormEncoding

@testable import formpost

extension Invocation {
    /// The settings of a command line that has one operation.
    static func parse(
        _ arguments: [ByteString], environment: [String: ByteString] = [:],
        began: ContinuousClock.Instant? = nil
    ) throws(Failure) -> (run: RunSettings, operation: OperationLine) {
        let line = ParsedLine(arguments)
        var call = Invocation(
            line, EarlyOptions(line, began: began), environment, Console(),
            began: began)
        try call.read()
        return (call.run, call.operations[0])
    }
}
