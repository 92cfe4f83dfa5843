import Foundation
import TestSupport
import Testing

/// Random secrets in every place that can hold one; formpost prints none of them, however it is encoded.
///
/// `FORMPOST_SEED`, `FORMPOST_COUNT` and `FORMPOST_FIRST` choose other runs.
@Suite(.serialized)
struct RandomSecretsTests {
    @Test func noChannelShowsASecret() async throws {
        let seed = randomRun("FORMPOST_SEED", 15)
        let first = Int(randomRun("FORMPOST_FIRST", 0))
        let count = Int(randomRun("FORMPOST_COUNT", UInt64(Exhaustive.count(1500, orElse: 80))))
        _ = try await concurrently(Array(first..<first + count)) { _, number in
            try await Self.run(seed: seed, number: number)
        }
    }

    private static func run(seed: UInt64, number: Int) async throws {
        var random = SplitMix64(state: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number))
        func pick<Item>(_ items: [Item]) -> Item {
            items[Int(random.next(below: UInt64(items.count)))]
        }
        var line = SecretLine()
        var secrets: [(place: String, text: [UInt8])] = []
        func put(_ place: SecretPlace) {
            guard !secrets.contains(where: { $0.place == place.words }) else { return }
            let text = randomSecret(place, &random)
            line.add(place.words, text)
            secrets.append((place.words, text))
        }
        let isFault = pick([true, false, false, false])
        var channel = isFault ? pick([[], ["--progress", "json"]]) : pick(channels)
        if isFault {
            put(pick(SecretPlace.faults))
        } else {
            let body = pick([SecretPlace.Body.form, .form, .data, .file])
            let places = SecretPlace.all.filter { $0.body == nil || $0.body == body }
            for _ in 0..<3 { put(pick(places)) }
            switch body {
            case .form: line.add("-F a=shown")
            case .data: line.add("-d a=shown")
            case .file:
                line.add("-T file file/file=shown")
                channel += ["--journal", "journal"]
            }
        }
        let directory = try TemporaryDirectory()
        for (name, bytes) in line.files { try directory.file(name, bytes) }
        let (arrived, isLooked) = (Gate(), Gate())
        let (status, headers) = (line.status, line.answer)
        let server = try LoopbackServer { request in
            var answer = Response(request.target.contains("again") ? 200 : status)
            answer.headers = headers
            answer.body = Array("ok\n".utf8)
            return [.readBody, .open(arrived), .wait(isLooked), .respond(answer)]
        }
        let url = bytes("http://", line.login, "127.0.0.1:\(server.port)", line.target)
        var command = Command.formpost(
            arguments: channel + line.arguments + (line.takesURL ? [url] : []))
        command.workingDirectory = directory.path
        for (name, value) in line.environment { command.environment[name] = value }
        let running = try command.start()
        // Refused and shown requests never arrive.
        while !arrived.isOpen && !running.hasEnded { try await Task.sleep(for: .milliseconds(2)) }
        let list = (try? fileBytes("/proc/\(running.processIdentifier)/cmdline")) ?? []
        isLooked.open()
        let result = await running.result()
        // Any other status is a fault of the test's command line.
        if !isFault {
            #expect([0, 3, 6, 7, 22].contains(result.exitStatus), "FIRST=\(number): \(result)")
        }
        var outputs = [
            ("process list", arrived.isOpen ? list : []), ("stdout", result.stdout),
            ("stderr", result.stderr),
        ]
        for name in directory.entries() where line.files[name] == nil {
            outputs.append((name, try directory.contents(of: name)))
        }
        for (place, text) in secrets {
            let places = LeakSearch(text)
            for (output, bytes) in outputs {
                guard let leak = places.leak(in: bytes) else { continue }
                Issue.record(
                    """
                    FORMPOST_SEED=\(seed) FORMPOST_FIRST=\(number) FORMPOST_COUNT=1: \(place) in \(output)
                    secret: \(String(decoding: text, as: UTF8.self))
                    shown: \(String(decoding: leak, as: UTF8.self))
                    \(command.arguments.map { String(decoding: $0.rawBytes, as: UTF8.self) })
                    """)
            }
        }
    }

    /// The options that print what is sent, and what is about to be.
    private static let channels: [[any RawBytes]] = [
        ["-sS", "-v"], ["-v", "--progress", "json"], ["--trace", "log"], ["--trace-ascii", "log"],
        ["--trace", "-", "--progress", "json"], ["--dry-run"], ["--curl"],
        ["-w", "%{url} %{url_effective} %{json}", "-v"], ["--progress", "json"],
    ]

    private static func randomSecret(
        _ place: SecretPlace, _ random: inout SplitMix64
    ) -> [UInt8] {
        func pick<Item>(_ items: [Item]) -> Item {
            items[Int(random.next(below: UInt64(items.count)))]
        }
        let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
        let others: [[UInt8]] = [
            [], bytes("+/="), bytes("%"), bytes("\"'"), bytes(" "), bytes("\\"),
            [0xC3, 0xA9, 0xFF, 0xFE], bytes("&;,"), bytes("@:?#"),
        ]
        // These occur nowhere else, so that a short secret is not found by chance.
        let isShort = place.mayBeShort && pick([true, false, false])
        if isShort { return bytes("~", (0..<pick([1, 2, 4])).map { _ in pick(bytes("^~qzj")) }) }
        let special = pick(others).filter { !place.without.contains($0) }
        let length = pick([8, 9, 10, 16, 23, 40, 57, 58, 120, 300])
        var text = (0..<length).map { _ in
            special.isEmpty || pick([true, true, false]) ? pick(letters) : pick(special)
        }
        for end in [0, 1, length - 2, length - 1] { text[end] = pick(letters) }
        return text
    }
}

