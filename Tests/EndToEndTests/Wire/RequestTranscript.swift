import TestSupport

/// A request without what two programs may choose: the name of the program, the boundary, the
/// order of the header lines, the port of the server.
struct Transcript: Equatable {
    var requestLine: String
    /// `Content-Length` is `right` if it is.
    var headers: [String]
    var body: String

    init(_ request: RecordedRequest) throws {
        requestLine = "\(request.method) \(request.target) \(request.version)"
        let type = request.header("Content-Type") ?? ""
        let boundary = type.split(separator: "boundary=").dropFirst().first.map(String.init)
        headers = request.headers.compactMap { field in
            switch field.name {
            case "User-Agent"
            where ["formpost/0.1.0", "curl/"].contains { field.value.hasPrefix($0) }:
                return nil
            case "Content-Length" where field.value == "\(request.body.count)":
                return "Content-Length: right"
            case "Host":
                return "Host: " + field.value.prefix { $0 != ":" }
            default:
                let line = "\(field.name): \(field.value)"
                return boundary.map { line.replacing($0, with: "B") } ?? line
            }
        }.sorted()
        body =
            boundary == nil || request.body.count == 0
            ? request.body.text : try request.normalisedForm()
    }
}
