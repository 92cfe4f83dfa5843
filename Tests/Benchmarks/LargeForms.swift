import FormEncoding
import Foundation

/// How long large forms take, from the arguments to the bytes: `make large-forms`.
///
/// A line a form: its size, and seconds of processor time for the grammar, for what is found out
/// about the form before it is sent, and for its bytes.
@main
struct LargeForms {
    static func main() throws {
        print(
            "form                                grammar   lengths     bytes        body  us/part")
        for count in [1000, 10_000, 100_000] {
            try measure("texts", count, (0..<count).map { "name\($0)=value;type=text/plain" })
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "formpost-large-\(UInt64.random(in: 0...UInt64.max)).txt")
        try Data("hello\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        for count in [1000, 10_000, 100_000] {
            try measure("files", count, (0..<count).map { "name\($0)=@\(file.path)" })
        }
        for count in [1000, 10_000, 100_000] {
            let list = Array(repeating: file.path, count: count).joined(separator: ",")
            try measure("files in one argument", count, ["a=@" + list])
        }
        for count in [1000, 10_000, 100_000] {
            let text = (0..<count).map { "=( name\($0)=value =)".split(separator: " ") }
            try measure("groups", count, text.joined().map(String.init))
        }
        for count in [1, 10, 100] {
            try measure("MB of text", count, ["a=" + String(repeating: "x", count: count << 20)])
        }
        for count in [1, 10, 100] {
            let text = String(repeating: "\\\"", count: count << 19)
            try measure("MB of escapes in quotes", count, ["a=\"\(text)\""])
        }
        try measure(
            "levels of groups", 999,
            Array(repeating: "=(", count: 999) + Array(repeating: "=)", count: 999))
    }

    private static func measure(_ what: String, _ count: Int, _ arguments: [String]) throws {
        let fields = arguments.map {
            FormField(kind: .form, argument: ByteString($0), option: "-F")
        }
        let start = clock()
        var builder = FormBuilder(fields, isLax: false)
        try builder.resolve()
        let form = builder.form(nil, .percent) { () throws(Never) in .bytes("") }
        let parsed = clock()
        let encoded = try form.body()
        let measured = clock()
        let reader = encoded.makeReader()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while try reader.read(into: buffer) > 0 {}
        let end = clock()
        let label = "\(count) \(what)".padding(toLength: 32, withPad: " ", startingAt: 0)
        let seconds = [parsed - start, measured - parsed, end - measured]
            .map { String(format: "%9.4f", Double($0) / Double(CLOCKS_PER_SEC)) }
        let each = Double(end - start) / Double(CLOCKS_PER_SEC) * 1e6 / Double(count)
        print(
            label, seconds.joined(separator: " "),
            String(format: "%12lld %8.2f", reader.bytesRead, each))
    }
}
