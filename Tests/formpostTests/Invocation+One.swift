import FormEncoding

@testable import formpost

extension Invocation {
    /// The settings of a command line that has one operation.
    static func parse(
        _ arguments: [ByteString], environment: [String: ByteString] = [:]
    ) throws(Failure) -> (run: RunSettings, operation: OperationLine) {
        let line = ParsedLine(arguments)
        var call = Invocation(
            line, line.earlyOptions(began: nil).limit, environment, Console(), began: nil)
        try call.read()
        return (call.run, call.operations[0])
    }
}
