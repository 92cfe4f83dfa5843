import FormEncoding
import FormUpload

/// Sentences about `--capture`.
extension Messages {
    static func text(_ failure: CaptureFailure) -> String {
        "\(failure.capture.option) \(shown(failure.capture.argument)): \(reason(failure))"
    }

    private static func reason(_ failure: CaptureFailure) -> String {
        let limit = ByteCount.text(Int64(CaptureReader.longestBody))
        switch (failure.fact, failure.capture.source) {
        case (.missing, .cookie(let name)): return "the response sets no cookie \(quoted(name))"
        case (.missing, .header(let name)): return "the response has no header \(quoted(name))"
        case (.missing, .input(let name)):
            return "the response has no <input> \(quoted(name)) with a value"
        case (.missing, .meta(let name)):
            return "the response has no <meta> \(quoted(name)) with a content"
        case (.missing, .json): return "the response has no value at this place"
        case (.notInBeginning, .json): return "the response is longer than \(limit)"
        case (.notInBeginning, _): return "it is not in the first \(limit) of the response"
        case (.notJSON(let problem), _):
            return "the response is not what JSON is read from (line \(problem.line), column "
                + "\(problem.column)): \(text(problem.fact))"
        case (.noText(let kind), _): return "this place has \(kind), which is no text"
        }
    }

    static func captureWithoutNext(_ option: String, _ name: String) -> String {
        "\(option) sets a variable for the requests after a --next, and there are none; "
            + "-w '%capture{\(name)}' prints it"
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
