import FormEncoding

/// Searches for many texts at once.
///
/// The time grows with the length of the texts and of what is searched, and not with their product
/// (Aho and Corasick, "Efficient string matching", 1975).
struct TextSearch {
    /// A prefix of one or more texts.
    private struct State {
        let parent: Int
        let byte: UInt8
        /// The length of the prefix.
        let length: Int
        /// The longest proper suffix of the prefix that is a prefix of a text as well.
        var fallback = 0
        /// The length of the longest text that is a suffix of the prefix.
        var longestText = 0
    }

    private struct Edge: Hashable {
        let state: Int
        let byte: UInt8
    }

    private var states = [State(parent: 0, byte: 0, length: 0)]
    private var edges: [Edge: Int] = [:]
    /// The state of each text.
    private var ends: [Int] = []
    /// All states but the first, the shorter ones first.
    private var byLength: [Int] = []

    init(_ texts: [ByteString]) {
        for text in texts { insert(text) }
        byLength = states.indices.dropFirst().sorted { states[$0].length < states[$1].length }
        for index in byLength {
            var prefix = states[index]
            if prefix.length > 1 {
                prefix.fallback = state(after: states[prefix.parent].fallback, prefix.byte)
            }
            prefix.longestText = max(
                prefix.longestText, states[prefix.fallback].longestText)
            states[index] = prefix
        }
    }

    /// The state of a search that begins.
    static let start = 0

    /// How many of the bytes before this state may begin a text.
    func length(of state: Int) -> Int { states[state].length }

    /// Returns the ranges of `bytes` that the texts cover, in order. Ranges that touch are one.
    func ranges(in bytes: some Collection<UInt8>) -> [Range<Int>] {
        var state = Self.start
        return ranges(in: bytes, from: &state)
    }

    /// The same for bytes that come in pieces: a range that begins in an earlier one is negative there.
    func ranges(in bytes: some Collection<UInt8>, from current: inout Int) -> [Range<Int>] {
        guard !edges.isEmpty else { return [] }
        var ranges: [Range<Int>] = []
        for (index, byte) in bytes.enumerated() {
            current = state(after: current, byte)
            let length = states[current].longestText
            guard length > 0 else { continue }
            var start = index + 1 - length
            while let last = ranges.last, last.upperBound >= start {
                start = min(start, last.lowerBound)
                ranges.removeLast()
            }
            ranges.append(start..<(index + 1))
        }
        return ranges
    }

    /// Returns for each text whether it is in one of `others`. An empty text is in none.
    func areFound(in others: [ByteString]) -> [Bool] {
        var isReached = [Bool](repeating: false, count: states.count)
        for other in others {
            var current = 0
            for byte in other.bytes {
                current = state(after: current, byte)
                isReached[current] = true
            }
        }
        for index in byLength.reversed() where isReached[index] {
            isReached[states[index].fallback] = true
        }
        return ends.map { $0 != 0 && isReached[$0] }
    }

    private mutating func insert(_ text: ByteString) {
        var current = 0
        for byte in text.bytes {
            let edge = Edge(state: current, byte: byte)
            if let next = edges[edge] {
                current = next
            } else {
                states.append(
                    State(parent: current, byte: byte, length: states[current].length + 1))
                current = states.count - 1
                edges[edge] = current
            }
        }
        states[current].longestText = text.count
        ends.append(current)
    }

    private func state(after state: Int, _ byte: UInt8) -> Int {
        var state = state
        while true {
            if let next = edges[Edge(state: state, byte: byte)] { return next }
            guard state != 0 else { return 0 }
            state = states[state].fallback
        }
    }
}
