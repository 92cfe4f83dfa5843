import TestSupport
import Testing

/// Servers of `--resumable` that do not do as the draft says, or do what it seldom asks for. Statuses that end an
/// upload are in Scenarios/resumption.txt.
@Suite struct MisbehaviorTests {
    /// What a server does.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var options: [String] = []
        /// The methods of the requests; nil for any.
        var methods: [String]?
        let change: @Sendable (inout ResumableBehavior) -> Void

        init(
            _ name: String, _ methods: [String]? = nil, options: [String] = [],
            _ change: @escaping @Sendable (inout ResumableBehavior) -> Void
        ) {
            testDescription = name
            (self.methods, self.options) = (methods, options)
            self.change = change
        }
    }

    private static let resumedOnce = ["POST", "HEAD", "PATCH"]

    private static let rows: [Row] = [
        // Where to go on is 0: the whole content is sent again.
        Row("nothing is kept", resumedOnce) {
            $0.cuts = [5000]
            $0.script = { situation in
                guard situation.operation == .creation else { return nil }
                return [
                    .respond(
                        104,
                        headers: [
                            "Upload-Draft-Interop-Version": "8", "Location": situation.location,
                        ]), .pause(0.1), .reset,
                ]
            }
        },
        // A proxy may drop 1xx: a creation without content is answered with the URL.
        Row("no 104, and another attempt", options: ["--retry-all-errors"]) {
            $0.announcements = []
            $0.cuts = [5000, 6000]
        },
        Row(
            "no 104, and no OPTIONS", ["POST", "OPTIONS", "POST"],
            options: ["--retry-all-errors"]
        ) {
            $0.announcements = []
            $0.cuts = [5000]
            $0.script = { $0.operation == .options ? .respond(405) : nil }
        },
        Row("a late 104, and a cut after", resumedOnce) {
            $0.announcements = [4000]
            $0.cuts = [5000]
            $0.cut = [.pause(0.1), .reset]
        },
        Row("5xx after the 104", resumedOnce) {
            $0.script = { situation in
                guard situation.operation == .creation else { return nil }
                return Answer(
                    Array(situation.standard.steps.prefix(1))
                        + [
                            .readBytes(3000),
                            .respond(503, headers: ["Connection": "close"]), .close,
                        ])
            }
        },
        // The time limit is that of one attempt.
        Row("a server that reads and is silent", options: ["-m", "2"]) {
            $0.cuts = [5000]
            $0.cut = [.drain]
        },
        // It changes nothing, and may meet a kept connection that has ended.
        Row("the request for a lost answer is lost", resumedOnce + ["PATCH"]) {
            $0.cuts = [Int64.max]
            $0.script = { situation in
                switch situation.operation {
                case .offsetRetrieval:
                    let offset = "\(situation.upload.offset)"
                    return .respond(
                        204, headers: ["Upload-Offset": offset, "Upload-Complete": "?1"])
                case .append: return situation.number == 1 ? [.reset] : nil
                default: return nil
                }
            }
        },
    ]

    @Test(arguments: rows)
    func endsAs(row: Row) async throws {
        let files = try SampleFiles(size: 20_000)
        let upload = SampleUpload.form
        let content = try await upload.content(in: files)
        let behavior = ResumableBehavior().with { behavior in
            row.change(&behavior)
            behavior.cuts = behavior.cuts.map { min($0, content.length) }
        }
        let server = try ResumableServer(behavior)
        let result = try await upload.command(
            resumed + ["--retry", "2", "-m", "60"] + row.options, in: files, server.url
        ).run()
        result.expect(.whole)
        if let methods = row.methods { #expect(server.methods == methods) }
        // A server without a resource for it has an upload as ever.
        let whole = server.uploads.filter(\.isComplete)
        #expect(whole.count == 1, "\(result)")
        for upload in whole { #expect(try Content(upload) == content) }
        // The upload's URL is a secret.
        for upload in server.uploads { #expect(!result.stderrText.contains(upload.path)) }
    }

    /// A server that does not read on: the upload goes on over another connection.
    @Test(arguments: ["--stall-timeout", "-m"])
    func aStall(option: String) async throws {
        let stop = Gate()
        defer { stop.open() }
        let files = try SampleFiles(size: 8 << 20)
        let content = try await SampleUpload.form.content(in: files)
        let server = try ResumableServer(
            ResumableBehavior().with {
                $0.cuts = [1 << 20]
                $0.cut = [.wait(stop)]
            }, receiveBuffer: 64 << 10)
        let (_, result) = try await withLongerLimits {
            try await SampleUpload.form.command(
                resumed + ["--retry", "3", option, $0], in: files, server.url
            ).run()
        } until: {
            $0.exitStatus == 0
        }
        result.expect(.whole)
        #expect(server.methods.prefix(3) == ["POST", "HEAD", "PATCH"])
        let isSame = try Content(#require(server.uploads.last)) == content
        #expect(isSame, "other bytes arrived")
    }
}
