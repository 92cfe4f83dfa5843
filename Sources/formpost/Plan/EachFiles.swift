import FormEncoding

/// The files of `--each`, with what was found when they were listed.
struct EachFiles {
    private(set) var paths = FilePaths()
    /// Their lengths in bytes, -1 for one that is not known before the file is read.
    private(set) var sizes: [Int64] = []
    /// The paths that do not lead to regular files but, say, to pipes.
    private(set) var irregular: [ByteString] = []
    /// How many files cannot be read, and the first of them, each with the line or entry of its list.
    private(set) var unreadableCount = 0
    private var named: [(path: ByteString, errno: Int32, place: String?, field: FormField)] = []
    /// Whether a list that should have NULs has none.
    var lacksNULs = false
    /// The directories and hidden names that patterns leave out; another pattern may take them.
    var leftOut: Set<ByteString> = []

    /// Adds the file at a path. `place` is the line or entry of a list; `nil` for a file of a pattern.
    mutating func add(_ path: ByteString, of field: FormField, place: @autoclosure () -> String?) {
        paths.append(path)
        do throws(BodyFault) {
            let file = try path.checkReadable()
            sizes.append(file.kind == .regular ? file.size : -1)
            if file.kind != .regular { irregular.append(path) }
        } catch {
            sizes.append(-1)
            guard case .cannotRead(_, let number) = error else { return }
            unreadableCount += 1
            if named.count < 10 { named.append((path, number, place(), field)) }
        }
    }

    func variables(_ number: Int) -> RequestVariables { (paths[number], number + 1, paths.count) }

    /// Names all that cannot be read; `nil` if there are none.
    fileprivate var failure: Failure? {
        guard let (path, errno, place, field) = named.first else { return nil }
        var text =
            "\(Messages.path(path))\(place.map { " (\($0))" } ?? ""): \(Messages.reason(errno))"
            + Messages.fileRemedy(path, errno, field)
        if unreadableCount > 1 {
            let names = named.map { path, errno, place, _ in
                let reason = (place.map { $0 + ": " } ?? "") + Messages.reason(errno)
                return "\(Messages.path(path)) (\(reason))"
            }
            let others = unreadableCount - named.count
            text =
                "\(unreadableCount) files: " + names.joined(separator: ", ")
                + (others > 0 ? " and \(others) more" : "")
        }
        if lacksNULs { text += "; --each-null is for paths that are ended by NULs" }
        return Failure(ExitStatus.cannotRead, "\(field.option): cannot read \(text)")
    }
}

extension Settings {
    /// All uses of `--each`. In one operation they have the same field name, or none.
    var eachFields: [FormField] { form.fields.filter { $0.each != nil } + data.each }

    /// Makes a file of `--each` that of the requests; with `isBody` it is all of their bodies.
    mutating func setFile(_ path: ByteString, of option: String, isBody: Bool) {
        each.file = path
        guard isBody else { return }
        let file = InputFile(path: ByteString(bytes: path.asFile), option: option)
        data.files = Array(repeating: file, count: urls.count)
        data.each = []
    }
}

extension OperationLine {
    var eachOption: String { name(of: "each") }

    /// The files of all `--each`, in the order of the options; `nil` without `--each`. All that cannot be
    /// read are named at once, unless `allowsMissing`.
    func eachFiles(allowsMissing: Bool) throws(Failure) -> EachFiles? {
        let fields = settings.eachFields
        guard !fields.isEmpty else { return nil }
        var files = EachFiles()
        for field in fields {
            guard let argument = field.each else { continue }
            let before = files.paths.count
            try add(argument, field, to: &files)
            guard files.paths.count > before else {
                let pattern = argument.isList ? "" : argument.source
                throw Failure.unreadable(
                    "there is no file for \(Messages.quoted(field.argument))"
                        + Messages.literalHint(pattern)
                ).of(field.option)
            }
        }
        if !allowsMissing, let failure = files.failure { throw failure }
        if !files.leftOut.isEmpty { files.leftOut.subtract(files.paths) }
        return files
    }

    private func add(
        _ argument: EachArgument, _ field: FormField, to files: inout EachFiles
    ) throws(Failure) {
        guard argument.isList else {
            let found = try failing(of: field.option) { () throws(Failure) in
                try FilePattern.files(of: argument.source)
            }
            files.leftOut.formUnion(found.leftOut)
            for path in found.paths { files.add(path, of: field, place: nil) }
            return
        }
        let file = InputFile(path: argument.source, option: field.option)
        let bytes = try file.read(
            until: settings.limits.timeLimit, size: SmallFile.pathListLimit)
        let hasNULs = settings.each.listHasNULs
        let before = files.unreadableCount
        try PathList.read(bytes, of: file, hasNULs: hasNULs) { found, number in
            files.add(
                found, of: field,
                place: "\(hasNULs ? "entry" : "line") \(number) of \(Messages.input(file.path))")
        }
        if files.unreadableCount > before, hasNULs, !bytes.contains(0) { files.lacksNULs = true }
    }

    /// The line for one request: variables have their values, and its file is a field of `-F` in the
    /// place of the first `--each`.
    func request(
        for variables: RequestVariables?, _ captured: [String: ByteString]? = nil
    ) throws(Failure) -> OperationLine {
        var line = try resolved(with: variables, captured)
        guard let path = variables?.each else { return line }
        let isBody = !settings.data.each.isEmpty
        line.settings.setFile(path, of: eachOption, isBody: isBody)
        guard let place = line.settings.form.fields.firstIndex(where: { $0.each != nil }),
            let argument = line.settings.form.fields[place].each?.argument(for: path)
        else { return line }
        line.settings.form.fields[place].kind = .form
        line.settings.form.fields[place].argument = argument
        line.settings.form.fields.removeAll { $0.each != nil }
        return line
    }
}
