import FormEncoding
import Synchronization
import Testing

@testable import formpost

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The secrets that the command overwrites in its arguments, which `ps` shows.
@Suite struct HiddenSecretTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        /// All of it.
        var hidden: [String]

        init(_ arguments: String..., hides hidden: String...) {
            self.arguments = arguments
            self.hidden = hidden
        }

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let rows = [
        Row("-u", "me:s3cret", hides: "me:s3cret"),
        Row("--user=me:s3cret", hides: "me:s3cret"),
        Row("-U", "me:s3cret", hides: "me:s3cret"),
        Row("--oauth2-bearer", "t0ken", hides: "t0ken"),
        Row("-b", "sid=s3cret", hides: "sid=s3cret"),
        Row("-b", "a=1", "-b", "c=2", hides: "a=1", "c=2"),
        // A cookie without its name is taken for a file.
        Row("-b", "s3cret", hides: "s3cret"),
        Row("-E", "client.pem:phrase", hides: "phrase"),
        Row("--pass", "phrase", hides: "phrase"),
        // One that counts no more is a secret all the same.
        Row("--pass", "first", "--pass", "second", hides: "first", "second"),
        Row("--pass", "first", "-E", "client.pem:second", hides: "first", "second"),
        Row("-H", "Authorization: Bearer t0ken", hides: "Bearer t0ken"),
        Row("-H", "COOKIE:sid=1", hides: "sid=1"),
        Row("-H", "Proxy-Authorization: t0ken", hides: "t0ken"),
        Row("--proxy-header", "Proxy-Authorization: t0ken", hides: "t0ken"),
        Row("-H", "X: y"), Row("--proxy-header", "X: y"),
        Row("-x", "http://me:s3cret@p", hides: "me:s3cret"),
        Row("-x", "me:s3cret@p:1", hides: "me:s3cret"),
        Row("--preproxy", "socks5://me:s3cret@p", hides: "me:s3cret"),
        Row("--socks5", "me:s3cret@p", hides: "me:s3cret"),
        Row("--socks5-hostname", "me:s3cret@p", hides: "me:s3cret"),
        Row("--doh-url", "https://me:s3cret@d/", hides: "me:s3cret"),
        Row("--url", "http://me:s3cret@h/", hides: "me:s3cret"),
        Row("--url", "https://h/bot1:a/?sig=s3cret&a=b", hides: "1:a", "s3cret"),
        Row("http://h/?token=s3cret#key=k", hides: "s3cret", "k"),
        Row("-e", "https://h/?token=s3cret", hides: "s3cret"), Row("-e", ";auto"),
        Row("--request-target", "/x?token=s3cret", hides: "s3cret"),
        Row("--url-query", "token=s3cret", hides: "s3cret"), Row("--url-query", "a=b"),
        Row("--secret-field", "Ssn", "-F", "ssn=123", hides: "123"),
        Row("--secret-field", "ssn", "-F", "ssn=@file"),
        Row("--secret-field", "Ssn", "http://h/?a=b&ssn=123", hides: "123"),
        Row("--url", "http://h/?ssn=123#x", "--secret-field", "ssn", hides: "123"),
        Row("--url-query", "ssn=123", "--secret-field", "ssn", hides: "123"),
        Row("--secret-field", "ssn", "--form-string", "ssn=@123", hides: "@123"),
        Row("-d", "a=b&token=t0ken&c=d", hides: "t0ken"), Row("-d", "@token=x"),
        Row("--data-ascii", "pass=t0ken", hides: "t0ken"),
        Row("--data-raw", "token=@t0ken", hides: "@t0ken"),
        Row("--data-binary", "ssn=123", "--secret-field", "ssn", hides: "123"),
        Row("--data-urlencode", "token=a&b", hides: "a&b"),
        Row("-d", "a=b&user%5Bpassw%6Frd%5D=secret&c=d", hides: "secret"),
        Row("--json", "{\"a\": 1}"), Row("--json", "{\"token\": \"t0ken\"}", hides: "t0ken"),
        Row("--json", "[{\"a\":{\"password\" : 17}}]", hides: "17"),
        Row("-d", "{\"Token\":\"t0\\\"ken\"}", hides: "t0\\\"ken"),
        // Parts of an object, and pairs that begin in the same way.
        Row("--json", "{\"a\": 1,", "--json", "\"token\": \"t0ken\"}", hides: "t0ken"),
        Row("-d", "\"a\"=b&token=t0ken", hides: "t0ken"),
        Row("--data-urlencode", "{\"token\":\"t0ken\"}", hides: "t0ken"),
        Row("-F", "token=t0ken", hides: "t0ken"), Row("-F", "token=<file"), Row("-F", "a=b"),
        Row("-H", "X-Key: s3cret", "--secret-field", "x-key", hides: "s3cret"),
        Row("--secret-header", "X-KEY", "-H", "X-Key: s3cret", hides: "s3cret"),
        Row("--secret-header", "x-key", "-F", "x-key=shown"),
        Row("-H", "PRIVATE-TOKEN: s3cret", hides: "s3cret"),
        Row("--variable", "my-token=s3cret"), Row("--variable", "my_token=s3cret", hides: "s3cret"),
        Row("--variable", "a=s3cret"), Row("--variable", "token@file"),
        Row("--idempotency-key=order-17", "--form-tree", "token=dir"),
        Row("--form-glob", "token=@dir/*"),
        Row("-L", "-k", "--cacert", "c.pem"),
    ]

    @Test(arguments: rows)
    func secretsAreHidden(row: Row) {
        let silence = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(silence) }
        let hidden = Mutex<[ByteString]>([])
        let console = Console(
            input: -1, output: silence, error: silence,
            hide: { secrets in hidden.withLock { $0 += secrets } })
        _ = Formpost.begin(
            arguments: (row.arguments + ["--version"]).map { ByteString($0) }, environment: [:],
            console: console)
        #expect(hidden.withLock { $0.map(\.description) } == row.hidden)
    }

    /// A new option whose value is a secret, or has one in it, needs a row above.
    @Test func everySecretOptionHasItsRow() {
        let tested = Set(Self.rows.flatMap(\.arguments))
        for row in OptionTable.all where row.secrecy != .open {
            let names = ["--" + row.long] + [row.shortName].compactMap { $0 }
            #expect(names.contains(where: tested.contains), "\(row.long)")
        }
    }
}
