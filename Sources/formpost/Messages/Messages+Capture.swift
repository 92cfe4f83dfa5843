import FormEncoding
import FormUpload

/// Sentences about `--capture`.
extension Messages {
    static func text(_ failure: CaptureFailure) -> String {
        let capture = failure.capture
        return "\(capture.option) \(shown(capture.argument)): "
            + reason(failure.fault, capture.source)
    }

    static func text(_ unmet: UnmetExpectation) -> String {
        let expectation = unmet.expectation
        let reason =
            switch expectation.subject {
            case .value(let source, _): reason(unmet.fault, source)
            case .text: textReason(unmet.fault)
            }
        return "\(expectation.option) \(shown(expectation.argument)): \(reason)"
    }

    private static func textReason(_ fault: AnswerFault) -> String {
        fault == .notInBeginning
            ? "it is not in the first \(longestBody) of the response"
            : "the response has no such text"
    }

    private static var longestBody: String { ByteCount.text(Int64(AnswerReader.longestBody)) }

    private static func reason(_ fault: AnswerFault, _ source: Capture.Source) -> String {
        switch (fault, source) {
        case (.empty, _): return "the response is empty"
        case (.missing, .cookie(let name)): return "the response sets no cookie \(quoted(name))"
        case (.missing, .header(let name)): return "the response has no header \(quoted(name))"
        case (.missing, .input(let name)):
            return "the response has no <input> \(quoted(name)) with a value"
        case (.missing, .meta(let name)):
            return "the response has no <meta> \(quoted(name)) with a content"
        case (.missing, .json): return "the response has no value at this place"
        case (.notInBeginning, .json): return "the response is longer than \(longestBody)"
        case (.notInBeginning, _):
            return "it is not in the first \(longestBody) of the response"
        case (.notJSON(let problem), _):
            return "the response is not what JSON is read from (line \(problem.line), column "
                + "\(problem.column)): \(text(problem.fact))"
        case (.noText(let kind), _): return "this place has \(kind), which is no text"
        case (.other(let value), _):
            let isSecret = SecretNames.ofProcess.hide(source)
            return
                "the response has \(isSecret ? "[masked]" : shown(value.withoutSecretsOfURL, limit: 200)) "
                + "there"
        }
    }

    static func captureWithJournal(_ option: String, _ journal: String) -> String {
        "\(option) needs a response, and a file that is in the journal is not sent again: leave out "
            + "\(option) or \(journal)"
    }

    static func unknownCapture(_ option: String, _ name: String) -> String {
        "\(option): no --capture of this request sets \(quoted(ByteString(name)))"
    }

    /// Requests that are left out; the failure before them has been told.
    static func notSent(_ name: ByteString, others: Int, variable: String) -> String {
        let more = others > 0 ? " and \(others) more" : ""
        return "\(request(name))\(more): not sent, for want of the value of "
            + "\(quoted(ByteString(variable))) (--capture)"
    }

    static func readTwice(_ input: String) -> String {
        "\(input) can be read only once, and is read before and after --capture: save it in a file first"
    }
}

extension SecretNames {
    /// Whether the value at a place of a response is a secret: a cookie, or one whose name says so.
    fileprivate func hide(_ source: Capture.Source) -> Bool {
        switch source {
        case .cookie: true
        case .header(let name): headers.contains(name)
        case .input(let name), .meta(let name): fields.contains(name)
        case .json(let pointer): pointer.path.last.map { fields.contains($0) } ?? false
        }
    }
}

extension ByteString {
    /// A URL without its secrets; any other text as it is.
    fileprivate var withoutSecretsOfURL: ByteString {
        description.lowercased().hasPrefix("http") ? withoutSecrets : self
    }
}
