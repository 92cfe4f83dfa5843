import TestSupport

extension ExpectedRequest {
    /// Whether the method, the target and the server are these.
    func isLine(of came: RecordedRequest, at server: String, _ names: Names) -> Bool {
        // Without a name it is `$URL`, or the one server that there is.
        let expected = self.server ?? (names.values["URL"] == nil ? server : "URL")
        return server == expected && came.method == method
            && Pattern(target, names).matches(Array(came.target.utf8))
    }

    /// Returns what is wrong with a request.
    func marks(_ came: ServedRequest, _ names: Names) -> [Mark] {
        let request = came.request
        guard isLine(of: request, at: came.server, names) else {
            return [Mark(.statement(index), came.line)]
        }
        if let problem = request.problem {
            return [Mark(.statement(index), "malformed: \(problem)")]
        }
        return headerMarks(request, names) + wholenessMarks(request) + bodyMarks(request, names)
    }

    private func headerMarks(_ request: RecordedRequest, _ names: Names) -> [Mark] {
        var marks = absentHeaders.flatMap { absent in
            request.fields([absent.value]).map { Mark(.statement(absent.index), $0.notation) }
        }
        let came = request.fields(headers.map(\.value.name))
        for (index, expected) in headers.enumerated()
        where index >= came.count
            || !came[index].isSame(as: expected.value.name, expected.value.value, names)
        {
            let field = index < came.count ? came[index].notation : "no such header"
            marks.append(Mark(.statement(expected.index), field))
        }
        if let last = headers.last, came.count > headers.count {
            let surplus = came.dropFirst(headers.count).map(\.notation)
            marks.append(
                Mark(.unwritten("(no other of these headers)", after: last.index), surplus))
        }
        return marks
    }

    private func wholenessMarks(_ request: RecordedRequest) -> [Mark] {
        let isWhole = request.body.isComplete
        if let unfinished, isWhole {
            return [Mark(.statement(unfinished.index), "all of its body")]
        }
        if unfinished == nil, !isWhole {
            return [Mark(.statement(index), "only \(request.body.count) bytes of its body")]
        }
        return []
    }

    private func bodyMarks(_ request: RecordedRequest, _ names: Names) -> [Mark] {
        if let body {
            return body.value.difference(from: request.body.bytes, names).map {
                [Mark(.statement(body.index), $0)]
            } ?? []
        }
        guard let first = parts.first, let last = parts.last else { return [] }
        let form: ParsedForm
        let type = request.header("Content-Type") ?? ""
        do {
            form = try request.form()
        } catch {
            return [Mark(.statement(first.index), "no form: \(error)")]
        }
        let saysType = headers.contains { $0.value.name.lowercased() == "content-type" }
        if !saysType, !type.hasPrefix("multipart/form-data; boundary=") {
            return [Mark(.statement(first.index), "Content-Type: \(type)")]
        }
        var marks: [Mark] = []
        for (index, part) in parts.enumerated() {
            guard index < form.parts.count else {
                marks.append(Mark(.statement(part.index), "no part"))
                continue
            }
            if let difference = part.value.difference(from: form.parts[index], names) {
                marks.append(Mark(.statement(part.index), difference))
            }
        }
        if form.parts.count > parts.count {
            let surplus = form.parts[parts.count].notation()
            marks.append(Mark(.unwritten("(no other part)", after: last.index), surplus))
        }
        return marks
    }
}

extension RecordedRequest {
    /// The headers of these names, in any letter case.
    fileprivate func fields(_ names: [String]) -> [HeaderField] {
        let names = Set(names.map { $0.lowercased() })
        return headers.filter { names.contains($0.name.lowercased()) }
    }
}

extension HeaderField {
    fileprivate var notation: String { "> " + Notation.line(line) }

    fileprivate func isSame(as name: String, _ value: Text, _ names: Names) -> Bool {
        self.name == name && Pattern(value, names).matches(valueBytes)
    }
}
