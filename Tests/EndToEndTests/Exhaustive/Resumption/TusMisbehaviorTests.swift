import TestSupport
import Testing

/// Servers of `--tus` that do not do as the protocol says.
@Suite struct TusMisbehaviorTests {
    typealias Row = MisbehaviorRow<TusBehavior>

    /// The status of an operation; the first connection is cut if it is not the creation's.
    private static func status(
        _ status: Int, at operation: UploadOperation, always: Bool = true, _ ending: Ending
    ) -> Row {
        Row("\(status) at \(operation), \(always ? "always" : "once")", ending) {
            $0.extensions = ["creation", "termination"]
            if operation == .offsetRetrieval { $0.cuts = [5000] }
            $0.script = { situation in
                guard situation.operation == operation, always || situation.number == 1 else {
                    return nil
                }
                return .early(
                    status, headers: ["Tus-Resumable": "1.0.0", "Connection": "close"])
            }
        }
    }

    private static func headers(
        _ name: String, at operation: UploadOperation, _ ending: Ending,
        _ response: @escaping @Sendable (UploadSituation) -> Response
    ) -> Row {
        Row(name, ending) {
            $0.extensions = ["creation", "termination"]
            if operation == .offsetRetrieval { $0.cuts = [5000] }
            $0.script = { situation in
                guard situation.operation == operation else { return nil }
                return [.readBody, .respond(response(situation))]
            }
        }
    }

    private static func offset(_ value: String) -> Response {
        Response(
            204,
            headers: [
                "Tus-Resumable": "1.0.0", "Upload-Offset": value, "Connection": "close",
            ])
    }

    private static let rows: [Row] =
        [(404, Ending.gone), (410, .removed), (403, .forbidden)].flatMap { code, ending in
            [
                status(code, at: .creation, ending),
                // A removed upload begins again.
                status(code, at: .offsetRetrieval, code == 403 ? ending : .whole),
                status(code, at: .append, ending),
            ]
        } + [
            status(409, at: .append, .conflict),
            status(409, at: .append, always: false, .whole),
            status(423, at: .append, always: false, .whole), status(413, at: .creation, .tooLarge),
            status(413, at: .append, .tooLarge),
            status(500, at: .offsetRetrieval, always: false, .whole),
            status(500, at: .append, always: false, .whole), status(500, at: .append, .busy),
            status(500, at: .creation, always: false, .whole), status(500, at: .creation, .busy),
            headers("no Location", at: .creation, .notCreated) { _ in
                Response(201, headers: ["Tus-Resumable": "1.0.0"])
            },
            headers("no tus at all", at: .creation, .notCreated) { _ in
                Response(200, body: "thank you\n")
            },
            headers("no offset", at: .offsetRetrieval, .noOffset) { _ in
                Response(200, headers: ["Tus-Resumable": "1.0.0"])
            },
            headers("an offset that exceeds", at: .offsetRetrieval, .offsetExceeds) { _ in
                offset("999999")
            },
            headers("an offset that lies", at: .offsetRetrieval, .conflict) { _ in offset("1") },
            headers("an append that confirms too little", at: .append, .whole) { _ in
                offset("0")
            },
            headers("an append that confirms too much", at: .append, .offsetExceeds) { _ in
                offset("999999")
            },
            headers("an append that confirms nothing", at: .append, .noOffset) { _ in
                Response(204, headers: ["Tus-Resumable": "1.0.0"])
            },
            Row("larger than Tus-Max-Size", .maximumSize) { $0.maximumSize = 10_000 },
            Row("expired long ago, by another clock", .whole) {
                $0.extensions = ["creation", "expiration"]
                $0.expires = "Wed, 25 Jun 2014 16:00:00 GMT"
                $0.cuts = [5000]
            },
        ]

    @Test(arguments: rows)
    func endsAs(row: Row) async throws {
        let files = try SampleFiles(size: 20_000)
        let server = try TusServer(TusBehavior().with(row.change))
        let result = try await Command.formpost(
            "-sS", "-m", "60", "--tus", "--retry", "2", "--retry-delay", "0.01", "-T", "data",
            server.url
        ).with { $0.workingDirectory = files.directory.path }.run()
        result.expect(row.ending)
        if row.ending.exit == 0 {
            #expect(server.uploads.last?.bytes == FilePattern().bytes(20_000))
        }
        #expect(server.violations == [])
    }
}
