import FormEncoding

/// Requests that have all but the URL, the file of `-T` and that of `-o` in common: each URL of an operation
/// with each file of `-T`, in curl's order.
struct Round {
    /// More requests are a mistake in a pattern.
    static let most = Int(Int32.max)

    static var tooMany: Failure { .usage(Messages.tooManyRequests(most)) }

    /// With the values of all variables.
    let settings: Settings
    private var targets: [Target] = []
    private var counts = Counts()

    /// How many requests there are.
    var count: Int { counts.total }

    init(_ settings: Settings) throws(Failure) {
        self.settings = settings
        for (number, url) in settings.urls.enumerated() {
            let target = Target(
                urls: try settings.glob(url), files: try settings.upload(at: number),
                output: settings.output.files.element(at: number))
            if let files = target.files, target.urls.count > 1, let pipe = files.pipe {
                throw .usage(Messages.readForEach("\(files.option) \(Messages.shown(pipe))"))
            }
            let (product, overflows) = target.urls.count.multipliedReportingOverflow(
                by: target.files?.paths.count ?? 1)
            guard !overflows, product <= Self.most - count else { throw Self.tooMany }
            counts.append(product)
            targets.append(target)
        }
    }

    /// The settings of one request, counted from 0: they have one URL, and at most one file of `-T` and of
    /// `-o`.
    func request(_ number: Int) -> Settings {
        let (place, rest) = counts.position(of: number)
        let target = targets[place]
        let (file, url) = rest.quotientAndRemainder(dividingBy: target.urls.count)
        let match = target.urls[url]
        return settings.request(
            to: match.text,
            uploading: target.files.map {
                InputFile(path: $0.paths[file].text, option: $0.option)
            }, into: target.output.map(match.name))
    }

    /// Throws for a URL that cannot be used, and for a request that would send nothing; of a pattern the
    /// first thousand are checked.
    func check() throws(Failure) {
        var first = 0
        for target in targets {
            for number in 0..<min(target.urls.count, 1000) {
                let request = request(first + number)
                guard request.hasBody || request.needsNoBody else {
                    throw .usage(Messages.nothingToUpload(settings))
                }
                try request.checkURL()
            }
            first += target.urls.count * (target.files?.paths.count ?? 1)
        }
    }

    /// Whether HTTP/2 may be agreed upon, so that it is worth to wait for a connection.
    var mayShareConnections: Bool {
        targets.contains { target in
            target.urls.prefix(100).contains {
                URLPlace.scheme(of: $0.text) == Array("https".utf8)
            }
        }
    }
}

/// A URL of the command line, with the files that go there.
private struct Target {
    let urls: URLGlob
    /// `nil`: the body is another one.
    let files: Files?
    let output: ByteString?

    /// The files of one `-T`.
    struct Files {
        let paths: URLGlob
        let option: String

        /// One that can be read only once.
        var pipe: ByteString? {
            paths.prefix(1000).lazy.map(\.text).first { $0 == "-" || $0.isFIFO }
        }
    }
}

extension Settings {
    /// The URLs that a pattern stands for.
    fileprivate func glob(_ url: ByteString) throws(Failure) -> URLGlob {
        if many.takesURLsLiterally || url == presignedURL || literalURLs.contains(url) {
            return URLGlob(literal: url)
        }
        // `UploadURL` describes a malformed host better.
        return try Self.glob(url) { $0.column <= url.authority.upperBound }
    }

    /// The files of `-T` that go to the URL of that number.
    fileprivate func upload(at number: Int) throws(Failure) -> Target.Files? {
        guard let file = data.files.element(at: number) else { return nil }
        let isLiteral = file.isStandardInput || many.takesURLsLiterally || eachFile != nil
        return Target.Files(
            paths: isLiteral ? URLGlob(literal: file.path) : try Self.glob(file.path),
            option: file.option)
    }

    private static func glob(
        _ pattern: ByteString, ignoring: (URLGlob.Problem) -> Bool = { _ in false }
    ) throws(Failure) -> URLGlob {
        do throws(URLGlob.Problem) {
            return try URLGlob(pattern)
        } catch {
            if ignoring(error) { return URLGlob(literal: pattern) }
            throw Failure(ExitStatus.malformedURL, Messages.text(error, in: pattern))
        }
    }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

/// How many requests there are in each of a row of groups.
struct Counts {
    /// How many there are up to the end of each group.
    private var ends: [Int] = []

    /// How many there are in all.
    var total: Int { ends.last ?? 0 }

    mutating func append(_ count: Int) { ends.append(total + count) }

    /// The group of a request, and its number in it; all are counted from 0.
    func position(of number: Int) -> (group: Int, number: Int) {
        // The first group that ends behind the request.
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > number { high = middle } else { low = middle + 1 }
        }
        return (low, number - (low > 0 ? ends[low - 1] : 0))
    }
}

/// A request among all of a run.
struct RequestPlace: Sendable, Equatable {
    /// The number of the request, from 0 on.
    var number = 0
    /// The number of all requests.
    var count = 1
    var name: ByteString = ""
    var url: ByteString = ""
}
