/// The prose of help and of the manual, a file for each subject, in raw literals: no escapes, and any
/// line breaks. A blank line begins a paragraph, and literal text is in backticks.
///
/// The options have a section each. Its head is a line with `#` and the option's long name, or several
/// with commas between them.
enum Texts {
    static let options = [
        formOptions, dataOptions, requestOptions, manyOptions, redirectOptions, retryOptions,
        connectionOptions, tlsOptions, outputOptions, generalOptions,
    ]
}
