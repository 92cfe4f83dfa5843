import TestSupport

extension DifferentialRig.Form {
    /// The form with `<0>`, `<1>` … in place of the boundaries, in the order they are announced.
    ///
    /// Nothing is parsed, so that invalid forms can be compared, too.
    func normalised() -> Self {
        var boundaries: [[UInt8]] = []
        for bytes in [contentType, body] {
            var position = 0
            let mark = Array("boundary=".utf8)
            while let found = bytes.offset(of: mark, from: position) {
                position = found + mark.count
                let boundary = Array(bytes[position...].prefix(70).prefix(while: Self.isBoundary))
                if boundary.count >= 20, !boundaries.contains(boundary) {
                    boundaries.append(boundary)
                }
            }
        }
        var form = self
        for (index, boundary) in boundaries.enumerated() {
            let mark = Array("<\(index)>".utf8)
            form.contentType = form.contentType.replacing(boundary, by: mark)
            form.body = form.body.replacing(boundary, by: mark)
        }
        return form
    }

    private static func isBoundary(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }

    /// The first difference of two forms, with some bytes around it; nil if they are equal.
    func difference(from other: Self) -> String? {
        for (what, ours, theirs) in [
            ("Content-Type", contentType, other.contentType), ("body", body, other.body),
        ] {
            guard let offset = ours.firstDifference(from: theirs) else { continue }
            return """
                \(what) differs at byte \(offset):
                  formpost \(Self.excerpt(ours, offset))
                  curl     \(Self.excerpt(theirs, offset))
                """
        }
        return nil
    }

    private static func excerpt(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes[max(0, offset - 60)..<min(bytes.count, offset + 60)], as: UTF8.self)
            .debugDescription
    }
}

extension [UInt8] {
    fileprivate func replacing(_ old: [UInt8], by new: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        while let found = offset(of: old, from: position) {
            result += self[position..<found]
            result += new
            position = found + old.count
        }
        return position == 0 ? self : result + self[position...]
    }
}
