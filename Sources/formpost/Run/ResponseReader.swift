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
    private let holdsBody: Bool
    private var cookies = SetCookies()
    private var head: ResponseHead?
    private var body: [UInt8] = []
    private var isBodyCut = false

    /// `nil` if there is nothing to find.
    init?(_ captures: [Capture], _ expectations: [Expectation]) {
        if captures.isEmpty, expectations.isEmpty { return nil }
        (self.captures, self.expectations) = (captures, expectations)
        holdsBody =
            captures.contains(where: \.source.isInBody)
            || expectations.contains(where: \.source.isInBody)
    }

    func handle(_ event: TransferEvent) {
        switch event {
        case .redirecting(let notice): cookies.add(notice.head)
        case .head(let head):
            self.head = head
            cookies.add(head)
        case .body(let bytes):
            guard holdsBody else { return }
            let room = Self.longestBody - body.count
            body += bytes.prefix(room)
            isBodyCut = isBodyCut || bytes.count > room
        case .retrying:
            (cookies, head, body, isBodyCut) = (SetCookies(), nil, [], false)
        default: break
        }
    }

    /// The values of the variables, or why one has none; an empty one counts as none.
    private(set) lazy var values = Result { () throws(CaptureFailure) in
        var values: [String: ByteString] = [:]
        for capture in captures {
            do throws(ValueFault) {
                let value = try value(of: capture.source)
                guard let value, !value.isEmpty else { throw missing(capture.source.isInBody) }
                values[capture.name] = value
            } catch {
                throw CaptureFailure(capture: capture, fault: error)
            }
        }
        return values
    }

    /// Why a value is missing.
    var failure: Failure? {
        if case .failure(let failure) = values { failure.failure } else { nil }
    }

    /// The first expectation that the response does not meet.
    var unmet: UnmetExpectation? {
        for expectation in expectations {
            do throws(ValueFault) {
                try check(expectation)
            } catch {
                return UnmetExpectation(expectation: expectation, fault: error)
            }
        }
        return nil
    }

    private func check(_ expectation: Expectation) throws(ValueFault) {
        let source = expectation.source
        do throws(ValueFault) {
            guard let found = try value(of: source) else { throw missing(source.isInBody) }
            if let wanted = expectation.value, wanted != found { throw .other(found) }
        } catch {
            // An object or a list counts as a value.
            guard expectation.value == nil, case .noText(let kind) = error, kind != "null" else {
                throw error
            }
        }
    }

    private func missing(_ isInBody: Bool) -> ValueFault {
        isBodyCut && isInBody ? .notInBeginning : .missing
    }

    private func value(of source: Capture.Source) throws(ValueFault) -> ByteString? {
        switch source {
        case .cookie(let name): cookies.value(of: name)
        case .header(let name):
            head?.fields.last { $0.isNamed(name.description) }?.value
        case .json(let pointer): try json(pointer)
        case .regex(let pattern): try match(pattern)
        }
    }

    private func match(_ pattern: RegularExpression) throws(ValueFault) -> ByteString? {
        do throws(RegularExpression.Endless) {
            return try pattern.firstMatch(in: body, isCut: isBodyCut)
        } catch {
            throw .endless
        }
    }

    private func json(_ pointer: JSONPointer) throws(ValueFault) -> ByteString? {
        // A body that was cut cannot be parsed.
        guard !isBodyCut else { throw .notInBeginning }
        guard !body.isEmpty else { throw .empty }
        let finding: JSONFinding?
        do throws(JSONFields.Problem) { finding = try pointer.find(in: body) } catch {
            throw .notJSON(error)
        }
        switch finding {
        case .text(let text): return text
        case .noText(let kind): throw .noText(kind)
        case nil: return nil
        }
    }
}

/// Why a response lacks a value.
enum ValueFault: Error, Equatable {
    case missing
    /// The response has no body.
    case empty
    /// The beginning of the body that is kept has no such value.
    case notInBeginning
    case notJSON(JSONFields.Problem)
    /// The search of a pattern was given up.
    case endless
    /// A JSON value that is not text, such as `null`.
    case noText(String)
    /// The response has another value than the expected one.
    case other(ByteString)
}

/// Why a variable of `--capture` has no value.
struct CaptureFailure: FailureCause, Equatable {
    let capture: Capture
    let fault: ValueFault

    var failure: Failure { Failure(ExitStatus.badReply, Messages.text(self)) }
}

/// An expectation that a response does not meet (`--expect`).
struct UnmetExpectation: FailureCause, Equatable {
    let expectation: Expectation
    let fault: ValueFault

    var failure: Failure { Failure(ExitStatus.badStatus, Messages.text(self)) }
}

/// The cookies that responses set, the last one of each name.
struct SetCookies {
    private var values: [ByteString: ByteString] = [:]

    func value(of name: ByteString) -> ByteString? { values[name] }

    /// Adds the cookies of a response; `Max-Age` 0 removes a cookie.
    mutating func add(_ head: ResponseHead) {
        for field in head.fields where field.isNamed("Set-Cookie") {
            let parts = field.value.bytes.split(separator: UInt8(ascii: ";")).map {
                Self.pair(Array($0))
            }
            guard let (name, value) = parts.first, !name.isEmpty else { continue }
            let age = parts.dropFirst().last { $0.name.map(\.lowercased) == Array("max-age".utf8) }
            let isGone = age.flatMap { Int($0.value.description) }.map { $0 <= 0 } ?? false
            values[name] = isGone ? nil : value
        }
    }

    private static func pair(_ text: [UInt8]) -> (name: ByteString, value: ByteString) {
        let parts = text.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return (
            ByteString(bytes: (parts.first.map(Array.init) ?? []).trimmed),
            ByteString(bytes: (parts.count > 1 ? Array(parts[1]) : []).trimmed)
        )
    }
}
