import Foundation
import TestSupport

/// The text of `--trace` and `--trace-ascii`, in its blocks.
struct TraceText {
    /// A title line and the lines under it, with their line ends.
    struct Block: Equatable, CustomStringConvertible {
        var text: String

        /// `=> Send header`
        var title: String { String(text.prefix { $0 != "," && $0 != "\n" }) }

        var description: String { text }
    }

    let blocks: [Block]

    /// Everything except libcurl's own information lines.
    init(_ text: String) {
        var blocks: [Block] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let isTitle = ["== ", "=> ", "<= "].contains { line.hasPrefix($0) }
            if isTitle || blocks.isEmpty { blocks.append(Block(text: "")) }
            blocks[blocks.count - 1].text += line + "\n"
        }
        self.blocks = blocks.filter { !$0.text.hasPrefix("== Info: ") }
    }

    func blocks(_ title: String) -> [Block] { blocks.filter { $0.title == title } }

    /// A block as curl's `dump` (src/tool_cb_dbg.c) has it.
    static func block(_ title: String, _ bytes: [UInt8], isASCII: Bool) -> Block {
        var text = title + ", \(bytes.count) bytes (0x\(String(bytes.count, radix: 16)))\n"
        let width = isASCII ? 64 : 16
        var start = 0
        while start < bytes.count {
            var row = Array(bytes[start..<min(start + width, bytes.count)])
            text += String(format: "%04x: ", start)
            start += width
            if isASCII {
                let line = Array(bytes[(start - width)...].prefix(width + 2))
                if let end = line.offset(of: [13, 10]) {
                    start += end + 2 - width
                    row = Array(line[..<end])
                }
            } else {
                for column in 0..<width {
                    text += column < row.count ? String(format: "%02x ", row[column]) : "   "
                }
            }
            text += String(
                decoding: row.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
            text += "\n"
        }
        return Block(text: text)
    }
}
