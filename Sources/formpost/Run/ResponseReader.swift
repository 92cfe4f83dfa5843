import FormEncoding
import FormUpload
import Foundation

/// Finds in one response what `--capture` takes from it, and what `--expect` demands of it.
///
/// Unchecked: as for `ResponseOutput`, events come one at a time. The results are read between two attempts
/// or after the last event.
final class ResponseReader: @unchecked Sendable {
    /// The number of bytes of a body that are kept.
    static let longestBody = 4 << 20

    private let captures: [Capture]
    private let expectations: [Expectation]
    /// The cookies that the responses set, the last one of each name.
    private var cookies: [ByteString: ByteString] = [:]
    /// The cookies among them that redirects have set.
    private var redirectCookies: [ByteString: ByteString] = [:]
    private var head: ResponseHead?
    private var body: [UInt8] = []
    private var isBodyCut = false

    /// `nil` if there is nothing to find.
    init?(_ captures: [Capture], _ expectations: [Expectation]) {
        if captures.isEmpty, expectations.isEmpty { return nil }
        (self.captures, self.expectations) = (captures, expectations)
    }

    /// Whether a value is in the response's body.
    var needsBody: Bool {
        captures.contains(where: \.source.isInBody)
            || expectations.contains(where: \.source.isInBody)
    }

    func handle(_ event: TransferEvent) {
        switch event {
        case .redirecting(let notice):
            addCookies(of: notice.head)
            redirectCookies = cookies
        case .head(let head):
            self.head = head
            addCookies(of: head)
        case .body(let bytes):
            guard needsBody else { return }
            let room = Self.longestBody - body.count
            body += bytes.prefix(room)
            isBodyCut = isBodyCut || bytes.count > room
        case .retrying(let notice):
            if !notice.keepsRedirects { redirectCookies = [:] }
            cookies = redirectCookies
            head = nil
            body = []
            isBodyCut = false
        default: break
        }
    }

    /// The values of the variables, or why one has none; an empty one counts as none.
    private(set) lazy var values = Result { () throws(Failure) in
        var values: [String: ByteString] = [:]
        for capture in captures {
            try failing(of: Messages.reader(capture.use)) { () throws(Failure) in
                let value = try text(value(of: capture.source), capture.source)
                if value.isEmpty { throw fault(missing(capture.source)) }
                values[capture.name] = value
            }
        }
        return values
    }

    private func fault(_ text: String) -> Failure { Failure(ExitStatus.badReply, text) }

    /// Why a value is missing.
    var failure: Failure? { if case .failure(let failure) = values { failure } else { nil } }

    /// The failure of the first expectation that the response does not meet.
    var unmet: Failure? {
        for expectation in expectations {
            do throws(Failure) { try check(expectation) } catch {
                return Failure(
                    ExitStatus.badStatus, "\(Messages.reader(expectation.use)): \(error.text)")
            }
        }
        return nil
    }

    private func check(_ expectation: Expectation) throws(Failure) {
        let source = expectation.source
        let finding = try value(of: source)
        // An object or a list counts as a value.
        if case .noText(let kind)? = finding, expectation.value == nil, kind != "null" { return }
        let found = try text(finding, source)
        if let wanted = expectation.value, wanted != found {
            let isSecret = Redactor.ofProcess.names.hide(source)
            throw fault("the response has \(isSecret ? "[masked]" : Messages.shown(found)) there")
        }
    }

    private func text(
        _ finding: JSONFinding?, _ source: Capture.Source
    ) throws(Failure) -> ByteString {
        switch finding {
        case .text(let text): return text
        case .noText(let kind): throw fault("this place has \(kind), not text")
        case nil: throw fault(missing(source))
        }
    }

    private func missing(_ source: Capture.Source) -> String {
        if isBodyCut, source.isInBody {
            return "it is not within the first \(Self.longestBodyText) of the response"
        }
        return switch source {
        case .cookie(let name): "the response sets no cookie \(Messages.quoted(name))"
        case .header(let name): "the response has no header \(Messages.quoted(name))"
        case .json: "the response has no value at this place"
        case .regex: "nothing in the response matches"
        }
    }

    private static var longestBodyText: String { ByteCount.text(Int64(longestBody)) }

    private func value(of source: Capture.Source) throws(Failure) -> JSONFinding? {
        switch source {
        case .cookie(let name): return cookies[name].map { .text($0) }
        case .header(let name):
            return head?.parsedFields.last { $0.isNamed(name.description) }.map { .text($0.value) }
        case .json(let pointer): return try json(pointer)
        case .regex(let pattern):
            return try pattern.firstMatch(in: body, isCut: isBodyCut).map { .text($0) }
        }
    }

    private func json(_ pointer: JSONPointer) throws(Failure) -> JSONFinding? {
        // A body that was cut cannot be parsed.
        guard !isBodyCut else { throw fault("the response is longer than \(Self.longestBodyText)") }
        guard !body.isEmpty else { throw fault("the response is empty") }
        do throws(JSONFields.Problem) { return try pointer.find(in: body) } catch {
            throw fault(
                "the response is not valid JSON (line \(error.line), column "
                    + "\(error.column)): \(error.text)")
        }
    }

    private func addCookies(of head: ResponseHead) {
        for cookie in head.cookies { cookies[cookie.name] = cookie.isRemoved ? nil : cookie.value }
    }
}

extension CredentialNames {
    /// Whether the value at a place of a response is a secret: a cookie, or one whose name says so.
    fileprivate func hide(_ source: Capture.Source) -> Bool {
        switch source {
        case .cookie: true
        case .header(let name): contains(name)
        case .json(let pointer): pointer.path.last.map { contains($0) } ?? false
        case .regex: false
        }
    }
}
