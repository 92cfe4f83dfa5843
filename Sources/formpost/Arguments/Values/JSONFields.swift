import FormEncoding

/// The fields of a file of `--form-fields`, in its order: a JSON object (RFC 8259), or a presigned
/// POST with its URL.
struct JSONFields: Equatable, Sendable {
    struct Field: Equatable, Sendable {
        var name: ByteString
        var text: ByteString
    }

    struct Problem: Error, Equatable, Sendable {
        var fact: Fact
        /// From 1 on; the column is in characters.
        var line: Int
        var column: Int
    }

    enum Fact: Equatable, Sendable {
        /// The token that should stand here: `':'`.
        case expected(String)
        case badEscape
        case controlCharacter
        case badNumber
        /// More than so many lists and objects within each other.
        case tooDeep(Int)
        /// A field with a value that is no text.
        case null(ByteString)
        case list(ByteString)
        case object(ByteString)
        /// A member beside `fields` that would be lost.
        case neitherURLNorFields(ByteString)
        case urlNotText
    }

    private(set) var fields: [Field] = []
    private(set) var url: ByteString?

    init(_ bytes: [UInt8]) throws(Problem) {
        var scanner = JSONFieldScanner(bytes)
        var inner: [Field]?
        // Where each member begins, for messages.
        var places: [Int] = []
        var urlIsText = false
        try scanner.object { (scanner, name, place) throws(Problem) in
            if name == "fields", inner == nil, scanner.isAtObject {
                var members: [Field] = []
                try scanner.object { (scanner, name, _) throws(Problem) in
                    members.append(Field(name: name, text: try scanner.value(of: name)))
                }
                inner = members
                return
            }
            if name == "url" { urlIsText = scanner.isAtString }
            fields.append(Field(name: name, text: try scanner.value(of: name)))
            places.append(place)
        }
        try scanner.end()
        guard let inner else { return }
        for (member, place) in zip(fields, places) {
            guard member.name == "url", url == nil else {
                throw scanner.problem(.neitherURLNorFields(member.name), at: place)
            }
            guard urlIsText else { throw scanner.problem(.urlNotText, at: place) }
            url = member.text
        }
        fields = inner
    }
}

extension Settings {
    /// Adds the fields of a file before those of other options, and its URL.
    mutating func addFields(_ content: [UInt8], of use: OptionUse) throws(UsageError) {
        let file: JSONFields
        do throws(JSONFields.Problem) { file = try JSONFields(content) } catch {
            throw .badFields(InputFile(use, path: use.value), error)
        }
        let fields = file.fields.map { field in
            FormField(
                kind: .pair(name: field.name), argument: field.name + "=" + field.text,
                option: use.option, place: use.place)
        }
        let index = form.fields.firstIndex { !$0.isPair } ?? form.fields.endIndex
        form.fields.insert(contentsOf: fields, at: index)
        if let url = file.url { presignedURL = url }
    }
}
