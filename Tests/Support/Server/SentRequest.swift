/// A request without a program's choice of boundaries and the order of its headers, for comparison.
package struct SentRequest: Equatable {
    var line: String
    var headers: [String]
    var body: [UInt8]

    /// `ignoresProgram`: the program's name counts only if it is `me`; `ignoresFraming`: whether the
    /// body was in chunks does not count.
    package init(
        _ request: RecordedRequest, ignoresProgram: Bool = false, ignoresFraming: Bool = false
    ) throws {
        line = "\(request.method) \(request.target) \(request.version)"
        body = request.body.bytes
        var boundary: String?
        if let form = try? request.form() {
            boundary = String(decoding: form.boundary, as: UTF8.self)
            body = try normalisedBody(body, boundary: form.boundary)
        }
        headers = request.headers.compactMap { field in
            if ignoresProgram, field.name == "User-Agent", field.value != "me" { return nil }
            if ignoresFraming, ["Transfer-Encoding", "Expect"].contains(field.name) { return nil }
            // The length of a form depends on that of its boundary.
            if boundary != nil, field.name == "Content-Length" { return nil }
            let text = "\(field.name): \(field.value)"
            return boundary.map { text.replacing($0, with: "B") } ?? text
        }.sorted()
        guard request.body.isComplete else { throw SupportError.late("the end of the body") }
    }
}
