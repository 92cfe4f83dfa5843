import Dispatch
import FormEncoding
import Foundation

/// A POSIX extended regular expression (regcomp(3)), for texts with any bytes. `.` and `[^a]` match line
/// ends, and `^` and `$` the start and the end of the text.
///
/// Unchecked: regexec(3) only reads the compiled pattern.
final class RegularExpression: @unchecked Sendable {
    /// In bytes. regcomp(3) takes some of the stack for each nested group.
    private static let longestPattern = 1000
    /// The time of regexec(3) can grow with the square of the text, which a server may have made for that.
    private static let patience = DispatchTimeInterval.seconds(5)
    /// Texts of at most this many bytes are quick to search with any pattern.
    private static let quickText = 4096

    private let compiled: UnsafeMutablePointer<regex_t>

    /// Throws what is wrong with the pattern, in the system's words.
    init(_ pattern: ByteString) throws(Failure) {
        guard pattern.count <= Self.longestPattern else {
            throw .usage("more than \(Self.longestPattern) bytes")
        }
        guard !pattern.contains(0) else { throw .usage("a NUL") }
        let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
        compiled.initialize(to: regex_t())
        let status = regcomp(compiled, pattern.cString, REG_EXTENDED)
        guard status == 0 else {
            var reason = [CChar](repeating: 0, count: 256)
            _ = regerror(status, compiled, &reason, reason.count - 1)
            compiled.deallocate()
            let text = ByteString(cString: reason).description
            throw .usage(text)
        }
        self.compiled = compiled
    }

    deinit {
        regfree(compiled)
        compiled.deallocate()
    }

    /// Returns the first group of the leftmost match, or all of it if the pattern has no group; `nil` without
    /// a match. A group that takes no part in the match is empty.
    ///
    /// `isCut`: the text has no end, so `$` does not match. Throws if the search takes too long.
    func firstMatch(in text: [UInt8], isCut: Bool = false) throws(Failure) -> ByteString? {
        if text.count <= Self.quickText { return search(text, isCut) }
        let (found, done) = (Guarded<ByteString?>(nil), DispatchSemaphore(value: 0))
        // A search that is given up goes on until the process ends: regexec(3) cannot be stopped.
        DispatchQueue.global().async { [self] in
            let match = search(text, isCut)
            found.withLock { $0 = match }
            done.signal()
        }
        guard done.wait(timeout: .now() + Self.patience) == .success else {
            throw Failure(
                ExitStatus.badReply,
                "searching the response takes too long; write a pattern that says more")
        }
        return found.withLock { $0 }
    }

    private func search(_ text: [UInt8], _ isCut: Bool) -> ByteString? {
        var matches = [regmatch_t(), regmatch_t()]
        matches[0].rm_eo = regoff_t(text.count)
        let options = REG_STARTEND | (isCut ? REG_NOTEOL : 0)
        let status = (text.isEmpty ? [0] : text).withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                regexec(compiled, $0.baseAddress, matches.count, &matches, options)
            }
        }
        guard status == 0 else { return nil }
        let match = matches[compiled.pointee.re_nsub > 0 ? 1 : 0]
        guard match.rm_so >= 0 else { return ByteString() }
        return ByteString(bytes: text[Int(match.rm_so)..<Int(match.rm_eo)])
    }
}
