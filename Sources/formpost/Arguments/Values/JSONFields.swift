import FormEncoding

/// The fields of a file of `--form-fields`, in its order: a JSON object (RFC 8259), or a presigned
/// POST with its URL.
struct JSONFields {
    typealias Field = (name: ByteString, text: ByteString)

    struct Problem: Error, Equatable, Sendable {
        let text: String
        /// From 1 on; the column is in characters.
        let line: Int
        let column: Int
    }

    private(set) var fields: [Field] = []
    private(set) var url: ByteString?

    init(_ bytes: [UInt8]) throws(Problem) {
        var scanner = JSONFieldScanner(bytes)
        var inner: [Field]?
        // The members with their places, for messages.
        var members: [(field: Field, place: Int, isText: Bool)] = []
        try scanner.object { (scanner, name, place) throws(Problem) in
            try scanner.refuseNUL(in: name, at: place)
            if name == "fields", inner == nil, scanner.isAtObject {
                var fields: [Field] = []
                try scanner.object { (scanner, name, place) throws(Problem) in
                    try scanner.refuseNUL(in: name, at: place)
                    fields.append((name, try scanner.value(of: name)))
                }
                inner = fields
                return
            }
            let isText = scanner.isAtString
            members.append(((name, try scanner.value(of: name)), place, isText))
        }
        try scanner.end()
        fields = inner ?? members.map(\.field)
        for (field, place, isText) in members where inner != nil {
            guard field.name == "url", url == nil else {
                throw scanner.problem(
                    "\(Messages.quoted(field.name)) would be lost: only \"url\" may stand "
                        + "beside \"fields\"", at: place)
            }
            guard isText else { throw scanner.problem("\"url\" is not a string", at: place) }
            url = field.text
        }
    }
}

extension JSONFieldScanner {
    /// A header, which has the name of a field, cannot have a NUL.
    fileprivate func refuseNUL(in name: ByteString, at place: Int) throws(JSONFields.Problem) {
        guard name.contains(0) else { return }
        throw problem("a NUL in the name of a field, which no form can have", at: place)
    }
}

extension Settings {
    /// Adds the fields of a file before those of other options, and its URL.
    mutating func addFields(_ content: [UInt8], of use: OptionUse) throws(Failure) {
        let file: JSONFields
        do throws(JSONFields.Problem) { file = try JSONFields(content) } catch {
            let place = ConfigPlace(file: use.value, line: error.line)
            throw use.failure("\(Messages.text(place)):\(error.column): \(error.text)")
        }
        let fields = file.fields.map { field in
            FormField(
                kind: .pair(name: field.name, file: use.value),
                argument: field.name + "=" + field.text, option: use.option, place: use.place)
        }
        let index = form.fields.firstIndex { $0.pairFile == nil } ?? form.fields.endIndex
        form.fields.insert(contentsOf: fields, at: index)
        if let url = file.url { written.presigned = [url] }
    }
}
