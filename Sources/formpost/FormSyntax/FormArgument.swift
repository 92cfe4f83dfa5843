import FormEncoding

/// One `-F` or `--form-string` as data: what it says, before any file is looked at.
struct FormArgument: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        /// `name=text`.
        case text(ByteString, PartParameters)
        /// `name=@file`, `name=@file1,file2`: at least one.
        case files([FormFile])
        /// `name=<file`.
        case contents(FormFile)
        /// `name=(`.
        case open(PartParameters)
        /// `=)`.
        case close
    }

    /// The argument as it was written.
    var field: FormField

    /// Raw, never trimmed; `nil` where nothing stands before the `=`.
    var name: ByteString?

    var content: Content
}

/// One file of a `-F`, with what belongs to it alone.
struct FormFile: Equatable, Sendable {
    /// `-` is standard input, whether quoted or not.
    var path: ByteString
    var offset: Int
    var parameters = PartParameters()

    var isStandardInput: Bool { path == "-" }
}

/// What follows the `;` of a text, a file or a group.
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
    var files: [FormFile] {
        switch content {
        case .files(let files): files
        case .contents(let file): [file]
        case .text, .open, .close: []
        }
    }

    /// Where the argument's text, group or first file has its parameters.
    var parameters: [PartParameters] {
        switch content {
        case .text(_, let parameters), .open(let parameters): [parameters]
        case .files, .contents: files.map(\.parameters)
        case .close: []
        }
    }
}
