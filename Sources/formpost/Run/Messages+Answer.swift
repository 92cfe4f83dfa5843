import FormEncoding
import FormUpload

/// Sentences about values that a response lacks (`--capture`, `--expect`).
extension Messages {
    static func text(_ failure: CaptureFailure) -> String {
        let capture = failure.capture
        return "\(capture.option) \(shown(capture.argument)): "
            + reason(failure.fault, capture.source)
    }

    static func text(_ unmet: UnmetExpectation) -> String {
        let expectation = unmet.expectation
        return "\(expectation.option) \(shown(expectation.argument)): "
            + reason(unmet.fault, expectation.source)
    }

    private static var longestBody: String { ByteCount.text(Int64(ResponseReader.longestBody)) }

    private static func reason(_ fault: ValueFault, _ source: Capture.Source) -> String {
        switch (fault, source) {
        case (.empty, _): return "the response is empty"
        case (.missing, .cookie(let name)): return "the response sets no cookie \(quoted(name))"
        case (.missing, .header(let name)): return "the response has no header \(quoted(name))"
        case (.missing, .json): return "the response has no value at this place"
        case (.missing, .regex): return "nothing in the response matches"
        case (.notInBeginning, .json): return "the response is longer than \(longestBody)"
        case (.notInBeginning, _):
            return "it is not in the first \(longestBody) of the response"
        case (.notJSON(let problem), _):
            return "the response is not what JSON is read from (line \(problem.line), column "
                + "\(problem.column)): \(text(problem.fact))"
        case (.endless, _):
            return "searching the response takes too long; write a pattern that says more"
        case (.noText(let kind), _): return "this place has \(kind), which is no text"
        case (.other(let value), _):
            let isSecret = Redactor.ofProcess.names.hide(source)
            return "the response has \(isSecret ? "[masked]" : shown(value)) there"
        }
    }

    /// Requests that are left out; the failure before them has been told.
    static func notSent(_ name: ByteString, others: Int, variable: String) -> String {
        let more = others > 0 ? " and \(others) more" : ""
        return "\(request(name))\(more): not sent, for want of the value of "
            + "\(quoted(ByteString(variable))) (--capture)"
    }
}

extension SecretNames {
    /// Whether the value at a place of a response is a secret: a cookie, or one whose name says so.
    fileprivate func hide(_ source: Capture.Source) -> Bool {
        switch source {
        case .cookie: true
        case .header(let name): headers.contains(name)
        case .json(let pointer): pointer.path.last.map { fields.contains($0) } ?? false
        case .regex: false
        }
    }
}
