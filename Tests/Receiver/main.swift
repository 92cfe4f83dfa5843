import Foundation
import TestSupport

/// Receives uploads on a free loopback port and reports them: the server of `make demo`.
///
/// Exit status: 0 if all uploads were as expected, 1 if not, 2 for invalid arguments.
func receive() async -> Int32 {
    let options: ReceiverOptions
    do {
        options = try ReceiverOptions(Array(CommandLine.arguments.dropFirst()))
    } catch {
        say("receiver: \(error)\n\(ReceiverOptions.usage)", to: STDERR_FILENO)
        return 2
    }
    do {
        let allGood = Monitor(true)
        let server = try LoopbackServer { _ in
            [
                .readBody,
                .choose { request in
                    let report = FormReport(request, comparisons: options.comparisons)
                    say(report.text)
                    if !report.isGood { allGood.withState { $0 = false } }
                    return [report.answer]
                },
            ]
        }
        say("listening on \(server.url)")
        if let file = options.portFile {
            // Written atomically, for scripts that wait for the file.
            try Data("\(server.port)\n".utf8).write(
                to: URL(fileURLWithPath: file), options: .atomic)
        }
        _ = try await server.requests(options.count, timeout: options.timeout)
        server.stop()
        return allGood.withState { $0 } ? 0 : 1
    } catch {
        say("receiver: \(error)", to: STDERR_FILENO)
        return 1
    }
}

/// Writes a line at once.
func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
    Array("\(line)\n".utf8).withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
}

exit(await receive())
