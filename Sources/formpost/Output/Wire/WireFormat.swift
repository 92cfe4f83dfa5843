import FormUpload

/// Formats wire data as curl does.
enum WireFormat {
    /// `-v`: heads and information, with a prefix for each line.
    case verbose
    /// `--trace`: everything, 16 bytes a line, in hexadecimal and as characters.
    case hexadecimal
    /// `--trace-ascii`: everything, up to 64 characters a line.
    case ascii

    /// Whether the format shows this kind of event.
    func shows(_ kind: WireEvent.Kind) -> Bool { self != .verbose || Self.marks[kind] != nil }

    func text(_ kind: WireEvent.Kind, _ bytes: [UInt8], time: String?, _ isColored: Bool) -> [UInt8]
    {
        switch self {
        case .verbose: lines(kind, bytes, time: time, isColored)
        case .hexadecimal, .ascii: dump(kind, bytes, time: time)
        }
    }

    private func lines(
        _ kind: WireEvent.Kind, _ bytes: [UInt8], time: String?, _ isColored: Bool
    ) -> [UInt8] {
        guard let (mark, color) = Self.marks[kind] else { return [] }
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { line -> [UInt8] in
            let text = line.last == 0x0D ? line.dropLast() : line
            let prefix = (time ?? "") + (isColored ? color.start : "") + mark
            return Array(prefix.utf8) + text
                + Array((isColored ? TextColor.end + "\n" : "\n").utf8)
        }
    }

    private static let marks: [WireEvent.Kind: (mark: String, color: TextColor)] = [
        .information: ("* ", .faint), .headSent: ("> ", .cyan), .headReceived: ("< ", .green),
    ]

    private func dump(_ kind: WireEvent.Kind, _ bytes: [UInt8], time: String?) -> [UInt8] {
        var text = time ?? ""
        if kind == .information {
            return Array((text + "== Info: ").utf8) + bytes
        }
        text += "\(Self.titles[kind] ?? ""), \(bytes.count) bytes (0x\(hex(bytes.count, 1)))\n"
        var offset = 0
        while offset < bytes.count {
            text += hex(offset, 4) + ": "
            let (line, length) = self == .ascii ? asciiLine(bytes, offset) : hexLine(bytes, offset)
            text += line + "\n"
            offset += length
        }
        return Array(text.utf8)
    }

    private static let titles: [WireEvent.Kind: String] = [
        .headSent: "=> Send header", .bodySent: "=> Send data", .tlsSent: "=> Send SSL data",
        .headReceived: "<= Recv header", .bodyReceived: "<= Recv data",
        .tlsReceived: "<= Recv SSL data",
    ]

    private func hexLine(_ bytes: [UInt8], _ offset: Int) -> (String, Int) {
        let row = bytes[offset..<min(offset + 16, bytes.count)]
        let codes = row.map { hex(Int($0), 2) + " " }.joined()
        let gap = String(repeating: " ", count: (16 - row.count) * 3)
        return (codes + gap + String(row.map(Self.shown)), row.count)
    }

    /// A CR LF ends the line early and is not shown.
    private func asciiLine(_ bytes: [UInt8], _ offset: Int) -> (String, Int) {
        var line = ""
        var index = offset
        while index < min(offset + 64, bytes.count) {
            if bytes[index...].prefix(2).elementsEqual([0x0D, 0x0A]) {
                return (line, index + 2 - offset)
            }
            line.append(Self.shown(bytes[index]))
            index += 1
            if index == offset + 64, bytes[index...].prefix(2).elementsEqual([0x0D, 0x0A]) {
                return (line, index + 2 - offset)
            }
        }
        return (line, index - offset)
    }

    private static func shown(_ byte: UInt8) -> Character {
        (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
    }

    private func hex(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
