import FormEncoding

/// The variables that are set, and the files whose digests were taken.
struct Variables: Equatable, Sendable {
    /// The names that `--each` sets for each request.
    static let ofRequests = ["each", "index", "count"]

    private var values: [String: Variable] = [:]
    /// Those whose values depend on the request, and are not known yet.
    private var waiting: Set<String> = []

    /// The files that variables were read from.
    private(set) var files: [FileUse] = []
    private(set) var hashed: [HashedFile] = []

    /// No variables; the digests that were taken before count.
    init(hashed: [HashedFile] = []) { self.hashed = hashed }

    mutating func set(_ name: String, _ value: Variable) {
        values[name] = value
        waiting.remove(name)
    }

    /// The variable gets its value for each request.
    mutating func wait(for name: String) {
        values[name] = nil
        waiting.insert(name)
    }

    mutating func note(_ file: FileUse) { files.append(file) }

    /// Replaces the variables that are known; those of requests stay.
    mutating func expand(
        _ template: Template, until limit: TimeLimit? = nil
    ) throws(VariableProblem) -> Template {
        var expanded = Template()
        for piece in template.pieces {
            guard case .reference(let reference) = piece else {
                expanded.append(piece)
                continue
            }
            if let value = values[reference.name] {
                expanded.append(.text(try value.applying(reference, until: limit, &hashed)))
            } else if waits(for: reference.name) {
                expanded.append(piece)
            } else {
                throw .unknown(
                    reference.name,
                    suggestion: Suggestion.nearest(to: reference.name, among: values.keys.sorted()))
            }
        }
        return expanded
    }

    private func waits(for name: String) -> Bool {
        waiting.contains(name) || Self.ofRequests.contains(name)
    }
}

/// The variables of one request of `--each`.
struct RequestVariables: Equatable, Sendable {
    /// The path of the file.
    var each: ByteString
    /// From 1 on.
    var index: Int
    /// How many requests there are.
    var count: Int

    fileprivate var values: [(String, Variable)] {
        [
            ("each", .path(each)), ("index", .text(Array("\(index)".utf8))),
            ("count", .text(Array("\(count)".utf8))),
        ]
    }
}

extension Variables {
    /// The variables of a request.
    init(_ request: RequestVariables, hashed: [HashedFile]) {
        self.init(hashed: hashed)
        for (name, value) in request.values { set(name, value) }
    }
}
