import FormEncoding

/// One request per file (`--each`).
extension Settings {
    /// The fields of `--each`; those of one operation have one name.
    var eachFields: [FormField] { form.fields.filter { $0.each != nil } }

    /// The option as typed.
    var eachOption: String { name(of: "each") }

    /// The paths of the files, in the order of the options; `nil` without `--each`.
    func eachPaths(standardInput: Int32) throws(Refusal) -> [ByteString]? {
        let fields = eachFields
        guard !fields.isEmpty else { return nil }
        var paths: [ByteString] = []
        for field in fields {
            guard let argument = field.each else { continue }
            let found = try self.paths(of: argument, field, standardInput)
            guard !found.isEmpty else {
                throw Refusal(ExitStatus.cannotRead, Messages.noFiles(field))
            }
            paths += found
        }
        return paths
    }

    private func paths(
        of argument: EachArgument, _ field: FormField, _ standardInput: Int32
    ) throws(Refusal) -> [ByteString] {
        switch argument.source {
        case .pattern(let pattern):
            do throws(FilePattern.Problem) {
                return try FilePattern(pattern).files()
            } catch {
                throw Refusal(ExitStatus.cannotRead, "\(field.option): \(Messages.text(error))")
            }
        case .list(let path):
            let file = InputFile(path: path, option: field.option)
            let bytes = try refusing { () throws(UsageError) in
                try SmallFile.read(file, standardInput: standardInput, until: limits.timeLimit)
            }
            do throws(PathList.Problem) {
                return try PathList.paths(in: bytes, endedBy: many.listEnd)
            } catch {
                throw Refusal(
                    ExitStatus.usage, "\(field.option): \(Messages.text(error, path))")
            }
        }
    }

    /// The settings of the request for one file: the field of the first `--each` is a field of `-F`.
    func request(
        for path: ByteString, index: Int, of count: Int
    ) throws(UsageError) -> Settings {
        var request = try resolved(
            with: RequestVariables(each: path, index: index, count: count))
        request.eachFile = path
        guard let place = request.form.fields.firstIndex(where: { $0.each != nil }),
            let argument = request.form.fields[place].each
        else { return request }
        request.form.fields[place].kind = .form
        request.form.fields[place].argument = argument.argument(for: path)
        request.form.fields.removeAll { $0.each != nil }
        return request
    }
}
