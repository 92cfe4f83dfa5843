import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

#if compiler(>=6.3) && os(Linux)
    /// A journal whose writer is another process, which ends in the middle of its work.
    @Suite(.serialized, .timeLimit(.minutes(5)))
    struct JournalProcessTests {
        private let directory: TemporaryDirectory
        private let path: String

        init() throws {
            directory = try TemporaryDirectory()
            path = directory.path("journal")
        }

        /// What a killed process was told to be on the disk is there.
        @Test func survivesKills() async throws {
            let known = try directory.file("known", "")
            for round in 0..<6 {
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [path = path as String, known = known as String, round = round as Int] in
                    let journal = try Journal(path: ByteString(path))
                    let log = open(known, O_WRONLY | O_APPEND)
                    startThread {
                        usleep(UInt32(20_000 + round * 5003))
                        kill(getpid(), SIGKILL)
                    }
                    for number in 0... {
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for part in 0..<20 {
                                let name = "\(round).\(number).\(part)"
                                group.addTask {
                                    try await journal.record(entry(name))
                                    try Array((name + "\n").utf8).write(to: log)
                                }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
                let journal = try Journal(path: ByteString(path))
                let names = String(decoding: try directory.contents(of: "known"), as: UTF8.self)
                    .split(separator: "\n").map(String.init)
                for name in names {
                    #expect(try journal.has(entry(name)), "\(name)")
                }
            }
            #expect(try !directory.contents(of: "known").isEmpty)
        }

        /// As on a full disk: what did not fit as a whole is not there at all.
        @Test func keepsNoPartOfALine() async throws {
            await #expect(processExitsWith: .success) { [path = path as String] in
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                let full = WriteError(path: ByteString(path), errno: EFBIG).failure
                let journal = try Journal(path: ByteString(path))
                await #expect(throws: full) {
                    for number in 0..<100 { try await journal.record(entry("\(number)")) }
                }
                #expect(try !journal.has(entry("99")))
            }
            let bytes = try directory.contents(of: "journal")
            let length = entry("1").line.count
            #expect(bytes.count == 1000 / length * length)
            #expect(bytes.last == 0x0A)
        }
    }

    private func entry(_ name: String) -> JournalEntry {
        let file = JournaledFile(path: ByteString("/" + name), size: 1, modified: 2)
        return JournalEntry(of: file, to: "http://h/").complete(status: 200)
    }
#endif
