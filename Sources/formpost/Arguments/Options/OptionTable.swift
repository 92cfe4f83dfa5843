/// All options, in one table: parsing, `--help`, the man page and completions read it.
enum OptionTable {
    static let sections: [(group: OptionSpec.Group, rows: [OptionSpec])] = [
        (.form, form), (.data, data), (.request, request), (.many, many), (.redirects, redirects),
        (.retry, retry), (.connection, connection), (.tls, tls), (.output, output),
        (.general, general + accepted),
    ]

    static let all: [OptionSpec] = sections.flatMap(\.rows)

    /// The rows that help, the manual and completions show.
    static let visible = all.filter { $0.prominence != .hidden }

    /// The row of a long name without its dashes.
    static func row(long: String) -> OptionSpec? { byLong[long].map { all[$0] } }

    static func index(long: String) -> Int? { byLong[long] }

    /// The prefix of the name of an option whose value has variables.
    static let expanding = "expand-"

    static func index(expanding name: String) -> Int? {
        name.hasPrefix(expanding) ? byLong[String(name.dropFirst(expanding.count))] : nil
    }

    static func row(short: UInt8) -> OptionSpec? { index(short: short).map { all[$0] } }

    static func index(short: UInt8) -> Int? { short < 128 ? byShort[Int(short)] : nil }

    /// The row of an option as typed, whose dashes may be missing.
    static func row(of option: some StringProtocol) -> OptionSpec? {
        let name = Array(option.utf8.drop { $0 == UInt8(ascii: "-") })
        let long = String(decoding: name, as: UTF8.self)
        if let row = byLong[long] ?? index(expanding: long) { return all[row] }
        if name.count == 1 { return row(short: name[0]) }
        return long.hasPrefix("no-") ? row(long: String(long.dropFirst(3))) : nil
    }

    /// All accepted long names, including `--no-long`, without hidden rows.
    static let longNames: [String] =
        visible
        .flatMap { row in row.isNegatable ? [row.long, "no-" + row.long] : [row.long] }

    private static let byLong = Dictionary(
        all.enumerated().map { ($1.long, $0) }, uniquingKeysWith: { first, _ in first })

    /// By their letters in ASCII: a dictionary of this kind would take longer to make.
    private static let byShort: [Int?] = {
        var rows = [Int?](repeating: nil, count: 128)
        // The first row of a letter counts.
        for index in all.indices.reversed() {
            if let letter = all[index].short { rows[Int(UInt8(ascii: letter))] = index }
        }
        return rows
    }()
}
