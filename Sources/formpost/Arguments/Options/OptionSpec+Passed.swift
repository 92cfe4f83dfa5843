import FormEncoding
import FormUpload

/// Rows that pass their value to libcurl unchanged.
extension OptionSpec {
    typealias CURLOption = CURLSetting.Option

    /// A flag that sets a number.
    static func passedFlag(
        _ long: String, short: Unicode.Scalar? = nil, to option: CURLOption, on: Int64 = 1,
        off: Int64 = 0, _ help: String
    ) -> OptionSpec {
        flag(long, short: short, help) {
            $0.pass(option, .number($1 ? on : off))
        }
    }

    /// One of several exclusive options: the last one counts.
    static func passedChoice(
        _ long: String, short: Unicode.Scalar? = nil, to option: CURLOption, _ number: Int64,
        _ help: String
    ) -> OptionSpec {
        command(long, short: short, help) { $0.pass(option, .number(number)) }
    }

    static func passedText(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String,
        _ kind: ValueKind<ByteString> = .nonEmpty, to option: CURLOption, _ help: String
    ) -> OptionSpec {
        value(long, short: short, argument, kind, help) {
            $0.pass(option, .string($1))
        }
    }

    /// An option that may be given several times: each adds a line.
    static func passedLine(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String,
        _ kind: ValueKind<ByteString> = .nonEmpty, to option: CURLOption, _ help: String
    ) -> OptionSpec {
        value(long, short: short, argument, kind, help) {
            $0.passLine(option, $1)
        }
    }
}

/// An option of libcurl that an option of the command sets.
struct PassedOption: Equatable, Sendable {
    /// As it was typed, for the message that this libcurl lacks it; `OperationLine` adds it.
    var name = ""
    var setting: CURLSetting
}

extension Settings {
    /// Sets an option of libcurl, in place of an earlier value.
    mutating func pass(_ option: CURLSetting.Option, _ value: CURLSetting.Value) {
        passed.removeAll { $0.setting.option == option }
        passed.append(PassedOption(setting: CURLSetting(option, value)))
    }

    /// Adds a line to an option of libcurl that takes a list.
    mutating func passLine(_ option: CURLSetting.Option, _ line: ByteString) {
        passed.append(PassedOption(setting: CURLSetting(option, .lines([line]))))
    }
}
