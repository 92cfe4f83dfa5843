import FormEncoding
import Testing

@testable import formpost

/// Options of HTTPie, wget and the like, which are answered with those of formpost.
@Suite struct ForeignOptionsTests {
    @Test func areNeitherFormpostsNorCurls() {
        for name in ForeignOptions.rows.flatMap({ $0.names.split(separator: " ") }) {
            #expect(OptionTable.row(of: name) == nil && !CurlOptions.has("\(name)"), "\(name)")
        }
    }

    @Test(arguments: ForeignOptions.rows.map(\.remedy))
    func remediesNameOptionsOfFormpost(remedy: String) {
        for word in remedy.split(whereSeparator: { " ,;:".contains($0) }) where word.hasPrefix("-")
        {
            #expect(OptionTable.row(of: word) != nil, "\(word)")
        }
    }

    @Test(
        arguments: [
            "timeout", "auth", "token", "bearer", "verify", "follow", "method", "quiet", "offline",
            "field", "file", "multipart", "session", "check-status", "print", "output-document",
        ] as [ByteString])
    func areKnown(name: ByteString) {
        #expect(ForeignOptions.remedy(for: "--\(name)") != nil)
        let option = ByteString("--\(name)")
        #expect(message(option) == message(ByteString("\(option)=x")))
        #expect(message(option)?.hasPrefix("unknown option '--\(name)': ") == true)
    }

    @Test func areAnsweredWithOurs() {
        #expect(message("--auth") == "unknown option '--auth': write -u user:password")
        #expect(
            message("--quiet")
                == "unknown option '--quiet': write -s, with -S to see errors and warnings")
    }

    private func message(_ option: ByteString) -> String? {
        do throws(UsageError) {
            _ = try ArgumentParser.parse(["-F", "a=b", option, "http://h/"])
            return nil
        } catch {
            return Messages.text(error)
        }
    }
}
