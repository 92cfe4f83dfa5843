import FormEncoding
import FormUpload

/// One row of the option table: the names of an option, its argument and its effect.
struct OptionSpec: Sendable {
    enum Argument: Equatable, Sendable {
        case none
        case required(String)
        case optional(String)
        /// A value after `=` only: `--long` alone has none, and the next argument is another.
        case attached(String)
    }

    /// The sections of `--help`, of the man page and of the table itself.
    enum Group: String, CaseIterable, Sendable {
        case form, data, request, many, redirects, retry, connection, tls, output, general
    }

    /// Where help lists an option.
    enum Prominence: Sendable {
        /// On the one screen of `--help`.
        case common
        /// In `--help all` and in its group.
        case listed
        /// Nowhere; the row exists for its error message, or because curl has the option.
        case hidden
    }

    enum Effect: Sendable {
        /// To the operation that the option stands in (`--next`).
        case operation(@Sendable (inout Settings, OptionUse) throws(Failure) -> Void)
        /// To all operations.
        case run(@Sendable (inout RunSettings, OptionUse) throws(Failure) -> Void)
        /// Something is read in the place of the option.
        case input(Input)
        /// Something else than an upload is to be done.
        case action(@Sendable (OptionUse) throws(Failure) -> Invocation.Action)
        case next
    }

    enum Input: Sendable {
        /// A configuration file (`-K`).
        case configuration
        case variable
        /// A file of fields (`--form-fields`).
        case fields
        /// A URL, or a file of them (`--url`).
        case urls
        /// A token of the environment (`--bearer-env`).
        case token
    }

    /// Without dashes.
    let long: String
    /// Without its dash.
    var short: Unicode.Scalar?
    var argument = Argument.none
    var prominence = Prominence.listed
    /// `--no-long` exists.
    var isNegatable = false
    /// The allowed words of a required value; empty if it is free.
    var words: [String] = []
    var meaning = ValueMeaning.text
    /// The completions of a free value.
    var suggestions: [String] = []
    var secrecy = Secrecy.open
    /// Whether the option is about forms only, and means nothing for other bodies.
    var isForForms = false
    /// Whether its value may have text that `--capture` has taken from a response.
    var takesCaptures = true
    /// Whether it takes part in the names of a request: its URL, what it puts there, and the file
    /// of its response.
    var isName = false
    /// The shell variable that stands for a secret value on a curl command line.
    var variable = ""
    var curl = CurlUse.same

    let effect: Effect

    /// `-F`
    var shortName: String? { short.map { "-\($0)" } }

    /// `--form`
    var longName: String { "--" + long }

    /// `--no-insecure`, where there is one.
    var negation: String? { isNegatable ? "--no-" + long : nil }

    /// Whether it counts for all operations, whichever it is given in.
    var isShared: Bool { if case .run = effect { true } else { false } }

    /// The row with a secret value, and the variable in its place on a curl command line.
    func hiding(_ secrecy: Secrecy = .secret, as variable: String = "") -> OptionSpec {
        with(\.secrecy, secrecy).with(\.variable, variable)
    }

    func forForms() -> OptionSpec { with(\.isForForms, true) }

    /// The row of an option whose value no response may determine: it names files.
    func withoutCaptures() -> OptionSpec { with(\.takesCaptures, false) }

    func naming() -> OptionSpec { with(\.isName, true) }

    func suggesting(_ words: [String]) -> OptionSpec { with(\.suggestions, words) }

    func onCurl(_ use: CurlUse) -> OptionSpec { with(\.curl, use) }

    func with<Value>(
        _ field: WritableKeyPath<OptionSpec, Value>, _ value: Value
    ) -> OptionSpec {
        var row = self
        row[keyPath: field] = value
        return row
    }
}

/// Constructors for the kinds of rows, so that an option is one statement of the table.
extension OptionSpec {
    /// An option without a value that is on or, as `--no-long`, off.
    static func flag(
        _ long: String, short: Unicode.Scalar? = nil, as prominence: Prominence = .listed,
        set: @escaping @Sendable (inout Settings, Bool) -> Void
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, prominence: prominence, isNegatable: true,
            effect: .operation { settings, use in set(&settings, use.isOn) })
    }

    static func sharedFlag(
        _ long: String, short: Unicode.Scalar? = nil, as prominence: Prominence = .listed,
        set: @escaping @Sendable (inout RunSettings, Bool) -> Void
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, prominence: prominence, isNegatable: true,
            effect: .run { run, use in set(&run, use.isOn) })
    }

    /// An option without a value and without an opposite.
    static func command(
        _ long: String, short: Unicode.Scalar? = nil, as prominence: Prominence = .listed,
        set: @escaping @Sendable (inout Settings) -> Void
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, prominence: prominence,
            effect: .operation { settings, _ in set(&settings) })
    }

    static func value<Value>(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String, _ kind: ValueKind<Value>,
        as prominence: Prominence = .listed,
        set: @escaping @Sendable (inout Settings, Value) -> Void
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, argument: .required(argument), prominence: prominence,
            words: kind.words, meaning: kind.meaning,
            effect: .operation { (settings, use) throws(Failure) in
                set(&settings, try kind.parse(use))
            })
    }

    /// An option whose value names what is read in its place.
    static func input(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String, _ meaning: ValueMeaning,
        _ input: Input
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, argument: .required(argument), meaning: meaning,
            effect: .input(input))
    }

    static func sharedValue<Value>(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String, _ kind: ValueKind<Value>,
        as prominence: Prominence = .listed,
        set: @escaping @Sendable (inout RunSettings, Value) -> Void
    ) -> OptionSpec {
        OptionSpec(
            long: long, short: short, argument: .required(argument), prominence: prominence,
            words: kind.words, meaning: kind.meaning,
            effect: .run { (run, use) throws(Failure) in set(&run, try kind.parse(use)) })
    }
}

