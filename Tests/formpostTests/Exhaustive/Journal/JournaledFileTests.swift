import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

@Suite struct JournaledFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.directory("real")
        try directory.file("real/a.jpg", "12345")
        try directory.directory("other")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: "real")
        try files.createSymbolicLink(
            atPath: directory.path("real/b.jpg"), withDestinationPath: "a.jpg")
    }

    private func look(_ name: String) -> JournaledFile? {
        JournaledFile(at: ByteString(directory.path(name)))
    }

    /// However the directory is written, it is the same file.
    @Test(arguments: [
        "real/a.jpg", "real//a.jpg", "real/./a.jpg", "other/../real/a.jpg", "link/a.jpg",
    ])
    func hasOnePath(name: String) throws {
        let file = try #require(look(name))
        #expect(file.path.description == directory.path("real/a.jpg"))
        #expect(file.size == 5)
    }

    /// A link to a file has a name of its own.
    @Test func keepsItsName() throws {
        let file = try #require(look("link/b.jpg"))
        #expect(file.path.description == directory.path("real/b.jpg"))
        #expect(file.size == 5)
    }

    @Test func isAbsolute() throws {
        let relative = try #require(JournaledFile(at: "Package.swift"))
        #expect(relative.path.bytes.first == UInt8(ascii: "/"))
        #expect(relative == JournaledFile(at: relative.path))
    }

    @Test func knowsNanoseconds() throws {
        let path = directory.path("real/a.jpg")
        var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec()]
        times[1] = timespec(tv_sec: 1_732_250_660, tv_nsec: 123_456_789)
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        #expect(look("real/a.jpg")?.state == .modified(1_732_250_660_123_456_789))
        times[1] = timespec(tv_sec: -1, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        #expect(look("real/a.jpg")?.state == .modified(-1_000_000_000))
    }

    @Test func isRegular() throws {
        #expect(mkfifo(directory.path("fifo"), 0o600) == 0)
        for name in ["fifo", "real", "missing", "missing/a"] { #expect(look(name) == nil) }
        for path: ByteString in ["/dev/null", "-", "", "a\0b"] {
            #expect(JournaledFile(at: path) == nil)
        }
    }
}
