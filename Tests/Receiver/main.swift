import Foundation
import TestSupport

// receiver: prints its URL, and answers each upload with its parts until it is stopped.
//
// receiver PORT-FILE COUNT FIELD FILE: takes COUNT uploads on a free port of loopback, which it writes to
// PORT-FILE, and answers each with its parts. Fails unless all are forms whose FIELD has the bytes of FILE.

/// The parts of a form, in lines, and whether a field has the expected bytes.
func report(
    _ request: RecordedRequest, _ field: String? = nil, _ expected: [UInt8] = []
) -> (text: String, isGood: Bool) {
    do {
        let form = try request.form()
        let isGood = field.map { form.part($0)?.body == expected } ?? true
        var lines = ["\(request.method) \(request.target): \(request.body.count) bytes"]
        for part in form.parts {
            let facts = [("name", part.nameText), ("filename", part.filenameText)]
                .compactMap { fact, value in value.map { "\(fact) \($0.debugDescription)" } }
            let others = [part.contentType.map { "type \($0)" }, "\(part.body.count) bytes"]
            lines.append("  " + (facts + others.compactMap(\.self)).joined(separator: ", "))
        }
        if let field { lines.append("  \(field) \(isGood ? "is as expected" : "differs")") }
        return (lines.map { $0 + "\n" }.joined(), isGood)
    } catch {
        return ("not a form: \(error)\n", false)
    }
}

func receive(_ arguments: [String]) async throws -> Bool {
    if arguments.isEmpty {
        let server = try LoopbackServer { _ in
            [.readBody, .choose { [.respond(200, body: report($0).text)] }]
        }
        defer { server.stop() }
        print("http://127.0.0.1:\(server.port)/upload takes uploads; Ctrl-C ends it")
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
    guard arguments.count == 4, let count = Int(arguments[1]) else {
        throw SupportError.missing("arguments: receiver PORT-FILE COUNT FIELD FILE")
    }
    let (field, expected) = (arguments[2], try fileBytes(arguments[3]))
    let allGood = Monitor(true)
    let server = try LoopbackServer { _ in
        [
            .readBody,
            .choose { request in
                let (text, isGood) = report(request, field, expected)
                if !isGood { allGood.withState { $0 = false } }
                return [.respond(isGood ? 200 : 400, body: text)]
            },
        ]
    }
    // Written atomically, for scripts that wait for the file.
    try Data("\(server.port)\n".utf8).write(
        to: URL(fileURLWithPath: arguments[0]), options: .atomic)
    _ = try await server.requests(count)
    server.stop()
    return allGood.withState { $0 }
}

do {
    exit(try await receive(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
} catch {
    print("receiver: \(error)")
    exit(2)
}
