import FormEncoding

@testable import formpost

extension ArgumentParser {
    /// The settings of a command line that has one operation.
    static func parse(
        _ arguments: [ByteString], environment: [String: ByteString] = [:],
        began: ContinuousClock.Instant? = nil
    ) throws(UsageError) -> (run: RunSettings, settings: Settings) {
        let (run, operations) = try operations(arguments, environment: environment, began: began)
        return (run, operations[0])
    }
}
