import FormEncoding

extension Run {
    /// Receives the growth of files (`--allow-growth`); nil if that is an error.
    func growthObserver(_ settings: Settings) -> GrowthObserver? {
        guard settings.form.allowsGrowth else { return nil }
        // Of several passes over a file the largest count stays.
        return { [grown] count, path in
            grown.withLock { $0[path] = max(count, $0[path] ?? 0) }
        }
    }

    /// Warns of the files that have grown, once.
    func reportGrowth() {
        let files = grown.withLock { grown in
            defer { grown = [:] }
            return grown
        }
        for (path, count) in files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            console.warn(Messages.grew(path, by: count))
        }
    }
}
