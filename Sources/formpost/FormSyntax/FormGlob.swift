import FormEncoding

/// The files of a pattern of `--form-glob`, as fields of the form.
struct FormGlob {
    enum Problem: Error, Equatable, Sendable {
        /// No file matches the pattern.
        case noFiles(ByteString)
        /// The pattern is `-`, which has no files.
        case standardInput
        case pattern(FilePattern.Problem)
    }

    /// A field for each file, sorted by the bytes of their paths.
    let files: [FormParser.Argument]

    /// `nil` if the argument is no pattern of `--form-glob`.
    init?(_ argument: FormParser.Argument) throws(FormProblem) {
        guard case .pattern(let pattern) = argument.content else { return nil }
        do throws(Problem) {
            files = try Self.paths(of: pattern.path).map { path in
                var file = pattern
                file.path = path
                return FormParser.Argument(
                    field: argument.field, name: argument.name, content: .files([file]))
            }
        } catch {
            throw FormProblem(field: argument.field, offset: pattern.offset, fact: .glob(error))
        }
    }

    private static func paths(of pattern: ByteString) throws(Problem) -> [ByteString] {
        if pattern == "-" { throw .standardInput }
        let paths: [ByteString]
        do throws(FilePattern.Problem) { paths = try FilePattern(pattern).files() } catch {
            throw .pattern(error)
        }
        guard !paths.isEmpty else { throw .noFiles(pattern) }
        return paths.map(\.asFile)
    }
}

extension ByteString {
    /// The path of the file of that name: `-` alone is standard input.
    var asFile: ByteString { self == "-" ? "./-" : self }
}
