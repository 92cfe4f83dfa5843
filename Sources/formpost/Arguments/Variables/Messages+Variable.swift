import FormEncoding
import FormUpload

/// Sentences about variables. They show names and columns, not values, which may be secrets.
extension Messages {
    static func text(_ problem: VariableProblem) -> String {
        switch problem {
        case .syntax(let problem): text(problem)
        case .unknown(let name, let suggestion):
            "no variable \(quoted(ByteString(name))) is set"
                + (suggestion == nil ? ": set it before with --variable" : didYouMean(suggestion))
        case .needsEach(let name):
            "the variable \(quoted(ByteString(name))) is set by --each, which is not given"
        case .nul(let name):
            "the variable \(quoted(ByteString(name))) contains a NUL: write {{\(name):b64}} or "
                + "{{\(name):hex}}"
        case .tooLong:
            "the text would have more than \(VariableFile.longestContent) bytes: use a file"
        case .noFile(let function, let name):
            "\(quoted(ByteString(function))) needs a file, and the variable "
                + "\(quoted(ByteString(name))) has none: set it with --variable name@file"
        case .unreadable(let path, let number): cannotRead(input(path), number)
        case .changed(let path): "\(input(path)) has changed since its digest or length was taken"
        case .timedOut(let timeout): text(timeout)
        case .noLibrary(let digest): noLibrary(digest)
        case .notInEnvironment(let name):
            "the environment has no \(name): export it"
        case .empty(let name):
            "the variable \(quoted(ByteString(name))) is empty, and an empty credential is not sent: set "
                + "it to the secret"
        case .takesNoValue(let option): "\(option) needs no value, so nothing can be expanded"
        case .cannotWait(let option):
            "\(option) is read before the requests of --each, and cannot use their variables"
        case .unnamed:
            "the name of a variable cannot come from a variable of --each or --capture"
        case .capturedLater(let name):
            "--capture sets the variable \(quoted(ByteString(name))) for the requests after the next "
                + "--next, not for this one"
        case .sharedCapture(let name):
            "this option is for all requests, and --capture sets the variable "
                + "\(quoted(ByteString(name))) for later ones only"
        case .namesFile(let name):
            "the variable \(quoted(ByteString(name))) of --capture is text that a server chooses, and "
                + "cannot name files or types here"
        case .isSyntax(let name):
            "the value that --capture has for \(quoted(ByteString(name))) would be more than text here, "
                + "a file or a parameter: use an option that takes it literally, such as "
                + "--expand-form-string"
        }
    }

    private static func text(_ problem: Template.Problem) -> String {
        switch problem {
        case .unclosed(let column):
            "no '}}' after the '{{' at column \(column) (write \\{{ for the braces themselves)"
        case .badName(let column):
            "no name of a variable after the '{{' at column \(column): only letters, digits and '_' "
                + "(write \\{{ for the braces themselves)"
        case .unknownFunction(let word, let column):
            unknownFunction(word) + " after the '{{' at column \(column): the functions are "
                + TemplateFunction.names.joined(separator: ", ")
        }
    }

    /// Longer text may be anything.
    private static func unknownFunction(_ word: ByteString) -> String {
        guard word.bytes.count <= 16 else { return "unknown function" }
        let nearest = Suggestion.nearest(to: word.description, among: TemplateFunction.names)
        return "unknown function \(quoted(word))" + didYouMean(nearest)
    }

    static func noLibrary(_ digest: Digest) -> String {
        "\(digest.rawValue) needs the system's libcrypto, which is not there or refuses it"
    }

    static func readTwice(_ input: String) -> String {
        "\(input) can be read only once, and is read before and after --capture: save it in a file first"
    }
}
