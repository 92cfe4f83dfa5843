/// The grammar of `-F`, as help and the manual tell it: literal text stands between backticks.
enum FormGrammar {
    /// Something to write, and what it means.
    typealias Entry = (syntax: String, meaning: String)

    static let contents: [Entry] = [
        ("name=text", "A text field."),
        (
            "name=\"text\"",
            "A text field, too: between the quotes `;`, `,` and blanks are text, and `\\\"` and "
                + "`\\\\` are escapes."
        ),
        ("name=@file", "A file, under its own name. `-` is standard input."),
        ("name=@file,file", "Several files in one part, which is a `multipart/mixed`."),
        ("name=<file", "A text field with the content of a file. `-` is standard input."),
        ("name=(", "Begins a group: the fields up to `=)` are the parts of a part."),
        ("=)", "Ends a group."),
    ]

    static let parameters: [Entry] = [
        (";type=image/png", "The media type; without it a file's extension decides."),
        (";filename=name", "The filename to send instead of the file's own."),
        (
            ";headers=\"Name: text\"",
            "One more header of the part; `@file` reads several from a file."
        ),
        (
            ";encoder=base64",
            "How the content is written: `\(FormParameters.encoders.joined(separator: "`, `"))`."
        ),
    ]

    static let quoting =
        "The shell takes `;`, `<`, `(` and `\"` for its own: put single quotes around the "
        + "argument. Text that is to be sent whatever is in it goes with `--form-string`."

    static let examples: [Entry] = [
        ("-F user=anna -F photo=@me.jpg", "A field and a file."),
        ("-F 'photo=@me.jpg;type=image/x-raw;filename=1.raw'", "Another type and name."),
        ("-F 'note=\"one; two\"'", "Text with a semicolon."),
        ("-F 'note=<note.txt'", "A field with the content of a file."),
        ("-F 'file=@\"a,b;c.txt\"'", "A filename with a comma and a semicolon."),
        ("-F 'm=(;type=multipart/alternative' -F =text -F '=)'", "A group."),
    ]
}
