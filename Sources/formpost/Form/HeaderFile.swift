import FormEncoding

/// The headers of a part in a file (`headers=@file`), read as curl reads them.
///
/// One header per line. A line that begins with a blank continues the previous header. A `#` in the
/// first column begins a comment. CRs and trailing blanks are removed.
struct HeaderFile {
    /// The size of curl's buffer, in bytes.
    static let limit = 998

    /// The headers that are not blank, each with the number of the line on which it begins, from 1.
    private(set) var lines: [(bytes: [UInt8], number: Int)] = []

    init(_ content: some Sequence<UInt8>) {
        let text = content.filter { $0 != UInt8(ascii: "\r") }
        let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var canContinue = false
        for (index, line) in lines.enumerated() {
            guard let first = line.first else { continue }
            let continues = first.isBlank && canContinue
            canContinue = first != UInt8(ascii: "#")
            if continues {
                self.lines[self.lines.count - 1].bytes += line
            } else if canContinue {
                self.lines.append((Array(line), index + 1))
            }
        }
        for index in self.lines.indices { self.lines[index].bytes.dropTrailingBlanks() }
        self.lines.removeAll(where: \.bytes.isEmpty)
    }
}

extension [UInt8] {
    mutating func dropTrailingBlanks() {
        removeSubrange((lastIndex { !$0.isBlank } ?? -1) + 1..<count)
    }
}
