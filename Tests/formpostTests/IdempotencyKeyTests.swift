import FormEncoding
import TestSupport
import Testing

@testable import formpost

/// `--idempotency-key`: its value, and one key for one request.
@Suite struct IdempotencyKeyTests {
    private func settings(_ arguments: ByteString...) throws(UsageError) -> Settings {
        try ArgumentParser.parse(arguments + ["-F", "a=b", "http://h/"])
    }

    @Test func isRandomForEachRequest() throws {
        let settings = try settings("--idempotency-key")
        let keys = (0..<3).compactMap { _ in settings.idempotencyKey()?.description }
        #expect(Set(keys).count == 3)
        for key in keys {
            #expect(key.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
        }
        var given = IdempotencyKeys()
        try given.add(settings, count: 300)
        #expect(settings.retry.retriesLostConnections)
    }

    @Test func isGivenForOne() throws {
        let settings = try settings("--idempotency-key=a b")
        #expect(settings.idempotencyKey() == "a b")
        var keys = IdempotencyKeys()
        try keys.add(settings)
        let error = UsageError.sharedIdempotencyKey(option: "--idempotency-key")
        #expect(throws: error) { try keys.add(settings) }
        var others = IdempotencyKeys()
        #expect(throws: error) { try others.add(settings, count: 2) }
    }

    /// The next argument is never its value.
    @Test func takesWhatIsAttachedOnly() throws {
        let settings = try settings("--idempotency-key", "-k")
        #expect(settings.request.idempotencyKey == .random)
        #expect(settings.tls.isInsecure)
        #expect(settings.urls == ["http://h/"])
    }

    @Test(arguments: ["idempotency-key = k", "idempotency-key: k", "--idempotency-key=k"])
    func isGivenInAConfiguration(line: String) throws {
        let directory = try TemporaryDirectory()
        let path = ByteString(try directory.file("config", line))
        #expect(try settings("-K", path).request.idempotencyKey == .given("k"))
    }

    @Test(arguments: [("", ValueProblem.empty), (" ", .empty), ("a\nb", .lineBreak)])
    func refuses(key: String, problem: ValueProblem) {
        let option = "--idempotency-key"
        #expect(
            throws: UsageError.badValue(option: option, value: ByteString(key), problem: problem)
        ) {
            try settings(ByteString("\(option)=\(key)"))
        }
    }

    @Test func isOffByDefault() throws {
        let settings = try settings()
        #expect(settings.idempotencyKey() == nil)
        var keys = IdempotencyKeys()
        try keys.add(settings, count: 2)
        #expect(!settings.retry.retriesLostConnections)
    }
}