/// Looks for a secret in what formpost has printed: as it is and in the encodings that formpost writes.
private struct LeakSearch {
    /// The bytes of a secret that may be shown, in a row.
    private static let shortest = 8

    private var wholes: [[UInt8]] = []
    private var windows: Set<UInt64> = []

    init(_ secret: [UInt8]) {
        let base64 = (0..<3).map { count in
            let text = Array(
                Data([UInt8](repeating: 0x78, count: count) + secret).base64EncodedData())
            return Array(text.dropFirst([0, 2, 3][count]).prefix { $0 != 0x3D }.dropLast())
        }
        let forms: [[UInt8]] =
            [
                secret, escaped(secret) { String(format: "%%%02X", $0) },
                escaped(secret) { $0 == 0x20 ? "+" : String(format: "%%%02x", $0) },
                secret.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] as [UInt8] },
                secret.flatMap { $0 == 0x27 ? bytes("'\\''") : [$0] as [UInt8] },
                escaped(secret) {
                    $0 > 0x7E || $0 == 0x3D ? String(format: "=%02X", $0) : nil
                },
                secret.map { $0 > 0x7E ? UInt8(ascii: ".") : $0 },
                secret.flatMap { bytes(String(format: "%02x", $0)) },
            ] + (secret.count < Self.shortest ? [] : base64)
        for form in forms {
            if form.count < Self.shortest { wholes.append(form) } else { add(form) }
        }
    }

    private mutating func add(_ form: [UInt8]) {
        for start in 0...form.count - Self.shortest {
            let window = form[start..<start + Self.shortest]
            // Too little to be recognised.
            guard window.filter(\.isAlphanumeric).count > 4 else { continue }
            windows.insert(window.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// The first place in the output that shows a part of the secret, with what stands around it.
    func leak(in output: [UInt8]) -> [UInt8]? {
        for text in [output, undumped(output)] {
            for whole in wholes {
                if let place = text.offset(of: whole) { return around(place, text) }
            }
            var window: UInt64 = 0
            for (index, byte) in text.enumerated() {
                window = window << 8 | UInt64(byte)
                if windows.contains(window) { return around(index, text) }
            }
        }
        return nil
    }

    private func around(_ place: Int, _ text: [UInt8]) -> [UInt8] {
        Array(text[max(0, place - 60)..<min(text.count, place + 40)])
    }

    /// The text of a log without line ends, with the rows of a dump put together.
    private func undumped(_ log: [UInt8]) -> [UInt8] {
        log.split(separator: 0x0A).flatMap { line -> [UInt8] in
            guard let colon = line.prefix(12).firstIndex(of: 0x3A), colon - line.startIndex >= 4,
                line[..<colon].allSatisfy(\.isAlphanumeric),
                line[colon...].dropFirst().first == 0x20
            else { return Array(line) }
            let row = line[(colon + 2)...]
            let codes = String(decoding: row.prefix(48), as: UTF8.self)
            guard codes.utf8.count == 48,
                codes.allSatisfy({ $0 == " " || $0.isHexDigit && !$0.isUppercase })
            else { return Array(row) }
            return codes.split(separator: " ").compactMap { UInt8($0, radix: 16) }
                .filter { $0 != 0x0A && $0 != 0x0D }
        }
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF)
    }
}

func bytes(_ parts: any RawBytes...) -> [UInt8] { parts.flatMap(\.rawBytes) }

/// The text with escapes in place of all but letters and digits, or of those that `escape` has one for.
func escaped(_ text: [UInt8], _ escape: (UInt8) -> String?) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
        let isPlain = String(UnicodeScalar(byte)).first.map { $0.isASCII && $0.isLetter } ?? false
        if isPlain || (0x30...0x39).contains(byte) { return [byte] }
        return escape(byte).map { bytes($0) } ?? [byte]
    }
}
