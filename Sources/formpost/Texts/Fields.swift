/// The grammar of `-F`.
extension Texts {
    static let fileChoicesNote = #"""
        Several files can be sent in one request or in a request each:
        """#

    static let fileChoices = #"""
        files | in one request | in a request for each
        a and b | -F f=@a -F f=@b | --each f=@a --each f=@b
        a pattern | --form-glob 'f=@*.png' | --each 'f=@*.png'
        a list | -K list (lines: -F f=@a) | --each 'f=<list'
        a directory | --form-tree f=dir | --each 'f=@dir/**/*'
        """#

    static let fieldContents = #"""
        name=text | A text field.
        name="text" | A text field in which semicolons, commas and outer blanks are text; `\"` and
          `\\` are escapes.
        name=@file | A file, sent with its own name. `-` is standard input.
        name=@file,file | Several files in one part, a `multipart/mixed`, which few servers
          understand.
        name=<file | A text field with the content of a file. `-` is standard input.
        name=( | Begins a group: the fields up to `=)` are parts inside this part.
        =) | Ends a group.
        """#

    static let fieldParameters = #"""
        ;type=image/png | The media type; by default it follows from the extension of the file.
        ;filename=name | The filename to send instead of the name of the file.
        ;headers="Name: text" | Another header for the part; `@file` reads headers from a file, one
          per line.
        ;encoder=base64 | The content transfer encoding: `binary`, `8bit`, `7bit`, `base64`,
          `quoted-printable`.
        """#

    static let fieldNotes = #"""
        A filename in quotes may contain semicolons, commas and blanks. `@` and `<` are special only
        directly after the `=`. Input from a pipe is read before the upload, up to 1 MiB into memory
        and the rest into an unnamed temporary file, so that its length is known; with `--chunked`
        it is sent while it is read.

        A file that changes while it is being sent is an error (`--allow-growth` allows it to grow),
        and the server never gets a body that looks complete. A file that is removed or replaced by
        a rename while it is being read is sent as it was; if that happens before, or between two
        attempts, the upload fails (26).
        """#

    static let fieldQuoting = #"""
        Semicolons, `<`, `(` and quotes are special to the shell: put single quotes around the
        argument. For text that must be sent exactly as it is, use `--form-string`.
        """#

    static let fieldExamples = #"""
        -F user=anna -F photo=@me.jpg | A field and a file.
        -F 'photo=@me.jpg;type=image/x-raw;filename=1.raw' | With another type and filename.
        -F 'note="one; two"' | Text with a semicolon.
        -F 'note=<note.txt' | A field with the content of a file.
        -F 'file=@"a,b;c.txt"' | A filename with a comma and a semicolon.
        -F 'm=(;type=multipart/alternative' -F =text -F '=)' | A group.
        """#
}
