import FormEncoding
import FormUpload
import Foundation

/// So many MiB, made as they are asked for.
struct Mebibytes: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var left: Int

    func makeAsyncIterator() -> Mebibytes { self }

    mutating func next() async -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        return [UInt8](repeating: 0x78, count: 1 << 20)
    }
}

/// The part of an upload: from a sequence of chunks, or `data` in memory.
func part(of mebibytes: Int, _ what: String?) -> FormPart {
    switch what {
    case "data": .data("f", Data(repeating: 0x78, count: mebibytes << 20), filename: "f")
    default:
        .stream(
            "f", .chunks(Mebibytes(left: mebibytes), length: Int64(mebibytes) << 20),
            filename: "f")
    }
}

/// fork(2), which Swift does not offer.
@_silgen_name("fork") func forkProcess() -> Int32

/// Held by the thread that ends the process: exit(3) must not be called by two at a time (glibc before 2.41).
let exiting = NSLock()

/// What the process does while the form is on its way.
@Sendable func act(_ event: TransferEvent, _ what: String?) {
    switch (what, event) {
    case ("exit", .progress(let progress)) where progress.sent > 0:
        exiting.lock()
        exit(3)
    case ("exit-in-handler", .head):
        exiting.lock()
        exit(3)
    case ("fork", .head):
        let child = forkProcess()
        if child == 0 { exit(7) }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        print("child: \(status >> 8)")
    default: break
    }
}

// SequenceUpload URL MEBIBYTES [UPLOADS [WHAT]]: uploads from asynchronous sequences, as an app does: a process
// of its own, so that its memory can be measured, and that can end while it uploads.
let arguments = CommandLine.arguments
let mebibytes = Int(arguments[2]) ?? 0
let uploads = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
let what = arguments.count > 4 ? arguments[4] : nil
var options = UploadOptions()
options.verifiesCertificates = false
let uploader = Uploader(options: options)
try await withThrowingTaskGroup(of: Int.self) { group in
    for _ in 0..<uploads {
        let request = try UploadRequest(url: arguments[1], form: [part(of: mebibytes, what)])
        group.addTask { try await uploader.upload(request) { act($0, what) }.head.status }
    }
    for try await status in group { print(status) }
}
