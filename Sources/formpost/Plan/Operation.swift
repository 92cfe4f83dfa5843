import FormEncoding

/// One operation of a command line: a request for each URL, with `--each` for each file and each URL. `--next`
/// separates operations.
struct Operation {
    /// Its place on the command line, from 0 on.
    let index: Int
    /// As typed.
    let line: OperationLine
    /// The number of its first request among all, from 0 on.
    let first: Int
    /// The files of `--each`; `nil` without the option.
    let files: EachFiles?
    /// `-F` as typed, parsed.
    let form: FormBuilder
    /// `-w` as typed.
    let writeOut: WriteOut?
    let awaitedCaptures: [String]
    /// The line for the first file, with `{{name}}` in the place of a captured value.
    let firstLine: OperationLine
    /// What the requests of the first file share; `nil` before the first look at them.
    private(set) var template: RequestTemplate?
    /// Whether a request sends a file, unlike a login.
    private(set) var hasUploads = false

    /// The number of requests that are looked at before the first is sent, if they differ in more than
    /// their names.
    private static let mostLookedAt = 100_000

    /// Reads lists of paths and expands patterns of files (`--each`).
    init(
        _ line: OperationLine, _ form: FormBuilder, index: Int, first: Int, _ run: RunSettings
    ) throws(Failure) {
        (self.line, self.form) = (line, form)
        (self.index, self.first) = (index, first)
        awaitedCaptures = line.awaitedCaptures
        files = try line.eachFiles(allowsMissing: run.journal.cancelsUploads)
        firstLine = try line.request(for: files?.variables(0))
        writeOut = try line.writeOutFormat(run.preview)
    }

    /// Whether a journal records the uploads.
    fileprivate var isRecorded: Bool {
        files != nil || !settings.data.files.isEmpty || settings.resumption != nil
    }

    /// Whether no option waits for a variable.
    var isFixed: Bool { !line.waits }
    var settings: Settings { line.settings }
    var firstSettings: Settings { firstLine.settings }

    var count: Int { firstSettings.urls.count * fileCount }

    var fileCount: Int { files?.paths.count ?? 1 }

    var sharesBody: Bool {
        count == 1 || firstSettings.data.files.isEmpty && (files == nil || !isFixed)
    }

    /// The file and the URL of a request; all are counted from 0, the request among those of the operation.
    func place(of offset: Int) -> (file: Int, url: Int) {
        let (file, url) = offset.quotientAndRemainder(dividingBy: firstSettings.urls.count)
        return (file, url)
    }

    /// The line for a file's requests, with the values of `--each` and `--capture`. With `renewsLimit` they have
    /// the whole time limit.
    func line(
        ofFile number: Int, _ captured: [String: ByteString]? = nil, renewsLimit: Bool = false
    ) throws(Failure) -> OperationLine {
        if number == 0, captured == nil, !renewsLimit { return firstLine }
        var line = line
        if renewsLimit {
            line.settings.limits.began = line.settings.limits.began.map { _ in .now }
        }
        return try line.request(for: files?.variables(number), captured)
    }

    /// The place of a request that is not made, counted from 0 among those of the operation.
    func label(of offset: Int, _ count: Int) -> RequestLabel {
        var label = RequestLabel(number: first + offset, count: count)
        let (file, url) = place(of: offset)
        guard let request = try? line(ofFile: file).settings.request(url) else { return label }
        label.url = template.map { $0.url(of: request) } ?? request.urlWithName
        label.file = request.uploadedFile
        label.name = label.file ?? label.url
        return label
    }
}

/// The first look at the requests.
extension Operation {
    /// Makes requests without waiting for the bytes of their bodies: opens and measures files, checks URLs and
    /// headers, and asks for passwords. Adds the lengths of all bodies to `sizes`, -1 for one that is not known.
    mutating func look(_ inputs: Inputs, _ sizes: inout [Int64]) throws(Failure) {
        var inputs = inputs
        inputs.readsNothing = true
        var requests = Requests(self, inputs)
        var last: Int64 = -1
        for _ in 0..<lookedAt {
            guard let request = try requests.next()?.get() else { break }
            template = template ?? request.template
            hasUploads = hasUploads || request.label.isUpload
            last = request.upload.body.length ?? -1
            sizes.append(last)
        }
        // Bodies that were not looked at have their own file, and the rest as the last one that was.
        let fileSize = { [self] offset in files?.sizes[place(of: offset).file] ?? 0 }
        let size = fileSize(lookedAt - 1)
        let others = size < 0 || last < 0 ? nil : last - size
        for size in (lookedAt..<count).lazy.map(fileSize) {
            sizes.append(size < 0 ? -1 : others.map { $0 + size } ?? -1)
        }
    }

