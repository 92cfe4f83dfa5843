import TestSupport
import Testing

/// Differences from curl with and without `--form-lax`, because curl's bytes would be corrupt or
/// unsafe, or because later versions of curl do as formpost.
@Suite(.serialized)
struct DifferentialExceptionTests {
    struct Row: Sendable {
        var list: DifferentialList
        var status: Int32
        /// A part of formpost's message.
        var message: String

        init(_ list: [String], _ status: Int32, _ message: String) {
            self.list = DifferentialList(row: list)
            self.status = status
            self.message = message
        }
    }

    private static let lineBreak = "a CR, LF or NUL in"
    private static let twice = "standard input can be read only once, and "

    @Test(arguments: [
        Row(["a=b;type=x/y\r\nX: 1"], 2, lineBreak),
        Row(["a=b;type=x/y\nX: 1"], 2, lineBreak),
        Row(["a=b;type=x/y;q=\"\r\""], 2, lineBreak),
        Row(["=(;type=x/y\nX: 1", "=)"], 2, lineBreak),
        Row(["a=@a.txt;type=x/y\nX: 1,e"], 2, lineBreak),
        Row(["a=b;headers=\"X: 1\r\nY: 2\""], 2, lineBreak),
        Row(["a=b;headers=\"X: 1\r\n\r\nbody\""], 2, lineBreak),
        Row(["a=b;headers=X: 1\nY: 2"], 2, lineBreak),
        Row(["a=b;headers=@nul.txt"], 2, lineBreak),
        Row(["a=b;headers="], 2, "no header after headers="),
        Row(["a=b;headers=\"\""], 2, "no header after headers="),
        Row(["a=b;headers=\" \""], 2, "no header after headers="),
        Row(["a=@a.txt;headers=,e"], 2, "no header after headers="),
        Row(["a=@dir"], 26, "cannot read dir: Is a directory"),
        Row(["a=<dir"], 26, "cannot read dir: Is a directory"),
        Row(["a=@a.txt,dir"], 26, "cannot read dir: Is a directory"),
        Row(["a=@."], 26, "cannot read .: Is a directory"),
        Row(["a=@-,-"], 2, twice),
        Row(["a=@-", "b=@-"], 2, twice),
        Row(["a=@-", "b=<-"], 2, twice),
        Row(["a=<-", "b=@\"-\"", "| piped"], 2, twice),
        Row(["=(", "a=@-", "=)", "b=<-", "| piped"], 2, twice),
        Row(["a=@a.txt;encoder=rot13"], 43, "unknown encoder 'rot13'"),
    ])
    func refusesBeforeItConnects(_ row: Row) async throws {
        let rig = try DifferentialRig()
        for program in [DifferentialRig.Program.strict, .lax] {
            let run = try await rig.run(program, row.list, number: 0)
            #expect(run.exitStatus == row.status)
            #expect(run.stderr.contains(row.message), "\(run.stderr)")
        }
        #expect(rig.connections == 0)
        #expect(rig.leftovers == [])
    }

    struct Sent: Sendable {
        var list: DifferentialList
        var line: String

        init(_ list: [String], _ line: String) {
            self.list = DifferentialList(row: list)
            self.line = line
        }
    }

    @Test(arguments: [
        // curl sends the line end as it is, and whatever follows is a header or the body.
        Sent(["--form-escape", "a\r\nX: 1=b"], "form-data; name=\"a%0D%0AX: 1\"\r\n\r\nb\r\n"),
        Sent(
            ["--form-escape", "a=b;filename=\"c\nd\\\"\""],
            "form-data; name=\"a\"; filename=\"c%0Ad\\\"\"\r\n\r\nb\r\n"),
        Sent(
            ["--form-escape", "a=@n\nl.txt"],
            "form-data; name=\"a\"; filename=\"n%0Al.txt\"\r\nContent-Type: text/plain\r\n\r\nline"),
        // curl sends nothing of a file that says its size is 0.
        Sent(["a=</proc/sys/kernel/ostype"], "form-data; name=\"a\"\r\n\r\nLinux\n\r\n"),
    ])
    func sendsWhatCurlDoesNot(_ row: Sent) async throws {
        let rig = try DifferentialRig()
        for program in [DifferentialRig.Program.strict, .lax] {
            let run = try await rig.run(program, row.list, number: 0)
            #expect(run.exitStatus == 0)
            let body = String(decoding: run.form?.body ?? [], as: UTF8.self)
            #expect(body.contains(row.line), "\(body)")
        }
    }

    /// curl 7.88.1 exits with 2, too; 8.11.1 and later send this.
    @Test func sendsATypeWithoutASlashOnlyLaxly() async throws {
        let rig = try DifferentialRig()
        let list = DifferentialList(row: ["a=b;type=text"])
        let strict = try await rig.run(.strict, list, number: 0)
        #expect(strict.exitStatus == 2 && strict.form == nil)
        let lax = try await rig.run(.lax, list, number: 0)
        #expect(lax.exitStatus == 0)
        let body = String(decoding: lax.form?.body ?? [], as: UTF8.self)
        #expect(body.contains("form-data; name=\"a\"\r\nContent-Type: text\r\n\r\nb\r\n"))
    }

    /// curl cuts a header of a file at 998 bytes, and warns.
    @Test(.comparesWithCurl)
    func sendsALongHeaderWhole() async throws {
        let rig = try DifferentialRig()
        let list = DifferentialList(row: ["a=b;headers=@long.txt"])
        let curl = try await rig.run(.curl, list, number: 0)
        let lax = try await rig.run(.lax, list, number: 0)
        let strict = try await rig.run(.strict, list, number: 0)
        #expect(lax.form == curl.form)
        #expect(lax.stderr.contains("is cut at 998 bytes"))
        #expect(strict.exitStatus == 0)
        let header = Array("\r\nX-L: ".utf8) + [UInt8](repeating: 0x79, count: 1200)
        #expect(strict.form?.body.offset(of: header + [13, 10, 13, 10]) != nil)
    }
}
