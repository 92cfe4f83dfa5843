import Foundation

/// Whether to run what takes long as well: `make test EXHAUSTIVE=1`, as CI does.
package enum Exhaustive {
    package static let isRequested =
        ProcessInfo.processInfo.environment["FORMPOST_EXHAUSTIVE"] != nil

    /// The number of random cases to run.
    package static func count(_ all: Int, orElse few: Int) -> Int { isRequested ? all : few }

    /// The rows of a long table that are run: each fifth one, or all.
    package static func rows<Row>(_ all: some Collection<Row>) -> [Row] {
        all.enumerated().filter { isRequested || $0.offset.isMultiple(of: 5) }.map(\.element)
    }
}
