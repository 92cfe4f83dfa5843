import FormEncoding
import Foundation
import TestSupport
import Testing

@testable import formpost

/// Hints derived from the name of a missing file.
@Suite struct FileNameMessageTests {
    private static let missing = "No such file or directory"

    private static let rows: [(argument: ByteString, message: String)] = [
        ("f=@no.png", "cannot read no.png: No such file or directory"),
        ("f=@", "-F: there is no file name after the '@'\n    f=@\n       ^"),
        ("f=<", "-F: there is no file name after the '<'\n    f=<\n       ^"),
        (
            "f=@*.nothing",
            "-F: cannot read *.nothing: \(missing); -F takes no patterns: --form-glob 'f=@*.nothing' "
                + "sends a part for each file, and --each 'f=@*.nothing' a request for each\n"
                + "    f=@*.nothing\n       ^"
        ),
        (
            "f=<*.nothing",
            "-F: cannot read *.nothing: \(missing); -F takes no patterns: --form-glob sends a part for "
                + "each file, and --each a request for each\n    f=<*.nothing\n       ^"
        ),
        (
            "f=@~/x", "-F: the shell does not expand ~ here: write $HOME/x\n    f=@~/x\n       ^"
        ),
        (
            "f=@~anna/x",
            "-F: the shell does not expand ~ here: write the whole path\n    f=@~anna/x\n       ^"
        ),
        (
            "f=@no,y.txt",
            "-F: cannot read no: \(missing); ',' begins another file: if it belongs to the name, "
                + "write 'f=@\"no,y.txt\"'\n    f=@no,y.txt\n       ^"
        ),
        (
            "f=@'x'",
            "-F: cannot read 'x': \(missing); the single quotes are part of the name\n"
                + "    f=@'x'\n       ^"
        ),
        (
            "f=@\"my photo.jpg",
            "-F: the double quote is not closed\n    f=@\"my photo.jpg\n       ^"
        ),
        (
            "f=@\u{201C}x\u{201D}",
            "-F: cannot read \u{201C}x\u{201D}: \(missing); the name holds typographic quotes: "
                + "write plain ones\n    f=@\u{201C}x\u{201D}\n       ^"
        ),
        (
            "comment=<b>bold</b>",
            "-F: cannot read b>bold</b>: \(missing); for text that begins with '@' or '<' use "
                + "--form-string\n    comment=<b>bold</b>\n             ^"
        ),
        (
            "mention=@alice hi",
            "-F: cannot read 'alice hi': \(missing); for text that begins with '@' or '<' use "
                + "--form-string\n    mention=@alice hi\n             ^"
        ),
        ("f=@photo[1].nothing", "cannot read photo[1].nothing: \(missing)"),
        (
            "f=@photo[0-9].nothing",
            "-F: cannot read photo[0-9].nothing: \(missing); -F takes no patterns: --form-glob "
                + "'f=@photo[0-9].nothing' sends a part for each file, and --each "
                + "'f=@photo[0-9].nothing' a request for each\n    f=@photo[0-9].nothing\n       ^"
        ),
        (
            "mail=@anna",
            "-F: cannot read anna: \(missing); for text that begins with '@' or '<' use "
                + "--form-string\n    mail=@anna\n          ^"
        ),
        ("note=<anna", "cannot read anna: \(missing)"),
        (
            "i=<3",
            "-F: cannot read 3: \(missing); for text that begins with '@' or '<' use "
                + "--form-string\n    i=<3\n       ^"
        ),
        (
            "f=@$HOME/a",
            "-F: cannot read $HOME/a: \(missing); a shell puts in variables only without single "
                + "quotes around them\n    f=@$HOME/a\n       ^"
        ),
        (
            "f=@<(tar cz .)",
            "-F: cannot read '<(tar cz .)': \(missing); a shell makes <(…) a file only without quotes "
                + "around it\n    f=@<(tar cz .)\n       ^"
        ),
        ("f=@./anna", "cannot read ./anna: \(missing)"),
        (
            "a=b;headers=\"X: 1",
            "-F: the double quote after headers= is not closed\n"
                + "    a=b;headers=\"X: 1\n                ^"
        ),
        (
            "a=b;headers=\"X: 1;2",
            "-F: the double quote after headers= is not closed\n"
                + "    a=b;headers=\"X: 1;2\n                ^"
        ),
        ("f=@my photo.jpg", "cannot read 'my photo.jpg': \(missing)"),
        ("f=@/", "cannot read /: Is a directory"),
        (
            "@img.png",
            "-F: no name before '@': write name=@img.png\n    @img.png\n            ^"
        ),
        (
            "j={\"a\":\"x;y\"};type=application/json",
            "-F: 'y\"}' is not one of type= filename= headers= encoder= and would be lost: put "
                + "double quotes around what holds the ';', or keep the JSON in a file: "
                + "'j=<file.json;type=application/json'\n    j={\"a\":\"x;y\"};type=application/jso…\n"
                + "              ^"
        ),
    ]

    @Test(arguments: rows) func isExplained(_ row: (argument: ByteString, message: String)) {
        var settings = Settings()
        settings.form.fields = [FormField(kind: .form, argument: row.argument, option: "-F")]
        do throws(FormFailure) {
            _ = try FormBuilder(settings).build()
            Issue.record("\(row.argument) is no error")
        } catch {
            #expect(Messages.text(error) == row.message)
        }
    }

    /// A shell makes a pipe or a socket of `<(…)`.
    @Test func textThatIsAFileIsDoubted() throws {
        let ends = Pipe()
        let descriptor = "/dev/fd/\(ends.fileHandleForReading.fileDescriptor)"
        var sockets: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        defer { sockets.forEach { close($0) } }
        let socket = "/dev/fd/\(sockets[0])"
        let directory = try TemporaryDirectory()
        let path = try directory.file("img.png", "x")
        let pipe = directory.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        var settings = Settings()
        settings.form.fields = [
            "f=\(path)", "f=\"\(path)\"", "f=no\(path)", "f=\(pipe)", "f=\(directory.path)",
            "f=\(descriptor)", "f=\(socket)", "f=/dev/null",
        ].map {
            FormField(kind: .form, argument: ByteString($0), option: "-F")
        }
        settings.form.fields.append(
            FormField(kind: .string, argument: ByteString("f=\(path)"), option: "--form-string"))
        let warnings = try FormBuilder(settings).build().warnings
        #expect(
            warnings.map { Messages.warning($0) }
                == [path, pipe, descriptor, socket].map {
                    "-F: sends the text '\($0)'; f=@\($0) would send the file"
                })
    }

    @Test func severalFilesInAPartAreDoubted() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.file("a", "x")
        let comma = try directory.file("a,b", "x")
        var settings = Settings()
        settings.form.fields = [
            "f=@\(path),\(path);type=x/y", "f=@\(path)", "=(", "f=@\(path),\(path)", "=)",
            "g=@\(path),\(path),\(path)", "h=@\"\(comma)\",\(path)",
        ].map { FormField(kind: .form, argument: ByteString($0), option: "-F") }
        let warnings = try FormBuilder(settings).build().warnings
        #expect(
            warnings.map { Messages.warning($0) } == [
                "-F: sends 2 files as one part (multipart/mixed), from which most servers read no "
                    + "file: write -F f=@\(path) -F f=@\(path), or use --form-glob",
                "-F: sends 3 files as one part (multipart/mixed), from which most servers read no "
                    + "file: write -F g=@\(path) -F g=@\(path) …, or use --form-glob",
                "-F: sends 2 files as one part (multipart/mixed), from which most servers read no "
                    + "file: write a -F for each, or use --form-glob",
            ])
    }
}
