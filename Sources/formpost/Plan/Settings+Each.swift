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

    /// Headers of whose value variables have left nothing, as an empty secret of a CI job does. As in curl
    /// they are removed.
    var emptiedHeaders: [(option: String, name: ByteString)] {
        uses.compactMap { use in
            guard use.template == nil, use.option == "--\(OptionTable.expanding)header",
                case .remove(let name)? = try? HeaderArgument.line(use.value)
            else { return nil }
            return (use.option, name)
        }
    }

    /// The first option with a variable of a request that stays as it is, and its `--expand-x`;
    /// `captured` are those of `--capture`.
    func unexpandedVariable(
        _ captured: Set<String>
    ) -> (option: String, text: String, expanding: String)? {
        let names = captured.union(eachFields.isEmpty ? [] : Variables.ofRequests)
        guard !names.isEmpty || !variables.isEmpty else { return nil }
        // To look for one brace is fast, and most values have none.
        for use in uses where use.template == nil && use.value.bytes.contains(UInt8(ascii: "{")) {
            guard !use.option.hasPrefix("--expand-"), let row = OptionTable.row(of: use.option),
                case .required = row.argument,
                let found = use.value.description.firstMatch(
                    of: /\{\{([A-Za-z0-9_]+)(:[a-z0-9:]*)?\}\}/),
                case let name = String(found.1), names.contains(name) || variables.contains(name)
            else { continue }
            return (use.option, String(found.0), "--expand-" + row.long)
        }
        return nil
    }

    /// The settings with their variables. Of a request for one file, the field of the first `--each` is
    /// a field of `-F`.
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
