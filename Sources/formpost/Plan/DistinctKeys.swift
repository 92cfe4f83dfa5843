/// Finds requests with the same key, such as a URL, in about ten bytes for each request: it keeps
/// no keys, and has the few made again whose hashes are alike.
struct DistinctKeys {
    /// The numbers of requests, each plus one, in the bucket of the key's hash or the next free
    /// one; 0 in free buckets.
    private var numbers: [UInt32]
    /// Further bits of the hash in each bucket.
    private var tags: [UInt8]

    /// For at most `count` requests.
    init(count: Int) {
        var size = 16
        while size < count + count / 2 { size <<= 1 }
        numbers = [UInt32](repeating: 0, count: size)
        tags = [UInt8](repeating: 0, count: size)
    }

    /// Records that a request has a key. Returns the last one before it with the same key, which it
    /// replaces. `keyOf` returns the key of an earlier request.
    mutating func insert<Key: Hashable, Fault: Error>(
        _ key: Key, of number: Int, keyOf: (Int) throws(Fault) -> Key?
    ) throws(Fault) -> Int? {
        let (bucket, tag) = try find(key, keyOf: keyOf)
        let earlier = self.number(in: bucket)
        numbers[bucket] = UInt32(truncatingIfNeeded: number + 1)
        tags[bucket] = tag
        return earlier
    }

    /// The last request with a key.
    func number<Key: Hashable, Fault: Error>(
        of key: Key, keyOf: (Int) throws(Fault) -> Key?
    ) throws(Fault) -> Int? {
        number(in: try find(key, keyOf: keyOf).bucket)
    }

    private func number(in bucket: Int) -> Int? {
        guard numbers[bucket] > 0 else { return nil }
        return Int(numbers[bucket]) - 1
    }

    /// The bucket of a key, or the free one where it belongs.
    private func find<Key: Hashable, Fault: Error>(
        _ key: Key, keyOf: (Int) throws(Fault) -> Key?
    ) throws(Fault) -> (bucket: Int, tag: UInt8) {
        let hash = UInt(bitPattern: key.hashValue)
        let tag = UInt8(truncatingIfNeeded: hash >> 48)
        let mask = numbers.count - 1
        var bucket = Int(bitPattern: hash) & mask
        while let number = number(in: bucket) {
            if tags[bucket] == tag, try keyOf(number) == key { break }
            bucket = (bucket + 1) & mask
        }
        return (bucket, tag)
    }
}

/// Finds requests with the same key. At first zeros stand for the digests of files in keys: digests
/// are taken only of files whose requests have the same key without them.
struct RequestKeys {
    /// The key of a request, perhaps with zeros in place of digests.
    typealias Found<Key> = (key: Key, lacksDigests: Bool)

    /// Returns the key of the request with a number, with digests or without; `nil` if it has none.
    typealias Source<Key> = (Int, FileDigests) throws(Failure) -> Found<Key>?

    private let count: Int
    private var keys: DistinctKeys
    private var exact: DistinctKeys?

    /// For at most `count` requests.
    init(count: Int) {
        self.count = count
        keys = DistinctKeys(count: count)
    }

    /// Adds a request with its key without digests; returns the last one before it with the same
    /// key.
    mutating func insert<Key: Hashable>(
        _ found: Found<Key>, of number: Int, keyOf: Source<Key>
    ) throws(Failure) -> Int? {
        let earlier = try keys.insert(found.key, of: number) { (other) throws(Failure) in
            try keyOf(other, .leftOut)?.key
        }
        guard let earlier, found.lacksDigests else { return earlier }
        var exact = exact ?? DistinctKeys(count: count)
        self.exact = nil
        defer { self.exact = exact }
        var same: Int?
        for number in [earlier, number] {
            guard let key = try keyOf(number, .taken)?.key else { continue }
            same = try exact.insert(key, of: number) { (other) throws(Failure) in
                try keyOf(other, .taken)?.key
            }
        }
        return same
    }

    /// The last request that has a key without digests.
    func number<Key: Hashable>(of key: Key, keyOf: Source<Key>) throws(Failure) -> Int? {
        try keys.number(of: key) { (other) throws(Failure) in try keyOf(other, .leftOut)?.key }
    }
}
