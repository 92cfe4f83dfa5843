import FormEncoding

/// The kinds of bodies, as far as secrets in them can be found.
enum BodyContent {
    case form(MultipartForm)
    /// `name=value` pairs, joined by `&`.
    case pairs
    /// JSON that is known before it is sent.
    case json([UInt8])
    /// A file of `-T`, apart from standard input.
    case file
    case other
}
