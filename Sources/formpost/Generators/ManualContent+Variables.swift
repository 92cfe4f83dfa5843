/// The variables of `--variable` and of `--each`.
extension ManualContent {
    static let variables = """
        Every long option with a value can be written as `--expand-` and its name, such as \
        `--expand-form`, also in a configuration file. In its value `{{name}}` stands for the \
        variable that `--variable` has set before, and `{{name:function:function}}` for the result of \
        functions, from left to right. `\\{{` stands for `{{`. An unknown variable or function is an \
        error (exit status 2), and so is a NUL in the result. The functions are
        """

    static let variableNotes = [
        """
        For `each`, and for a variable that `name@file` has set, the digests, `size` and the parts of \
        the path are those of the file, which is not read into memory for them. For other variables \
        they are those of the text. Text from a file is limited to 10 MB. A range of bytes can be \
        given after a name: `--variable 'head[0-99]@file'`.
        """,
        """
        An empty variable in the place of a credential (in a header, a login, a field or a part of a URL \
        that is masked) is an error (exit status 2), and so is one from the environment anywhere if its name \
        says that it is a secret (see `--secret-variable`): many systems of continuous integration export a \
        secret that is not set as an empty variable.
        """,
        """
        `--each` sets three variables for each request: `each`, the path of its file; `index`, its \
        number, from 1 on; and `count`, the number of requests. Options that use them are applied \
        anew for each request.
        """,
        """
        `--capture` sets variables from a response, for the requests after a `--next`, which are made when \
        it has come; `-w '%capture{name}'` prints them.
        """,
    ]

    static let variableExamples = [
        "formpost --variable wheel@a.whl \\",
        "  --expand-form 'sha256_digest={{wheel:sha256}}' \\",
        "  -F content=@a.whl URL",
    ]
}
