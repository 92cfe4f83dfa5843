import TestSupport

/// A request without what formpost and curl may choose: User-Agent, boundaries, the order of headers. The
/// ports and the directory are those of a run, and not compared either.
struct ComparableRequest {
    private let line: String
    private let head: Set<String>
    /// Empty for a body that did not come to its end.
    private let body: [UInt8]

    init(_ sent: ServedRequest, _ names: Names) {
        let request = sent.request
        line = names.hidden(in: Array("\(sent.line) \(request.version)".utf8))
        let boundary = (try? request.form())?.boundary
        head = Set(
            request.headers.compactMap { field in
                // The length of a form depends on that of its boundary.
                let isFree =
                    field.name == "User-Agent" || boundary != nil && field.name == "Content-Length"
                if isFree { return nil }
                let text = names.hidden(in: field.line)
                return boundary.map {
                    text.replacing(String(decoding: $0, as: UTF8.self), with: "B")
                } ?? text
            })
        let bytes = request.body.isComplete ? request.body.bytes : []
        body = boundary.flatMap { try? normalisedBody(bytes, boundary: $0) } ?? bytes
    }

    /// How curl's request differs; nil if it does not.
    func difference(from curl: ComparableRequest) -> [String]? {
        var lines = ["formpost: \(line)", "curl: \(curl.line)"]
        if line == curl.line {
            lines = head.subtracting(curl.head).sorted().map { "formpost: \($0)" }
            lines += curl.head.subtracting(head).sorted().map { "curl: \($0)" }
        }
        if lines.isEmpty, let offset = body.firstDifference(from: curl.body) {
            lines = [("formpost", body), ("curl", curl.body)].map { program, body in
                "\(program), from byte \(offset) of the body on: "
                    + Notation.line(Array(body.dropFirst(offset).prefix(60)))
            }
        }
        return lines.isEmpty ? nil : ["in \(line)"] + lines
    }
}

extension Names {
    /// Bytes as text, with the names of a run's servers and directory in place of their values.
    fileprivate func hidden(in bytes: [UInt8]) -> String {
        values.reduce(Notation.line(bytes)) { text, entry in
            let (name, value) = entry
            if name == "DIR" { return text.replacing(value, with: "$DIR") }
            guard Names.isServer(name), let authority = value.cut(at: "//")?.after else {
                return text
            }
            return text.replacing(authority, with: "$\(name)")
        }
    }
}
