/// What another process needs to make the same body again, and to recognize it.
extension EncodedBody {
    /// The sources in order, and how their bytes are rewritten; nil if one of them is a stream,
    /// which another process cannot read again. Random boundaries are replaced by their numbers.
    package var inputs: [(source: ByteSource, rewriting: String)]? {
        var inputs: [(source: ByteSource, rewriting: String)] = []
        for section in numberedSections {
            switch section.source {
            case .stream: return nil
            case .bytes, .data, .file:
                inputs.append((section.source, section.encoding.map { "\($0)" } ?? ""))
            }
        }
        return inputs
    }

    /// The sections, with numbers in place of random boundaries.
    var numberedSections: [BodySection] {
        let names = randomBoundaries
        return replacing(names, by: names.indices.map { ByteString("\($0)") }).sections
    }

    /// The random boundaries of the form and of the forms in it, in the order in which the forms begin.
    package var randomBoundaries: [ByteString] {
        var boundaries: [ByteString] = []
        var open = [form].compactMap { $0 }
        while let form = open.popLast() {
            if form.boundary.isRandom { boundaries.append(form.boundary.value) }
            open += form.parts.reversed().compactMap(\.nestedForm)
        }
        return boundaries
    }

    /// The body with the random boundaries of an earlier body of the same form; nil if there are more or fewer, or
    /// if they have other lengths.
    package func replacingBoundaries(by others: [ByteString]) -> EncodedBody? {
        let own = randomBoundaries
        guard own.map(\.count) == others.map(\.count) else { return nil }
        var body = replacing(own, by: others)
        guard let form else { return body }
        body.hasRandomFormsWithin = false
        // The first one is that of the form.
        let first = others.first.flatMap { try? Boundary.again($0) }
        if form.boundary.isRandom, let first { body.form?.boundary = first }
        return body
    }

    private func replacing(_ names: [ByteString], by others: [ByteString]) -> EncodedBody {
        let replacements = Dictionary(
            zip(names.map(\.bytes), others.map(\.bytes)), uniquingKeysWith: { first, _ in first })
        var body = self
        body.contentType = contentType.map {
            MediaType(unchecked: ByteString(Self.replacing(replacements, in: $0.value.bytes)))
        }
        if let boundary = form?.boundary.value.bytes, let other = replacements[boundary],
            let replaced = try? Boundary.again(ByteString(other))
        {
            body.form?.boundary = replaced
        }
        for (index, section) in sections.enumerated() {
            guard case .bytes(let bytes) = section.source else { continue }
            body.sections[index].source = .bytes(
                ByteString(Self.replacing(replacements, in: bytes.bytes)))
        }
        return body
    }

    /// The state of each file as it was measured.
    package var measuredFiles: [ByteString: FileSnapshot] {
        var files: [ByteString: FileSnapshot] = [:]
        for section in sections {
            if case .file(let file) = section.source { files[file.path] = file.snapshot }
        }
        return files
    }

    /// A file whose content or status was changed after `files`, which becomes what is there now; nil if there is none.
    /// Throws for a file that can no longer be read as it was measured. A file that may grow has not changed if it has
    /// grown.
    package func changedFile(
        since files: inout [ByteString: FileSnapshot]
    ) throws(BodyFault) -> ByteString? {
        var changed: ByteString?
        for section in sections {
            guard case .file(let file) = section.source, (try? file.currentSnapshot()) != nil else {
                continue
            }
            let now = try file.check()
            if let before = files[file.path], before.changed != now.changed, now.size <= before.size
            {
                changed = file.path
            }
            files[file.path] = now
        }
        return changed
    }

    /// Replaces random boundaries: texts of one length that begin alike.
    private static func replacing(_ boundaries: [[UInt8]: [UInt8]], in bytes: [UInt8]) -> [UInt8] {
        guard let length = boundaries.keys.first?.count else { return bytes }
        var (result, rest) = ([UInt8](), bytes[...])
        while let start = rest.firstRange(of: Boundary.randomPrefix.utf8) {
            let name = rest[start.lowerBound...].prefix(length)
            let other = boundaries[Array(name)]
            result += rest[..<start.lowerBound]
            result += other ?? Array(rest[start])
            rest = rest[(other == nil ? start.upperBound : name.endIndex)...]
        }
        return result + rest
    }
}
