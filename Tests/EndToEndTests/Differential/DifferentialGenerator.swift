import TestSupport

/// Random lists over the whole grammar of `-F`: the same for the same seed, on every machine.
///
/// Half of the lists are realistic, half are random pieces of the grammar. Excluded are the
/// permanent differences from curl: line ends in a type or a header, an empty `headers=`, standard
/// input twice, a directory.
struct DifferentialGenerator {
    private var random: SplitMix64
    private var inputIsTaken = false
    private var hasBackslashes = false

    /// The list of this number: each can be made without those before it.
    static func list(seed: UInt64, number: Int) -> DifferentialList {
        var generator = DifferentialGenerator(
            random: SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number)))
        return generator.list()
    }

    private init(random: SplitMix64) {
        self.random = random
        _ = self.random.next()
    }

    private mutating func list() -> DifferentialList {
        var list = DifferentialList()
        list.input = pick([
            .file("in.bin"), .file("e"), .pipe([]), .pipe(Array("piped\r\n".utf8)),
            .pipe([0, 0xFF, 0x0A]), .file("qp.txt"),
        ])
        hasBackslashes = chance(5)
        if hasBackslashes { list.arguments.append(Array("--form-escape".utf8)) }
        for _ in 0..<pick([1, 1, 1, 2, 3]) { field(depth: 0, into: &list.arguments) }
        return list
    }

    private mutating func field(depth: Int, into arguments: inout [[UInt8]]) {
        let name = name()
        switch random.next(below: 24) {
        case 0..<7: add("-F", name + word() + parameters(), to: &arguments)
        case 7..<11: add("-F", name + "@" + file() + parameters(), to: &arguments)
        case 11..<13:
            let files = (0..<2 + Int(random.next(below: 3))).map { _ in file() + parameters() }
            add(
                "-F", name + "@" + Bytes(files.map(\.bytes).joined(separator: ",".utf8)),
                to: &arguments)
        case 13..<15: add("-F", name + "<" + file() + parameters(), to: &arguments)
        case 15: add("--form-string", name + pick(Self.words + Self.files), to: &arguments)
        case 16..<18 where depth < 4: group(depth, name, into: &arguments)
        case 18: add("-F", pick(Self.mistakes), to: &arguments)
        case 19..<23: add("-F", name + soup(), to: &arguments)
        default: add("-F", name + word(), to: &arguments)
        }
    }

    private mutating func group(_ depth: Int, _ name: Bytes, into arguments: inout [[UInt8]]) {
        add(
            "-F", name + "(" + pick(Self.groups) + pick(["", ";foo", ";encoder=8bit"]),
            to: &arguments)
        for _ in 0..<random.next(below: 3) { field(depth: depth + 1, into: &arguments) }
        if !chance(6) { add("-F", "=)", to: &arguments) }
    }

    private func add(_ option: String, _ value: Bytes, to arguments: inout [[UInt8]]) {
        arguments += [Array(option.utf8), value.bytes]
    }

    private mutating func name() -> Bytes {
        let name = pick(Self.names)
        // curl lets a line end pass here.
        return (hasBackslashes && name.hasLineEnd ? "a" : name) + "="
    }

    private mutating func word() -> Bytes { pick(Self.words) }

    private mutating func file() -> Bytes {
        if !inputIsTaken, chance(10) {
            inputIsTaken = true
            return pick(["-", "\"-\"", " - "])
        }
        if chance(60) { return "big.bin" }
        let file = pick(Self.files)
        return hasBackslashes && file.hasLineEnd ? "a.txt" : file
    }

    private mutating func parameters() -> Bytes {
        var text: Bytes = ""
        for _ in 0..<pick([0, 0, 0, 1, 1, 2, 3]) {
            text = text + pick([";", ";", ";", "; ", " ; ", ";\t"]) + parameter()
        }
        return text
    }

    private mutating func parameter() -> Bytes {
        switch random.next(below: 12) {
        case 0..<3: return keyword("type=") + pick(Self.types)
        case 3..<6:
            let name = pick(Self.words + Self.files)
            return keyword("filename=") + (hasBackslashes && name.hasLineEnd ? "f" : name)
        case 6..<8: return keyword("headers=") + pick(Self.headers)
        case 8..<10: return keyword("encoder=") + pick(Self.encoders)
        case 10:
            return pick(["", "foo", "foo=bar", "\"type=x/y\"", "type =x/y", "charset=utf-8", "\"q"])
        default: return ""
        }
    }

    private mutating func keyword(_ word: String) -> Bytes {
        Bytes((chance(4) ? word.uppercased() : chance(8) ? word.capitalized : word).utf8)
    }

    /// Random pieces without line ends that use standard input at most once.
    private mutating func soup() -> Bytes {
        var text: Bytes = ""
        for _ in 0..<1 + random.next(below: 9) { text = text + pick(Self.morsels) }
        return text
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int(random.next(below: UInt64(list.count)))]
    }

    private mutating func chance(_ oneIn: UInt64) -> Bool { random.next(below: oneIn) == 0 }
}

/// Bytes that can be written as text and put together.
struct Bytes: ExpressibleByStringLiteral, Sendable {
    var bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    init(stringLiteral value: String) { bytes = Array(value.utf8) }

    var hasLineEnd: Bool { bytes.contains { $0 == 10 || $0 == 13 } }

    static func + (one: Bytes, other: Bytes) -> Bytes { Bytes(one.bytes + other.bytes) }
}
