/// The prose of help and of the manual, a file for each subject, in raw literals: no escapes, and any
/// line breaks. A blank line begins a paragraph, and literal text is in backticks.
///
/// A table has a row a line, with bars between its columns, and a line that begins with two blanks
/// continues the row above it. Each option has a section, whose head is a line with `#` and the option's
/// long name, or several with commas between them. `TextReader` reads them.
enum Texts {
    static let options = [
        formOptions, dataOptions, requestOptions, manyOptions, redirectOptions, retryOptions,
        connectionOptions, tlsOptions, outputOptions, generalOptions,
    ]
}
