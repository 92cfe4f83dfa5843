/// Expands `{a,b}` as shells do, before everything else: the texts may have slashes and braces.
enum BraceExpansion {
    /// The texts in the order of their choices; `nil` if there are more than `most`.
    ///
    /// Braces that are not closed, or have no comma, are text. Backslashes stay.
    static func texts(of bytes: [UInt8], most: Int) -> [[UInt8]]? {
        var finished: [[UInt8]] = []
        // The texts left to expand, the next one last, each with the offset up to which it has no braces.
        var pending = [(text: bytes, start: 0)]
        while let (text, start) = pending.popLast() {
            guard let braces = firstBraces(in: text, from: start) else {
                finished.append(text)
                if finished.count + pending.count > most { return nil }
                continue
            }
            let (before, after) = (text[..<braces.opening], text[(braces.closing + 1)...])
            for part in braces.parts.reversed() {
                let choice = Array(before) + text[part] + after
                pending.append((text: choice, start: braces.opening))
            }
            if finished.count + pending.count > most { return nil }
        }
        return finished
    }

    private struct Braces {
        var opening: Int
        var closing: Int
        var parts: [Range<Int>]
    }

    /// The first braces with a comma, and the texts between the commas.
    private static func firstBraces(in text: [UInt8], from start: Int) -> Braces? {
        /// The braces that are open, each with the beginnings of its parts.
        var open: [(opening: Int, commas: [Int])] = []
        var outermost: Braces?
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "{"): open.append((index, []))
            case UInt8(ascii: ",") where !open.isEmpty: open[open.count - 1].commas.append(index)
            case UInt8(ascii: "}"):
                guard let (opening, commas) = open.popLast(), !commas.isEmpty else { break }
                if outermost.map({ $0.opening > opening }) ?? true {
                    let starts = [opening + 1] + commas.map { $0 + 1 }
                    let parts = zip(starts, commas + [index]).map { $0..<$1 }
                    outermost = Braces(opening: opening, closing: index, parts: parts)
                }
                if open.isEmpty { return outermost }
            default: break
            }
            index += 1
        }
        return outermost
    }
}
