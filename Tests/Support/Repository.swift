/// Where the files of this package are.
package enum Repository {
    package static let path = String(
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/"))
}

/// Files of the repository for tests.
package enum Fixtures {
    /// The path of a file under Fixtures.
    package static func path(_ name: String) -> String { "\(Repository.path)/Fixtures/\(name)" }
}
