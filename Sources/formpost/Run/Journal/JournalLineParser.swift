import FormEncoding
import Foundation

/// Reads a line of a journal as formpost writes it, if nothing in it is escaped: a journal may have a
/// million lines, and a decoder of JSON takes ten times as long.
struct JournalLineParser {
    private var rest: ArraySlice<UInt8>

    /// The entry of a line without its end; `nil`: the decoder of JSON may find one.
    static func entry(_ line: ArraySlice<UInt8>) -> JournalEntry? {
        var line = JournalLineParser(rest: line)
        var modified: Int64?
        if line.skip(#"{"journal":1,"mtime":"#) {
            modified = line.number()
            guard modified != nil, line.skip(",") else { return nil }
        } else if !line.skip(#"{"journal":2,"#) {
            return nil
        }
        guard line.skip(#""path":""#), let path = line.text() else { return nil }
        let content = line.skip(#"","sha256":""#) ? line.text() : nil
        guard
            let state = modified.map(JournaledFile.State.modified)
                ?? content.map({ .content($0.description) }), (modified == nil) != (content == nil),
            line.skip(#"","size":"#), let size = line.number(),
            line.skip(#","status":"#), let status = line.number(),
            line.skip(#","time":""#), let time = line.time(),
            line.skip(#"","url":""#), let url = line.text()
        else { return nil }
        var digest: ByteString?
        if line.skip(#"","url_sha256":""#) { digest = line.text() }
        guard line.skip(#""}"#), line.rest.isEmpty else { return nil }
        return JournalEntry(
            JournaledFile(path: path, size: size, state: state),
            url: JournalURL(shown: url, digest: digest?.description), status: Int(status),
            time: time)
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let bytes = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    private mutating func number() -> Int64? {
        let start = rest
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        rest = rest.drop(while: \.isDigit)
        return Int64(String(decoding: start[..<rest.startIndex], as: UTF8.self))
    }

    /// The text up to its quote; `nil` if a character is escaped.
    private mutating func text() -> ByteString? {
        let text = rest.prefix {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        rest = rest[text.endIndex...]
        guard rest.first == UInt8(ascii: "\""), String(validating: text, as: UTF8.self) != nil
        else { return nil }
        return ByteString(bytes: text)
    }

    /// `2026-11-24T21:56:09Z`
    private mutating func time() -> Date? {
        let bytes = rest.prefix(20)
        rest = rest.dropFirst(20)
        let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        guard bytes.count == form.count,
            zip(bytes, form).allSatisfy({ $1 == UInt8(ascii: "d") ? $0.isDigit : $0 == $1 })
        else { return nil }
        let fields = bytes.split { !$0.isDigit }.map { field in
            field.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
        }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (fields[0] - 1900, fields[1] - 1, fields[2])
        (time.tm_hour, time.tm_min, time.tm_sec) = (fields[3], fields[4], fields[5])
        guard 0..<12 ~= time.tm_mon, 1...31 ~= time.tm_mday, time.tm_hour < 24, time.tm_min < 60,
            time.tm_sec < 60
        else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&time)))
    }
}
