/// A multipart body with its boundaries replaced by fixed ones: `boundary-0` for the outermost,
/// then in order of appearance. For comparison with other programs.
package func normalisedBody(_ body: [UInt8], boundary: [UInt8]) throws -> [UInt8] {
    var count = 0
    return try ParsedForm(boundary: boundary, body: body).normalised(count: &count)
}

extension ParsedForm {
    /// Serialises the form again; the parser preserves all but the boundaries.
    fileprivate func normalised(count: inout Int) -> [UInt8] {
        let delimiter = Array("--boundary-\(count)".utf8)
        var bytes: [UInt8] = []
        for part in parts {
            bytes += delimiter + [0x0D, 0x0A]
            // The number of a nested form's boundary.
            let name = Array("boundary-\(count + 1)".utf8)
            for line in part.headerLines {
                bytes += part.nested.map { line.replacing($0.boundary, by: name) } ?? line
                bytes += [0x0D, 0x0A]
            }
            bytes += [0x0D, 0x0A]
            if let nested = part.nested {
                count += 1
                bytes += nested.normalised(count: &count)
            } else {
                bytes += part.body
            }
            bytes += [0x0D, 0x0A]
        }
        return bytes + delimiter + Array("--\r\n".utf8)
    }
}

extension [UInt8] {
    /// The bytes with another value for `boundary=…`; only such a parameter is changed.
    fileprivate func replacing(_ boundary: [UInt8], by other: [UInt8]) -> [UInt8] {
        guard let start = offset(of: boundary), start > 0,
            [UInt8(ascii: "="), UInt8(ascii: "\"")].contains(self[start - 1])
        else { return self }
        return Array(self[..<start]) + other + Array(self[(start + boundary.count)...])
    }
}
