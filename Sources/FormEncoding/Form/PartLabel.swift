/// Which part of a form it is, for progress and for errors.
public struct PartLabel: Sendable, Hashable {
    /// The place among all parts in the order they are sent, from 0; nested forms count as the
    /// parts that they hold.
    public var index: Int
    /// The part's name, or that of the nested form around it.
    public var name: ByteString?
    public var filename: ByteString?

    package init(index: Int, name: ByteString? = nil, filename: ByteString? = nil) {
        self.index = index
        self.name = name
        self.filename = filename
    }
}
