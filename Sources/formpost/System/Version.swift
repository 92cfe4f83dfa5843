enum Version {
    static let number = "0.2.0"

    /// For the manual (ISO 8601).
    static let date = "2026-11-26"
}
