import FormEncoding

/// One `-F` or `--form-string`, parsed; no file has been read.
///
/// Each text, file and group has attributes: as written (`PartParameters`), later validated
/// (`PartAttributes`).
struct FormArgument<Attributes> {
    enum Content {
        /// `name=text`.
        case text(ByteString, Attributes)
        /// `name=@file`, `name=@file1,file2`: at least one.
        case files([FormFile<Attributes>])
        /// `name=<file`.
        case contents(FormFile<Attributes>)
        /// A directory of `--form-tree`, before its files are known (`FormExpansion`).
        case tree(FormFile<Attributes>)
        /// A pattern of `--form-glob`, before its files are known.
        case pattern(FormFile<Attributes>)
        /// `name=(`.
        case open(Attributes)
        /// `=)`.
        case close
    }

    /// The argument as it was written.
    var field: FormField

    /// As it was written, never trimmed; `nil` if there is nothing before the `=`.
    var name: ByteString?

    var content: Content
}

/// One file of a `-F`, with the attributes that belong to it alone.
struct FormFile<Attributes> {
    /// `-` is standard input, whether quoted or not.
    var path: ByteString
    var offset: Int
    var attributes: Attributes

    var isStandardInput: Bool { path == "-" }
}

/// The parameters after the `;` of a text, a file or a group.
struct PartParameters: Equatable, Sendable {
    /// A value and its offset in the argument.
    struct Located: Equatable, Sendable {
        var value: ByteString
        var offset: Int
    }

    enum HeaderSource: Equatable, Sendable {
        case line(Located)
        /// `headers=@file`.
        case file(Located)
    }

    var type: Located?
    var filename: Located?
    var encoder: Located?
    var headers: [HeaderSource] = []
}

extension FormArgument {
    /// The files of the argument, in order.
    var files: [FormFile<Attributes>] {
        switch content {
        case .files(let files): files
        case .contents(let file): [file]
        case .text, .tree, .pattern, .open, .close: []
        }
    }

    /// The attributes of the argument's text, group or files, in order.
    var attributes: [Attributes] {
        switch content {
        case .text(_, let attributes), .open(let attributes): [attributes]
        case .tree(let file), .pattern(let file): [file.attributes]
        case .files, .contents: files.map(\.attributes)
        case .close: []
        }
    }

    /// The argument with `transform` applied to each of its attributes, in order.
    func map<Other, Failure>(
        _ transform: (Attributes) throws(Failure) -> Other
    ) throws(Failure) -> FormArgument<Other> {
        let content: FormArgument<Other>.Content =
            switch content {
            case .text(let text, let attributes): .text(text, try transform(attributes))
            case .files(let files):
                .files(try files.map { file throws(Failure) in try file.map(transform) })
            case .contents(let file): .contents(try file.map(transform))
            case .tree(let directory): .tree(try directory.map(transform))
            case .pattern(let pattern): .pattern(try pattern.map(transform))
            case .open(let attributes): .open(try transform(attributes))
            case .close: .close
            }
        return FormArgument<Other>(field: field, name: name, content: content)
    }
}

extension FormFile {
    fileprivate func map<Other, Failure>(
        _ transform: (Attributes) throws(Failure) -> Other
    ) throws(Failure) -> FormFile<Other> {
        FormFile<Other>(path: path, offset: offset, attributes: try transform(attributes))
    }
}

extension FormArgument: Sendable where Attributes: Sendable {}
extension FormArgument.Content: Sendable where Attributes: Sendable {}
extension FormFile: Sendable where Attributes: Sendable {}
extension FormArgument: Equatable where Attributes: Equatable {}
extension FormArgument.Content: Equatable where Attributes: Equatable {}
extension FormFile: Equatable where Attributes: Equatable {}
