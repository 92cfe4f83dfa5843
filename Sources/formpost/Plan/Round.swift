import FormEncoding
import FormUpload

/// Requests that share everything but the URL, the file of `-T` and that of `-o`: the n-th file goes to the n-th
/// URL.
struct Round {
    /// With the values of all variables.
    let line: OperationLine
    var settings: Settings { line.settings }

    /// How many requests there are.
    var count: Int { settings.urls.count }

    /// The settings of one request, counted from 0: they have one URL, and at most one file of `-T` and of
    /// `-o`.
    func request(_ number: Int) -> Settings {
        settings.request(
            to: settings.urls[number], uploading: settings.data.files.element(at: number),
            into: settings.output.files.element(at: number))
    }

    /// Throws for a URL that cannot be used, and for a request that would send nothing.
    func check() throws(Failure) {
        for number in 0..<count {
            let request = request(number)
            guard request.hasBody || request.needsNoBody else {
                throw .usage(Messages.nothingToUpload(line))
            }
            try request.checkURL(line)
        }
    }

    /// Whether HTTP/2 may be agreed upon, so that it is worth to wait for a connection.
    var mayShareConnections: Bool {
        settings.urls.contains { URLPlace.scheme(of: $0) == Array("https".utf8) }
    }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
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
