import Foundation
import TestSupport

/// A directory of files, and a server, for lists of arguments to be run by formpost and by curl.
final class DifferentialRig: Sendable {
    /// A form that came in whole.
    struct Form: Sendable, Equatable {
        var contentType: [UInt8]
        var body: [UInt8]
    }

    struct Run: Sendable {
        var exitStatus: Int32?
        var stderr: String
        /// With its boundaries normalised; nil if nothing came in whole.
        var form: Form?
    }

    enum Program: String, Sendable {
        case curl
        case lax
        case strict
    }

    private let files: TemporaryDirectory
    private let home: TemporaryDirectory
    private let server: LoopbackServer
    private let forms: Monitor<[String: Form]>

    init() throws {
        files = try TemporaryDirectory()
        home = try TemporaryDirectory()
        try files.makeDifferentialFiles()
        let forms = Monitor<[String: Form]>([:])
        self.forms = forms
        server = try LoopbackServer { _ in
            [
                .readBody,
                .choose { request in
                    let type = request.headers.first { $0.name.lowercased() == "content-type" }
                    let form = Form(
                        contentType: type.map { Array($0.line.drop { $0 != 0x20 }) } ?? [],
                        body: request.body.bytes)
                    forms.withState { $0[request.target] = form.normalised() }
                    return [.respond(200)]
                },
            ]
        }
    }

    /// The files that the runs left in `$TMPDIR`; should be none.
    var leftovers: [String] { home.entries() }

    /// Runs a list; `number` is its own.
    func run(_ program: Program, _ list: DifferentialList, number: Int) async throws -> Run {
        let target = "/\(program)/\(number)"
        var command: Command
        switch program {
        case .curl:
            // On `@-` twice it waits for ever.
            command = .curl(
                arguments: [["--no-progress-meter"], list.arguments].joined(server.url(target)))
        case .lax:
            command = .formpost(
                arguments: [["--form-lax"], list.arguments].joined(server.url(target)))
        case .strict:
            command = .formpost(arguments: [list.arguments].joined(server.url(target)))
        }
        command.workingDirectory = files.path
        command.environment.hasFreshDirectories = false
        command.environment["HOME"] = home.path
        command.environment["TMPDIR"] = home.path
        switch list.input {
        case .file(let name): command.stdin = .file(name)
        case .pipe(let bytes): command.stdin = .bytes(bytes)
        }
        let result = try await command.run()
        return Run(
            exitStatus: result.timedOut ? nil : result.exitStatus, stderr: result.stderrText,
            form: forms.withState { $0.removeValue(forKey: target) })
    }
}

extension [[any RawBytes]] {
    fileprivate func joined(_ last: String) -> [any RawBytes] {
        Array<any RawBytes>(joined()) + [last]
    }
}

extension TemporaryDirectory {
    /// The files that the lists name.
    func makeDifferentialFiles() throws {
        try directory("dir")
        for (name, bytes) in Self.differentialFiles { try file(name, bytes) }
        try patternFile("big.bin", size: 1 << 20)
        // The name is no UTF-8, and Foundation would not take it.
        guard let stream = fopen(path.utf8CString.dropLast() + [0x2F, -1, 0x66, 0], "w") else {
            throw CocoaError(.fileWriteUnknown)
        }
        fputs("odd", stream)
        fclose(stream)
    }

    private static let differentialFiles: [(String, [UInt8])] = [
        ("a.txt", Array("hello\n".utf8)),
        ("b.png", Array((0...767).map { UInt8($0 & 0xFF) })),
        ("e", []),
        ("empty.jpg", []),
        ("noext", Array("no\nextension".utf8)),
        ("f,g;h.txt", Array("sep".utf8)),
        ("sp ace.txt", Array("space".utf8)),
        ("q\"q.txt", Array("quote".utf8)),
        ("b\\b.txt", Array("backslash".utf8)),
        ("n\nl.txt", Array("line".utf8)),
        ("p.html", Array("<p>".utf8)),
        ("x.SVG", Array("<svg/>".utf8)),
        ("U.PDF", Array("%PDF".utf8) + [0xFF, 0xFE]),
        ("z.zzz", Array("?".utf8)),
        ("dir/x.jpg", Array("jpg".utf8)),
        (
            "qp.txt",
            Array("a=b \r\nlong ".utf8) + [UInt8](repeating: 0x78, count: 200)
                + [0x09, 0x0D, 0x0A, 0xE9] + Array(" end ".utf8)
        ),
        ("lines.txt", Array("a\r\nb\nc\rd\r\n\r\n".utf8)),
        ("in.bin", Array("std".utf8) + [0x00] + Array("in".utf8) + [0xFF, 0x0A]),
        ("h.txt", Array("X-A: 1\n# c\nX-B: 2\n folded\n\n y\n".utf8)),
        ("h2.txt", Array("Content-Type: q/r\r\nno colon here\n".utf8)),
        ("h3.txt", Array("X-A:1\nContent-Disposition: attachment\n#\nX-C: \t3\t \n\tz".utf8)),
    ]
}
