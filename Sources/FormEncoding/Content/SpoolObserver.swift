/// Told how much has come out of a pipe so far, for whoever shows it meanwhile. Equal to itself
/// alone.
package final class SpoolObserver: Hashable, Sendable {
    private let onRead: @Sendable (_ total: Int64, _ label: ByteString) -> Void

    package init(_ onRead: @escaping @Sendable (_ total: Int64, _ label: ByteString) -> Void) {
        self.onRead = onRead
    }

    func read(_ total: Int64, of label: ByteString) { onRead(total, label) }

    package static func == (a: SpoolObserver, b: SpoolObserver) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
