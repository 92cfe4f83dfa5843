import FormEncoding

@testable import formpost

extension ArgumentParser {
    /// The settings of a command line that has one operation.
    static func parse(
        _ arguments: [ByteString], environment: [String: ByteString] = [:],
        began: ContinuousClock.Instant? = nil
    ) throws(UsageError) -> Settings {
        try operations(arguments, environment: environment, began: began)[0]
    }
}
