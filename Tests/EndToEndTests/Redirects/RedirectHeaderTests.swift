import TestSupport
import Testing

/// Headers that look like credentials go to no other origin; curl sends all but two of them anywhere.
@Suite(.serialized)
struct RedirectHeaderTests {
    private static let credentials = [
        "Authorization", "Cookie", "PRIVATE-TOKEN", "JOB-TOKEN", "X-Api-Key", "X-Auth-Token",
        "X-JFrog-Art-Api", "X-Vault-Token", "Ocp-Apim-Subscription-Key", "X-Hub-Signature",
        "X-Client-Secret", "X-Password", "X-Amz-Credential",
    ]
    private static let others = [
        "X-Atlassian-Token", "Idempotency-Key", "X-Request-Id", "X-A", "X-Tenant", "X-Session",
    ]

    private static func options(_ names: [String]) -> [String] {
        names.flatMap { ["-H", "\($0): v"] }
    }

    /// The names of the fields, of those here, that each request had.
    private static func names(_ journey: Journey) throws -> [[String]] {
        try journey.transcript.map { request in
            (credentials + others).filter { request.headers.contains("\($0): v") }
        }
    }

    @Test func stayAtHome() async throws {
        let all = Self.credentials + Self.others
        var journeys: [Journey] = []
        for program in ReferenceCurl.programs {
            journeys.append(
                try await Journey(
                    program,
                    {
                        ["-L"] + Self.options(all)
                            + ["-F", "a=b", $0.redirect(307, $0.other.url("/x"))]
                    }))
        }
        let ours = journeys[0]
        #expect(try Self.names(ours) == [all, Self.others])
        for curls in journeys.dropFirst() {
            #expect(try Self.names(curls) == [all, Array(all.dropFirst(2))])
        }
        let (result, other) = (ours.result, ours.other)
        let said =
            "formpost: \(Self.credentials.joined(separator: ", ")) not sent to "
            + "http://127.0.0.1:\(other.port) (--location-trusted would)\n"
            + "HTTP/1.1 200 OK from \(other.url("/x"))\n"
        #expect(result.outcome == Outcome(0, stdout: "done\n", stderr: said))
    }

    private static let logins: [([String], String?)] = [
        (["-u", "me:s3cret"], "Authorization"), (["--oauth2-bearer", "s3cret"], "Authorization"),
        (["-b", "a=s3cret"], "Cookie"), (["-H", "x-api-key:s3cret"], "x-api-key"),
        (["-u", "me:s3cret", "-H", "authorization: s3cret"], "Authorization"),
        (["-H", "X-Tenant: s3cret", "--secret-header", "x-tenant"], "X-Tenant"),
        (["-H", "X-Tenant: s3cret", "--secret-field", "x-tenant"], "X-Tenant"),
        (
            ["--secret-header", "a", "--secret-header", "b", "-H", "A: s3cret", "-H", "B: s3cret"],
            "A, B"
        ),
        (["-H", "X-Api-Key;", "-H", "Cookie:"], nil), (["-H", "X-A: s3cret"], nil),
    ]

    /// What stays is named, unless -s: by name, never by value.
    @Test(arguments: logins)
    func areSaidToStay(options: [String], names: String?) async throws {
        for loudness in [[], ["-s"], ["-v"], ["--location-trusted"]] {
            let journey = try await Journey(
                Command.formpost,
                {
                    ["-L"] + loudness + options
                        + ["-F", "a=b", $0.redirect(307, $0.other.url("/307?/x"))]
                })
            let result = journey.result
            #expect(result.exitStatus == 0, "\(result)")
            let said = result.stderrText.split(separator: "\n").filter { $0.contains("not sent") }
            let line = names.map {
                "\($0) not sent to http://127.0.0.1:\(journey.other.port) (--location-trusted would)"
            }
            switch loudness.first {
            case nil: #expect(said == (line.map { ["formpost: \($0)"] } ?? []), "\(result)")
            case "-v": #expect(said == (line.map { ["* \($0)"] } ?? []), "\(result)")
            default: #expect(said == [], "\(result)")
            }
            #expect(!result.stderrText.contains("s3cret") || options == ["-H", "X-A: s3cret"])
            let isSent = names == nil || loudness == ["--location-trusted"]
            for request in try await journey.other.requests(2) {
                let isThere = request.headers.contains { $0.value.contains("s3cret") }
                let isEncoded = request.header("Authorization") == "Basic bWU6czNjcmV0"
                #expect((isThere || isEncoded) == (isSent && options.joined().contains("s3cret")))
            }
        }
    }

    /// They are sent again at home, by another name of it in other letters, too.
    @Test func areSentBackHome() async throws {
        let journey = try await Journey(
            Command.formpost,
            {
                [
                    "-sS", "-L", "-H", "PRIVATE-TOKEN: v", "-F", "a=b",
                    $0.redirect(307, $0.other.url("/307?" + $0.home.url("/x"))),
                ]
            })
        #expect(try Self.names(journey) == [["PRIVATE-TOKEN"], ["PRIVATE-TOKEN"], []])
    }
}
