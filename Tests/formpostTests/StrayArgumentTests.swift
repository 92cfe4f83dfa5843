import FormEncoding
import Testing

@testable import formpost

/// Words that became a URL by a blank too many, a missing quote or another dash.
@Suite struct StrayArgumentTests {
    struct Row: Sendable {
        var fields: [ByteString]
        var urls: [ByteString]
        /// `nil`: nothing is known.
        var message: String?
    }

    private static let rows = [
        Row(
            fields: ["file"], urls: ["=", "@img.png", "http://h/"],
            message: "'=' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["a=b", "file"], urls: ["http://h/", "=@img.png"],
            message: "'=' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["file="], urls: ["@img.png", "http://h/"],
            message: "'@img.png' stands alone: no blanks around '=': file=@img.png"),
        Row(
            fields: ["password"], urls: ["=", "s3cret", "http://h/"],
            message: "'=' stands alone: no blanks around '=': password=value"),
        Row(
            fields: ["file=@my"], urls: ["photo.jpg", "http://h/"],
            message: "'my photo.jpg' exists: quote it: 'file=@my photo.jpg'"),
        Row(
            fields: ["a=b", "file=<all"], urls: ["http://h/", "my", "photos.jpg;type=image/jpeg"],
            message: "'all my photos.jpg' exists: quote it: "
                + "'file=<all my photos.jpg;type=image/jpeg'"),
        Row(fields: ["a=my"], urls: ["photo.jpg", "http://h/"], message: nil),
        Row(fields: ["file=@your"], urls: ["photo.jpg", "http://h/"], message: nil),
        Row(fields: ["a=b"], urls: ["http://h/"], message: nil),
        Row(
            fields: [], urls: ["\u{2013}F", "a=b", "http://h/"],
            message: "'\u{2013}F' begins with a dash that is not '-'"),
        Row(
            fields: ["a=b"], urls: ["\u{2014}verbose"],
            message: "'\u{2014}verbose' begins with a dash that is not '-'"),
    ]

    @Test(arguments: rows) func isExplained(_ row: Row) {
        let fields = row.fields.map { FormField(kind: .form, argument: $0, option: "-F") }
        let files: Set<ByteString> = ["my photo.jpg", "all my photos.jpg"]
        let error = StrayArgument.error(row.urls, fields, exists: files.contains)
        #expect(error.map { Messages.text($0) } == row.message)
        #expect((error?.exitStatus ?? 2) == 2)
    }
}
