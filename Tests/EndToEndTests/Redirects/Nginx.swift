import Foundation
import TestSupport

/// An nginx of a test's own on loopback, plain and with TLS; what it does not answer itself goes to
/// `application`. It ends with the test.
struct Nginx {
    let plain: Int
    let secure: Int
    private let process: RunningCommand
    private let directory: TemporaryDirectory

    static var isInstalled: Bool { Command.isInstalled("nginx") }

    /// `plain` and `secure` are the locations of its two servers; in them `PLAIN`, `SECURE` and
    /// `APPLICATION` are ports.
    /// `http2`: whether they speak HTTP/2, the plain one nothing else.
    init(
        plain locations: String, secure secureLocations: String = "", application: LoopbackServer,
        http2: Bool = false
    ) async throws {
        directory = try TemporaryDirectory()
        let path = directory.path
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(path)/\($0);"
        }
        let text = """
            daemon off; master_process off; pid \(path)/pid; error_log stderr notice;
            events {}
            http {
                access_log off; \(temporary.joined(separator: " "))
                server { listen 127.0.0.1:PLAIN\(http2 ? " http2" : ""); \(locations) }
                server {
                    listen 127.0.0.1:SECURE ssl\(http2 ? " http2" : "");
                    ssl_certificate \(Fixtures.path("tls/server.pem"));
                    ssl_certificate_key \(Fixtures.path("tls/server-key.pem"));
                    \(secureLocations)
                }
            }
            """
        (process, plain, secure) = try await Self.start(
            text.replacing("APPLICATION", with: "\(application.port)"), in: directory)
    }

    /// Another program may take a port first: then others are tried.
    private static func start(
        _ text: String, in directory: TemporaryDirectory, attempts: Int = 5
    ) async throws -> (RunningCommand, Int, Int) {
        // nginx cannot be given a port that is held for it.
        let (plain, secure) = (try DeadPort.released(), try DeadPort.released())
        let file = try directory.file(
            "nginx.conf",
            text.replacing("PLAIN", with: "\(plain)").replacing("SECURE", with: "\(secure)"))
        let process = try Command(
            "/usr/bin/env", arguments: ["nginx", "-p", directory.path, "-e", "stderr", "-c", file]
        ).with { $0.timeout = 900 }.start()  // its test may wait for others
        // It listens before it says so.
        let said = try await process.stderr { $0.contains("using the \"") || $0.contains("bind()") }
        if said.contains("bind()") {
            process.send(SIGKILL)
            guard attempts > 1 else { throw SupportError.missing("a free port: \(said)") }
            return try await start(text, in: directory, attempts: attempts - 1)
        }
        return (process, plain, secure)
    }
}
