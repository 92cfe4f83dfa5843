import FormEncoding

/// All options, in one table: parsing, `--help`, the man page and completions read it.
///
/// A group's rows stand in an extension of their own.
enum OptionTable {
    typealias Section = (group: OptionSpec.Group, rows: [OptionSpec])

    static let sections: [Section] = [
        (.form, form), (.request, request), (.redirects, redirects), (.retry, retry),
        (.connection, connection), (.tls, tls), (.output, output), (.general, general),
    ]

    static let all: [OptionSpec] = sections.flatMap(\.rows)

    /// The row of a long name without its dashes.
    static func row(long: String) -> OptionSpec? { byLong[long] }

    /// The row of a short name.
    static func row(short: UInt8) -> OptionSpec? { byShort[short] }

    /// Every long name that is accepted, those of `--no-long` included, hidden rows excluded.
    static let longNames: [String] = all.filter { $0.prominence != .hidden }
        .flatMap { row in row.isNegatable ? [row.long, "no-" + row.long] : [row.long] }

    private static let byLong = Dictionary(
        all.map { ($0.long, $0) }, uniquingKeysWith: { first, _ in first })

    private static let byShort = Dictionary(
        all.compactMap { row in row.short.map { (UInt8(ascii: $0), row) } },
        uniquingKeysWith: { first, _ in first })
}
