import TestSupport

/// The files that tests of other bodies than forms read.
enum DataFiles {
    static func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.directory("dir")
        try directory.file("lines", "one \r\ntwo\nthree\n")
        try directory.file("line", "one\n")
        try directory.file("empty", "")
        try directory.file("zeros", "a\0b\nc\0\0d\r\n")
        try directory.file("returns", "a\rb\nc\r\r\nd")
        try directory.file("dir/a b#\u{E9}", "odd")
        try directory.file("dir/a~b-c._ d", "names")
        return directory
    }
}
