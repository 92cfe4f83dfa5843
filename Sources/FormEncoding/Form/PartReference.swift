/// Identifies a part of a form, for progress and errors.
public struct PartReference: Sendable, Hashable {
    /// The index among all parts in sending order, from 0. A nested form is not counted, its parts
    /// are.
    package var index: Int
    /// The part's name, or that of the nested form around it.
    public package(set) var name: ByteString?
    /// The filename sent, if any.
    public package(set) var filename: ByteString?

    package init(index: Int, name: ByteString? = nil, filename: ByteString? = nil) {
        self.index = index
        self.name = name
        self.filename = filename
    }
}
