/// Which part of a form it is, for progress and for errors.
public struct PartReference: Sendable, Hashable {
    /// The place among all parts in the order in which they are sent, from 0. A nested form does not
    /// count itself, its parts do.
    public var index: Int
    /// The part's name, or that of the nested form around it.
    public var name: ByteString?
    /// The filename sent, if any.
    public var filename: ByteString?

    package init(index: Int, name: ByteString? = nil, filename: ByteString? = nil) {
        self.index = index
        self.name = name
        self.filename = filename
    }
}
