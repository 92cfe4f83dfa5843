/// The values of `$URL` and its like in one run. In commands they are variables of the shell.
struct Names: Sendable {
    private(set) var values: [String: String] = [:]

    subscript(_ name: String) -> String {
        get { values[name] ?? "$" + name }
        set { values[name] = newValue }
    }

    /// Whether this is a name.
    static func has(_ word: String) -> Bool {
        ["PORT", "DIR", "FIXTURES"].contains(word) || isServer(word)
    }

    /// Whether this is the name of a server's URL.
    static func isServer(_ word: String) -> Bool {
        ["URL", "URL2", "TLS"].contains(word) || word.hasPrefix("TLS_")
    }
}