struct OptionUse: Equatable, Sendable {
    /// As written, with its dashes: `-m` or `--max-time`; empty for a URL without an option.
    var option: String

    /// The place of its row in the table; `nil` for a URL without an option.
    var row: Int?

    /// `nil` for a flag, and without an optional value.
    var argument: ByteString?

    /// False for `--no-long`.
    var isOn = true

    /// The line of a configuration file; `nil` for the command line.
    var place: ConfigPlace?

    /// Whether the value is a word of its own that is an option: `-o -v`.
    var swallowsOption = false

    /// Whether the `=` at the beginning of the value is attached to a short option: `-o=file`.
    var hasStrayEquals = false

    /// The value before its variables were expanded, if the result may be a secret.
    var typed: ByteString?

    /// The value, as far as it waits for the variables of a request.
    var template: Template?

    var spec: OptionSpec? { row.map { OptionTable.all[$0] } }

    /// Whether it is a URL without an option: a word, or a line of a file of URLs, which has the
    /// row of `--url`.
    var isWord: Bool { option.isEmpty }

    /// Whether its value is a URL of the operation, not a file of URLs.
    var isURL: Bool {
        isWord || template == nil && spec?.meaning == .url && fileAfterAt == nil
    }

    /// Whether its value has variables: `--expand-form`.
    var isExpanding: Bool { option.hasPrefix("--" + OptionTable.expanding) }

    /// As if no variables had been in its value: `--form` for `--expand-form`.
    var plainOption: String {
        isExpanding ? "--" + option.dropFirst(2 + OptionTable.expanding.count) : option
    }

    /// The value of an option that requires one; the parser guarantees it.
    var value: ByteString { argument ?? "" }

    /// The value as a message about it may show it; the line of a file of headers has the option's
    /// name alone.
    var shown: ByteString {
        let value = typed ?? value
        return OptionTable.row(of: option)?.secrecy.shown(value) ?? value
    }

    func bad(_ problem: ValueProblem) -> Failure { failure(problem.sentence(self)) }

    /// An error of usage, with the option in front of the sentence.
    func failure(_ sentence: @autoclosure @escaping @Sendable () -> String) -> Failure {
        .usage(sentence()).of(option)
    }
}

/// How `--curl` writes an option (see `CurlLine`).
enum CurlUse: Sendable {
    /// As it was typed: curl has the option, and reads its value in the same way.
    case same
    /// As `same`, if the option is still in effect: a later one of its kind may have undone it, and
    /// curl refuses both together.
    case inEffect(@Sendable (Settings) -> Bool)
    /// As `same`, or in the URL where curl would make another query of it.
    case query
    /// As `query` with `-G`, otherwise as `same`.
    case data
    /// With the request, which has what the option says.
    case request
    /// curl does as the option says by default, or what it does is no part of the request.
    case omitted
    /// curl has nothing like it, which is worth a warning.
    case missing

    var isData: Bool { if case .data = self { true } else { false } }
}

/// Rows that pass their value to libcurl unchanged.
extension OptionSpec {
    static func passedFlag(
        _ long: String, short: Unicode.Scalar? = nil, to option: CURLSetting.Option, on: Int64 = 1,
        off: Int64 = 0
    ) -> OptionSpec {
        flag(long, short: short) {
            $0.pass(option, .number($1 ? on : off))
        }
    }

    /// One of several exclusive options: the last one counts.
    static func passedChoice(
        _ long: String, short: Unicode.Scalar? = nil, to option: CURLSetting.Option, _ number: Int64
    ) -> OptionSpec {
        command(long, short: short) { $0.pass(option, .number(number)) }
    }

    /// A text; of an option that takes a list, each use adds a line.
    static func passedText(
        _ long: String, short: Unicode.Scalar? = nil, _ argument: String,
        _ kind: ValueKind<ByteString> = .nonEmpty(), to option: CURLSetting.Option
    ) -> OptionSpec {
        value(long, short: short, argument, kind) {
            if [.resolve, .connectTo, .proxyHeader].contains(option) {
                $0.passed.append(PassedOption(setting: CURLSetting(option, .lines([$1]))))
            } else {
                $0.pass(option, .string($1))
            }
        }
    }
}

struct PassedOption: Equatable, Sendable {
    /// As it was typed, for the message that this libcurl lacks it; `OperationLine` adds it.
    var name = ""
    var setting: CURLSetting
}

extension [PassedOption] {
    func last(_ option: CURLSetting.Option) -> PassedOption? {
        last { $0.setting.option == option }
    }

    func text(_ option: CURLSetting.Option) -> ByteString? {
        if case .string(let text)? = last(option)?.setting.value { text } else { nil }
    }
}

extension Settings {
    /// Sets an option of libcurl, in place of an earlier value.
    mutating func pass(_ option: CURLSetting.Option, _ value: CURLSetting.Value) {
        passed.removeAll { $0.setting.option == option }
        passed.append(PassedOption(setting: CURLSetting(option, value)))
    }
}
