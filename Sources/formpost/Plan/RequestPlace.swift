import FormEncoding

/// A request among all of a run.
struct RequestPlace: Sendable, Equatable {
    /// The number of the request, from 0 on.
    var number = 0
    /// The number of all requests.
    var count = 1
    var name: ByteString = ""
    var url: ByteString = ""
}
