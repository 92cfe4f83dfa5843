import FormEncoding

/// The requests that the operations of a command line ask for, in order, before any input is read.
struct Plan {
    /// One operation and its requests: the settings of each have one URL, and at most one file of
    /// `-T` and of `-o`.
    struct Operation {
        let settings: Settings
        var requests: [Settings]

        /// Whether HTTP/2 may be agreed upon, so that it is worth to wait for a connection.
        var mayShareConnections: Bool {
            requests.contains { URLPlace.scheme(of: $0.url ?? "") == Array("https".utf8) }
        }
    }

    let operations: [Operation]

    init(_ operations: [Settings]) throws(Refusal) {
        self.operations = operations.map { settings in
            let requests = settings.urls.enumerated().map { index, url in
                settings.request(
                    to: url, uploading: settings.data.files.element(at: index),
                    into: settings.output.files.element(at: index))
            }
            return Operation(settings: settings, requests: requests)
        }
    }

    var count: Int { operations.reduce(0) { $0 + $1.requests.count } }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
