import TestSupport
import Testing

@testable import formpost

/// Indented JSON: for any bytes in any pieces the same output with nothing lost, in little memory;
/// pretty.txt has the layouts, and `PrettyTests` the colours.
@Suite struct JSONPrinterTests {
    private static func print(_ pieces: [[UInt8]], hasColors: Bool = false) -> [UInt8] {
        var printer = JSONPrinter(hasColors: hasColors)
        return pieces.flatMap { printer.print($0) } + printer.end()
    }

    private static func print(_ text: String, hasColors: Bool = false) -> String {
        String(decoding: print([Array(text.utf8)], hasColors: hasColors), as: UTF8.self)
    }

    @Test func isNotLedTooDeep() {
        let text = String(repeating: "[ ", count: 1000) + String(repeating: "] ", count: 1000)
        let output = Self.print(text)
        #expect(Self.significant(Array(output.utf8)) == Self.significant(Array(text.utf8)))
        #expect(output.utf8.count < 128 * 257 + text.utf8.count)
        #expect(output.hasSuffix("[ [ [ " + String(repeating: "] ", count: 1000)))
    }

    /// Blanks without end take no memory, and most of them are dropped even before what is no JSON.
    @Test func forgetsBlanks() {
        let blanks = [UInt8](repeating: 0x20, count: 100_000)
        #expect(Self.print([blanks, Array("1".utf8), blanks]) == Array("1\n".utf8))
        #expect(Self.print([blanks, Array("x y".utf8)]) == blanks.prefix(1024) + Array("x y".utf8))
    }

    @Test(arguments: 0..<4)
    func losesNothing(kind: Int) throws {
        var random = SplitMix64(state: UInt64(kind))
        for _ in 0..<300 {
            let input = Self.input(kind, &random)
            let output = Self.print([input])
            #expect(Self.significant(output) == Self.significant(input), "\(input)")
            for position in 0...input.count {
                let pieces = [Array(input[..<position]), Array(input[position...])]
                #expect(Self.print(pieces) == output, "\(input) at \(position)")
            }
            #expect(Self.print(input.map { [$0] }) == output, "\(input)")
            // Colours come on top.
            let colored = String(decoding: Self.print([input], hasColors: true), as: UTF8.self)
            if !input.contains(0x1B) {
                #expect(
                    colored.replacing(/\x1B\[[\d;]+m/, with: "")
                        == String(decoding: output, as: UTF8.self), "\(input)")
            }
        }
    }

    private static func input(_ kind: Int, _ random: inout SplitMix64) -> [UInt8] {
        let length = Int.random(in: 0...30, using: &random)
        switch kind {
        case 0: return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        case 1:
            let soup = Array("{}[]:,\"\\ \n\t1-.eatruflsn".utf8)
            return (0..<length).map { _ in soup.randomElement(using: &random) ?? 0 }
        case 2: return Array(value(depth: 3, &random).utf8.prefix(60))
        default:
            var text = Array(value(depth: 3, &random).utf8.prefix(60))
            let place = Int.random(in: 0..<text.count, using: &random)
            text[place] = UInt8.random(in: 0...127, using: &random)
            return text
        }
    }

    private static func value(depth: Int, _ random: inout SplitMix64) -> String {
        let blank = [" ", "", "\n\t", "  "].randomElement(using: &random) ?? ""
        let count = Int.random(in: 0...3, using: &random)
        let scalars = [
            "1", "-2.5e3", "true", "null", "false", "\"a , \\\" b\"", "\"\"", "\"é\\\\\"",
        ]
        switch depth > 0 ? Int.random(in: 0...3, using: &random) : 3 {
        case 0:
            let items = (0..<count).map { _ in value(depth: depth - 1, &random) }
            return "[" + blank + items.joined(separator: blank + ",") + "]" + blank
        case 1, 2:
            let members = (0..<count).map {
                "\"k\($0)\"\(blank):" + blank + value(depth: depth - 1, &random)
            }
            return blank + "{" + members.joined(separator: "," + blank) + blank + "}"
        default: return scalars.randomElement(using: &random) ?? "0"
        }
    }

    /// All but blanks outside of strings, as far as quotes tell.
    private static func significant(_ bytes: [UInt8]) -> [UInt8] {
        var (isInString, isEscaped) = (false, false)
        return bytes.filter { byte in
            defer {
                if isInString, !isEscaped, byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
                    isEscaped = false
                }
            }
            return isInString || !" \t\r\n".utf8.contains(byte)
        }
    }
}
