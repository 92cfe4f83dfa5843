import FormEncoding

/// The grammar of `-F`, for help and the manual; literal text is in backticks.
enum FormGrammar {
    /// A notation and its meaning.
    typealias Entry = (syntax: String, meaning: String)

    static func entries(_ table: String) -> [Entry] { tableRows(table).map { ($0[0], $0[1]) } }

    static let contents: [Entry] = entries(
        """
        name=text | A text field.
        name="text" | A text field in which semicolons, commas and outer blanks are text; `\\"` and
          `\\\\` are escapes.
        name=@file | A file, sent with its own name. `-` is standard input.
        name=@file,file | Several files in one part, a `multipart/mixed`, which few servers can
          read.
        name=<file | A text field with the content of a file. `-` is standard input.
        name=( | Begins a group: the fields up to `=)` are parts inside this part.
        =) | Ends a group.
        """)

    static let parameters: [Entry] = entries(
        """
        ;type=image/png | The media type; by default it follows from the extension of the file.
        ;filename=name | The filename to send instead of the name of the file.
        ;headers="Name: text" | Another header for the part; `@file` reads headers from a file, one
          a line.
        ;encoder=base64 | The content transfer encoding:
          `\(FormParameters.encoders.joined(separator: "`, `"))`.
        """)

    static let quoting =
        "Semicolons, `<`, `(` and quotes are special to the shell: put single quotes around the "
        + "argument. For text that must be sent exactly as it is, use `--form-string`."

    static let examples: [Entry] = entries(
        """
        -F user=anna -F photo=@me.jpg | A field and a file.
        -F 'photo=@me.jpg;type=image/x-raw;filename=1.raw' | With another type and filename.
        -F 'note="one; two"' | Text with a semicolon.
        -F 'note=<note.txt' | A field with the content of a file.
        -F 'file=@"a,b;c.txt"' | A filename with a comma and a semicolon.
        -F 'm=(;type=multipart/alternative' -F =text -F '=)' | A group.
        """)
}

/// The completions of the other values with a grammar of their own.
enum ValueWords {
    /// After `name=` in the value of `--capture`.
    static let captures = ["cookie:", "header:", "input:", "json:/", "meta:"]
    /// After `%{` in the value of `-w`.
    static let variables = WriteOutVariables.names.sorted().map { $0 + "}" }
}

/// The completions after a `;` in the value of `-F`.
enum FormParameters {
    static let names = ["type", "filename", "headers", "encoder"]
    /// Common types only: the extension usually decides.
    static let types = [
        "application/json", "application/octet-stream", "application/pdf", "image/jpeg",
        "image/png", "text/csv", "text/html", "text/plain",
    ]
    static let encoders = ContentTransferEncoding.allCases.map(\.rawValue)
}