    /// For how many files requests are looked at. Those of a list without variables differ only in the
    /// file, which was looked at when the list was read; digests are taken when a request is made.
    /// `Uniqueness` and `FileAccess` look at the names of all requests.
    private var filesLookedAt: Int {
        let uses = line.uses.filter { $0.template != nil && $0.spec?.isName != true }
        let references = uses.compactMap(\.template).flatMap(\.references)
        let readsContents = references.contains { $0.functions.contains { $0.digest != nil } }
        return uses.isEmpty || readsContents ? 1 : min(fileCount, Self.mostLookedAt)
    }

    /// Of many URLs that get the same request a thousand are enough.
    private var lookedAt: Int {
        min(
            filesLookedAt * firstSettings.urls.count,
            isFixed && sharesBody ? 1000 : Self.mostLookedAt)
    }
}

/// Uploads that several operations have in common.
extension [Operation] {
    /// A file and the URL that it goes to; without `--each` and `-T` the fields of a form.
    private struct Upload: Hashable {
        let url: ByteString
        let content: [ByteString]

        init(_ settings: Settings) {
            url = settings.urlWithName
            if let file = settings.uploadedFile {
                content = [file.withoutDots]
            } else {
                content = settings.form.fields.map(\.argument)
            }
        }
    }

    /// Returns how many earlier operations send the same file to the same URL, by the number of
    /// the request. An operation that cannot be resolved reports it when its requests are made.
    func repetitions(in journal: RunSettings.Journal) -> [Int: Int] {
        let recorded = filter(\.isRecorded)
        guard journal.path != nil, recorded.count > 1 else { return [:] }
        var counts: [Upload: Int] = [:]
        var repetitions: [Int: Int] = [:]
        for operation in recorded {
            var own: Set<Upload> = []
            for offset in 0..<operation.count {
                let (file, url) = operation.place(of: offset)
                guard let line = try? operation.line(ofFile: file) else { continue }
                let upload = Upload(line.settings.request(url))
                repetitions[operation.first + offset] = counts[upload]
                own.insert(upload)
            }
            for upload in own { counts[upload, default: 0] += 1 }
        }
        return repetitions
    }
}

/// Checks that need all operations.
extension [Operation] {
    /// Whether a journal can record uploads of these operations.
    private var haveFiles: Bool { contains(where: \.isRecorded) }

    var areResumable: Bool { contains { $0.settings.resumption != nil } }

    /// Whether the same call would go on after an interruption if it had a journal.
    func wouldGoOn(_ run: RunSettings, count: Int) -> Bool {
        run.journal.path == nil && haveFiles && (count > 1 || areResumable)
    }

    /// Throws if an option does not go with the number of requests.
    func check(_ run: RunSettings, count: Int) throws(Failure) {
        if run.preview.isBody, count > 1 {
            throw .usage("--dry-run=body writes one body, and there are several requests")
        }
        let lines = map(\.line)
        let all = lines.map(\.settings)
        if run.journal.path != nil, !haveFiles {
            throw .usage(
                "\(run.name(of: "journal")) notes the files of --each and -T, and there are none; with "
                    + "--resumable or --tus it also notes where an upload stopped")
        }
        if run.journal.cancelsUploads,
            run.journal.path == nil || all.first?.resumption == nil
        {
            throw .usage(
                "\(run.name(of: "resume-cancel")) needs --journal, and --resumable or --tus")
        }
        // A configuration file may have an option for other calls.
        func has(_ option: String, _ line: OperationLine) -> Bool {
            line.uses.contains { $0.place == nil && $0.isOn && $0.plainOption == option }
        }
        if lines.contains(where: { has("--resumable", $0) && has("--tus", $0) }) {
            throw .usage("--resumable and --tus are different protocols: use one of them")
        }
        if run.preview.printsCurl, let line = lines.first(where: \.settings.isTus) {
            throw .usage(
                "\(run.name(of: "curl")) cannot write what \(line.name(of: "tus")) does: curl has no tus, and "
                    + "its upload would be another one")
        }
        for line in lines where line.settings.resumption == nil {
            if has("--append-size", line) {
                throw .usage("\(line.name(of: "append-size")) needs --resumable or --tus")
            }
        }
        if run.journal.path != nil, Digest.sha256.begin() == nil {
            throw Digest.sha256.missing.of(run.name(of: "journal"))
        }
        guard run.journal.isByContent else { return }
        let option = run.name(of: "journal-content")
        if run.journal.path == nil {
            throw .usage("\(option) needs a journal: add --journal FILE")
        }
        if let growing = lines.first(where: \.settings.form.allowsGrowth) {
            let name = growing.name(of: "allow-growth")
            throw .usage(
                "\(option) and \(name) exclude each other: a growing file has no digest")
        }
    }
}
