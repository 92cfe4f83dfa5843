import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import FormUpload
@testable import formpost

/// The objects of `--progress json` that Scenarios/progress.txt has not, and that each fits the schema.
@Suite struct ProgressEventTests {
    private static let place = RequestLabel(
        number: 2, count: 7, name: "a\"ü\n", url: "https://me:s3cret@h.test/x?sig=s3cret")
    private static let many = ProgressSnapshot.many(
        done: 37, count: 300, failed: 2, sent: 12, total: 90, rate: 1e30)
    private static let state = ProgressSnapshot(
        subject: .request(place), read: 7, sent: 5,
        part: PartReference(index: 0, name: "a\"\\/\u{1}ü"), rate: 0.9)
    private static let rows: [(ProgressEvent, String)] = [
        (
            .progress(ProgressSnapshot(subject: .input("-"), read: 9, rate: 2.5)),
            #"{"version":1,"event":"reading","input":"-","read":9,"rate":2}"#
        ),
        (
            .start(place, total: 5, parts: 2),
            #"{"version":1,"event":"start","index":3,"count":7,"name":"a\"ü\n","url":"https://me:[masked]@h.test/x?sig=[masked]","total":5,"parts":2}"#
        ),
        (
            .start(
                RequestLabel(number: 0, count: 1, name: "a\u{7F}\u{9B}\u{202E}\u{2066}", url: "h"),
                total: nil, parts: 0),
            #"{"version":1,"event":"start","index":1,"count":1,"name":"a\u007f\u009b\u202e\u2066","url":"h","total":null,"parts":0}"#
        ),
        (
            .progress(state),
            #"{"version":1,"event":"progress","index":3,"attempt":1,"read":7,"sent":5,"total":null,"rate":0,"part":"a\"\\/\u0001ü"}"#
        ),
        (
            .progress(
                ProgressSnapshot(subject: .request(place), read: 5, sent: 5, confirmed: 4, total: 9)
            ),
            #"{"version":1,"event":"progress","index":3,"attempt":1,"read":5,"sent":5,"total":9,"rate":0,"part":null,"confirmed":4}"#
        ),
        (
            .progress(ProgressSnapshot(subject: .request(place), read: 5, sent: 5, total: 5)),
            #"{"version":1,"event":"waiting","index":3,"attempt":1,"read":5,"sent":5,"total":5,"rate":0,"part":null}"#
        ),
        (
            .progress(
                ProgressSnapshot(subject: .request(place), total: 5, attempt: 2, isRetrying: true)),
            #"{"version":1,"event":"retrying","index":3,"attempt":2,"read":0,"sent":0,"total":5,"rate":0,"part":null}"#
        ),
        (
            .redirect(
                place,
                RedirectNotice(
                    head: formpost.Outcome.head(307), source: "h",
                    location: "https://x/?token=s3cret", next: nil)),
            #"{"version":1,"event":"redirect","index":3,"status":307,"location":"https://x/?token=[masked]"}"#
        ),
        (.skipped(place), #"{"version":1,"event":"skipped","index":3,"name":"a\"ü\n"}"#),
        (.interrupted, #"{"version":1,"event":"interrupted"}"#),
        (
            .progress(many),
            #"{"version":1,"event":"all","done":37,"count":300,"failed":2,"skipped":0,"sent":12,"total":90,"rate":1000000000000000000}"#
        ),
    ]

    private static let schema = "../Sources/Packaging/progress.schema.json"

    @Test(arguments: rows.indices)
    func isWhatTheSchemaSays(row: Int) throws {
        let (event, text) = Self.rows[row]
        #expect(event.object == text)
        #expect(try JSONSchema(fixture: Self.schema).problems(of: text) == [])
    }

    private static let wrong = [
        #"{"version":2,"event":"interrupted"}"#, #"{"event":"interrupted"}"#,
        #"{"version":1,"event":"response","index":0,"status":404}"#,
        #"{"version":1,"event":"response","index":1,"status":null}"#,
        #"{"version":1,"event":"response","index":1.5,"status":200}"#,
        #"{"version":1,"event":"skipped","index":1,"name":null}"#, "[]", "1",
    ]

    @Test(arguments: wrong)
    func theSchemaRefusesOthers(text: String) throws {
        #expect(try JSONSchema(fixture: Self.schema).problems(of: text) != [])
    }

    /// The manual has every event of the schema, and every field.
    @Test func theManualHasEach() throws {
        let fields = try JSONSchema(fixture: Self.schema).fields(by: "event")
        let entries = TextReader.entries(Texts.progressEvents)
        #expect(
            Set(entries.flatMap { $0.syntax.components(separatedBy: ", ") }) == Set(fields.keys))
        for (syntax, text) in entries {
            for event in syntax.components(separatedBy: ", ") {
                let named = text.replacing(
                    "as `all`", with: entries.first { $0.syntax == "all" }?.meaning ?? "")
                for field in fields[event] ?? [] where !["version", "event"].contains(field) {
                    #expect(named.contains("`\(field)`"), "\(event): \(field)")
                }
            }
        }
    }

    /// A signal's is the last, whoever else tells of it.
    @Test func nothingComesAfterASignal() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let stream = ProgressStream(descriptor: ends[1], path: nil) { Issue.record("\($0)") }
        for event in [
            ProgressEvent.skipped(Self.place), .interrupted, .progress(Self.many), .interrupted,
        ] {
            stream.write(event)
        }
        close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        #expect(
            text.split(separator: "\n").map { $0.contains("interrupted") } == [false, true],
            "\(text)")
    }
}
