import TestSupport

/// Shows by a gate that it was released, and so whatever held it.
final class Token: Sendable {
    private let released: Gate

    init(_ released: Gate) { self.released = released }

    deinit { released.open() }
}
