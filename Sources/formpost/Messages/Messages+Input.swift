import Foundation

/// Inputs that cannot be read.
extension Messages {
    /// The sentence about an input that cannot be read, whichever option names it.
    static func cannotRead(_ input: String, _ number: Int32) -> String {
        "cannot read \(input): \(reason(number))"
    }

    static func standardInputTwice(
        _ first: OptionUse, _ second: OptionUse
    ) -> String {
        standardInputTwice(reader(first), reader(second))
    }

    static func standardInputTwice(_ first: String, _ second: String) -> String {
        "\(first) and \(second) both read standard input, which can be read only once"
    }

    /// An option that reads standard input, as it was typed: `-H @-`.
    static func reader(_ use: OptionUse) -> String {
        "\(use.option) \(shown(use.value))"
    }

    /// The system's text for an errno.
    static func reason(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
