import FormEncoding
import FormUpload

/// The names of the cookies that servers have set in a run, to find those that libcurl has lost: it
/// keeps one of `sid` and `SID`, which are two cookies (RFC 6265 §5.3).
final class CookieNames: Sendable {
    /// The names that servers have set and not removed.
    private let names = Guarded<Set<ByteString>>([])

    func add(_ event: TransferEvent) {
        switch event {
        case .redirecting(let notice): add(notice.head)
        case .head(let head): add(head)
        default: break
        }
    }

    private func add(_ head: ResponseHead) {
        for cookie in head.cookies {
            names.withLock { names in
                if cookie.isRemoved || cookie.value.isEmpty {
                    names.remove(cookie.name)
                } else {
                    names.insert(cookie.name)
                }
            }
        }
    }

    /// Warnings about the cookies that are not among `kept`, which are lines in Netscape's format,
    /// where one is that differs from them only in the case of letters.
    func warnings(_ kept: () -> [ByteString]) -> [String] {
        let groups = names.withLock { Dictionary(grouping: $0) { $0.map(\.lowercased) } }
            .values.filter { $0.count > 1 }
        guard !groups.isEmpty else { return [] }
        let keptNames = Set(kept().compactMap(\.nameOfCookie))
        return groups.flatMap { names in
            names.filter { !keptNames.contains($0) }.compactMap { lost in
                guard let name = names.first(where: keptNames.contains) else { return nil }
                return
                    "the cookie \(Messages.quoted(lost)) is lost: libcurl has replaced it by "
                    + "\(Messages.quoted(name)), which differs only in the case of letters"
            }
        }
    }
}

extension ByteString {
    /// The sixth field of a line in Netscape's format.
    fileprivate var nameOfCookie: ByteString? {
        let fields = bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard fields.count > 5 else { return nil }
        return ByteString(bytes: fields[5])
    }
}

extension ResponseHead {
    /// The cookies that the response sets, in order, or removes by a `Max-Age` of 0.
    var cookies: [(name: ByteString, value: ByteString, isRemoved: Bool)] {
        parsedFields.filter { $0.isNamed("Set-Cookie") }.compactMap { field in
            let parts = field.value.bytes.split(separator: UInt8(ascii: ";")).map { part in
                let (name, value) = ByteString(part).nameAndText
                return (
                    name: ByteString(bytes: Array(name).trimmed),
                    value: ByteString(bytes: Array(value).trimmed)
                )
            }
            guard let (name, value) = parts.first, !name.isEmpty else { return nil }
            let age = parts.dropFirst().last { $0.name.map(\.lowercased) == Array("max-age".utf8) }
            let isRemoved = age.flatMap { Int($0.value.description) }.map { $0 <= 0 } ?? false
            return (name, value, isRemoved)
        }
    }
}
