import Foundation
import TestSupport
import Testing

/// The server has the whole upload, and its answer to that was lost.
@Suite struct LostAnswerTests {
    private let files: SampleFiles
    private static let lost = "the server has the whole upload, but its answer was lost"

    init() throws { files = try SampleFiles(size: 20_000) }

    enum Kind: CaseIterable {
        case draft, tus

        var option: String { self == .draft ? "--resumable" : "--tus" }

        /// A server that breaks off after the last byte, says how much it has when `isFree` is open, and does not
        /// answer the upload again.
        func server(isFree: Gate) throws -> (url: String, methods: () -> [String]) {
            let script: UploadScript = { situation in
                switch situation.operation {
                case .offsetRetrieval where isFree.isOpen:
                    .respond(
                        204, headers: ["Upload-Offset": "20000", "Upload-Complete": "?1"])
                case .offsetRetrieval: .respond(503)
                case .append where situation.upload.offset == 20_000: .respond(400)
                default: nil
                }
            }
            switch self {
            case .draft:
                let server = try ResumableServer(
                    ResumableBehavior().with { ($0.cuts, $0.script) = ([20_000], script) })
                return (server.url, { server.methods })
            case .tus:
                let server = try TusServer(
                    TusBehavior().with {
                        $0.extensions = ["creation"]
                        ($0.cuts, $0.script) = ([20_000], script)
                    })
                return (server.url, { server.methods })
            }
        }
    }

    private func run(_ kind: Kind, _ options: [String], _ url: String) async throws -> CommandResult
    {
        try await Command.formpost(
            arguments: ["-sS", kind.option, "--retry-delay", "0.01", "-T", "data"] + options
                + [url]
        ).with { [files] in $0.workingDirectory = files.directory.path }.run()
    }

    private static let needs: [([String], exit: Int32)] = [
        ([], 0), (["-o", "/dev/null"], 0), (["--expect-status", "2xx,409"], 0),
        (["--expect-status", "201"], 22), (["--expect", "regex:stored"], 22),
        (["--capture", "id=header:X-Id"], 8), (["-o", "answer"], 23),
    ]

    @Test(arguments: Kind.allCases, needs)
    func isDone(kind: Kind, need: ([String], exit: Int32)) async throws {
        let isFree = Gate()
        isFree.open()
        let (url, methods) = try kind.server(isFree: isFree)
        let result = try await run(kind, need.0, url)
        let message =
            need.exit == 0
            ? "warning: data: \(Self.lost)"
            : "(\(need.exit)) \(Self.lost), which \(need.0[0]) needs"
        // `-sS` says no more than that.
        let last = result.stderrText.split(separator: "\n").last
        #expect(last == "formpost: \(message)", "\(result)")
        #expect(result.exitStatus == need.exit && result.stdoutText == "")
        #expect(
            methods()
                == (kind == .draft
                    ? ["PUT", "HEAD", "PATCH"] : ["OPTIONS", "POST", "PATCH", "HEAD"]))
        #expect(files.directory.entries() == ["data", "text"])
    }

    /// The next call with the journal finds out, records it, and the one after that sends nothing.
    @Test(arguments: Kind.allCases)
    func inALaterCall(kind: Kind) async throws {
        let isFree = Gate()
        let (url, methods) = try kind.server(isFree: isFree)
        let journal = ["--journal", "journal", "-w", "%{response_code}"]
        #expect(try await run(kind, journal, url).exitStatus == 22)
        isFree.open()
        let needed = try await run(kind, journal + ["--expect", "regex:stored"], url)
        needed.expect(
            Ending(
                exit: 22,
                message: "\(Self.lost), which --expect needs: the same call without it records the "
                    + "upload as complete"))
        let done = try await run(kind, journal, url)
        done.expect(0, stdout: "204", stderr: "formpost: warning: data: \(Self.lost)\n")
        let count = methods().count
        #expect(try await run(kind, journal, url).exitStatus == 0)
        #expect(methods().count == count)
    }
}
