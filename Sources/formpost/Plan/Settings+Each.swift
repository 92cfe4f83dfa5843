import FormEncoding

/// One request per file (`--each`).
extension Settings {
    /// The fields of `--each`; those of one operation have one name.
    var eachFields: [FormField] { form.fields.filter { $0.each != nil } }

    /// The option as typed.
    var eachOption: String { name(of: "each") }

    /// The paths of the files, in the order of the options; `nil` without `--each`.
    func eachPaths(standardInput: Int32) throws(Failure) -> [ByteString]? {
        let fields = eachFields
        guard !fields.isEmpty else { return nil }
        var paths: [ByteString] = []
        var unreadable = UnreadableFiles()
        for field in fields {
            guard let argument = field.each else { continue }
            let found = try self.paths(of: argument, field, standardInput, &unreadable)
            guard !found.isEmpty else {
                throw Failure(ExitStatus.cannotRead, Messages.noFiles(field))
            }
            paths += found
        }
        guard unreadable.count == 0 else {
            throw Failure(ExitStatus.cannotRead, Messages.text(unreadable))
        }
        return paths
    }

    /// Checks the files, too: all that cannot be read are named at once.
    private func paths(
        of argument: EachArgument, _ field: FormField, _ standardInput: Int32,
        _ unreadable: inout UnreadableFiles
    ) throws(Failure) -> [ByteString] {
        switch argument.source {
        case .pattern(let pattern):
            let files: [ByteString]
            do throws(FilePattern.Problem) { files = try FilePattern(pattern).files() } catch {
                throw Failure(ExitStatus.cannotRead, "\(field.option): \(Messages.text(error))")
            }
            for path in files { unreadable.check(path, of: field, place: nil) }
            return files
        case .list(let path):
            let file = InputFile(path: path, option: field.option)
            let bytes = try failing { () throws(UsageError) in
                try SmallFile.read(
                    file, standardInput: standardInput, until: limits.timeLimit,
                    size: SmallFile.listLimit)
            }
            let entries: [PathList.Entry]
            do throws(PathList.Problem) {
                entries = try PathList.entries(in: bytes, endedBy: many.listEnd)
            } catch {
                throw Failure(
                    ExitStatus.usage, "\(field.option): \(Messages.text(error, path))")
            }
            let isLines = many.listEnd == .lineEnd
            let before = unreadable.count
            for entry in entries {
                unreadable.check(
                    entry.path, of: field,
                    place: Messages.place(of: entry, in: path, isLine: isLines))
            }
            if unreadable.count > before, !isLines, !bytes.contains(0) {
                unreadable.lacksNULs = true
            }
            return entries.map(\.path)
        }
    }

    /// The settings of one request: variables have their values, and its file is a field of `-F` in the
    /// place of the first `--each`.
    func request(
        for variables: RequestVariables?, _ captured: Captured
    ) throws(UsageError) -> Settings {
        var request = try resolved(with: variables, captured)
        guard let path = variables?.each else { return request }
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
