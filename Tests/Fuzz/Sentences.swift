import FormEncoding

/// The words of the grammar's errors, which the fuzz target and the figures do without.
struct ShownField: Sendable {
    static let withoutPattern = ""
    let withoutName = ""
    let quotesRemedy = ""

    init(_ field: FormField) {}

    func text(_ sentence: String, at offset: Int = 0) -> String { sentence }
    func quoted(_ text: ByteString) -> String { text.description }
    func malformedHeader(_ line: ByteString) -> String { quoted(line) }
    func malformedType(_ type: ByteString) -> String { quoted(type) }
    func unknownParameter(_ text: ByteString, _ lost: String) -> String { lost }
    func blanks(around text: Range<Int>, in whole: Range<Int>, _ lost: String) -> String { lost }
    func severalFiles(_ count: Int) -> String { "\(count)" }
    func fileName(_ text: ByteString, _ path: ByteString) -> String { quoted(text) }
    func unreadable(_ path: ByteString, _ errno: Int32, at offset: Int) -> String { quoted(path) }
}

struct OptionUse: Equatable, Sendable {
    var option: String
    var argument: ByteString?
}

enum Settings {
    struct Form: Sendable {
        var fields: [FormField] = []
        var escaping = NameEscaping.percent
        var escapesTreeNames = false
        var includesHidden = false
        var isLax = false
    }
}

enum Messages {
    static let standardInputEmpty = ""
    static let sendsQuotes = ""

    static func reader(_ use: OptionUse) -> String { use.option }
    static func shown(_ text: ByteString) -> String { text.description }
    static func quoted(_ text: ByteString) -> String { text.description }
    static func path(_ path: ByteString) -> String { path.description }
    static func cannotRead(_ input: String, _ number: Int32) -> String { input }
    static func literalHint(_ pattern: ByteString) -> String { "" }
}

enum ExitStatus {
    static let usage: Int32 = 2
    static let cannotRead: Int32 = 26
    static let timedOut: Int32 = 28
    static let unknownEncoder: Int32 = 43
}

struct Failure: Error {
    let status: Int32
    let text: String

    init(_ status: Int32, _ text: String) { (self.status, self.text) = (status, text) }

    static func usage(_ text: String) -> Failure { Failure(ExitStatus.usage, text) }
    static func unreadable(_ text: String) -> Failure { Failure(ExitStatus.cannotRead, text) }

    func of(_ option: String) -> Failure { Failure(status, "\(option): \(text)") }
}

extension BodyFault {
    var failure: Failure { Failure(ExitStatus.cannotRead, "") }
}
