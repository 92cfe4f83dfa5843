import TestSupport

extension ExpectedBytes {
    /// What came instead of these bytes; nil if they came.
    func difference(from came: [UInt8], _ names: Names) -> [String]? {
        switch self {
        case .text(let text): return Pattern(text, names).matches(came) ? nil : Notation.lines(came)
        case .file(let name):
            let name = name.string(names)
            guard let bytes = try? fileBytes(names.path(of: name)) else {
                return ["\(name) cannot be read"]
            }
            guard let offset = came.firstDifference(from: bytes) else { return nil }
            let next = Notation.line(Array(came.dropFirst(offset).prefix(60)))
            return [
                "\(came.count) bytes that differ from \(name)'s \(bytes.count) at \(offset): \(next)"
            ]
        }
    }
}
