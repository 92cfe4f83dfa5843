/// Identifies a part of a form, for progress and errors.
package struct PartReference: Sendable, Hashable {
    /// The index among all parts in sending order, from 0. A nested form is not counted, its parts
    /// are.
    package var index: Int
    /// The part's name, or that of the nested form around it.
    package var nameBytes: ByteString?
    package var filenameBytes: ByteString?

    package init(index: Int, name: ByteString? = nil, filename: ByteString? = nil) {
        (self.index, nameBytes, filenameBytes) = (index, name, filename)
    }
}
