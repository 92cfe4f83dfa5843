import Foundation
import TestSupport

/// Describes one upload as text and as JSON.
struct FormReport {
    /// Lines for a reader.
    let text: String
    /// The response to the sender.
    let answer: Step
    /// Whether it was a form and the comparison succeeded.
    let isGood: Bool

    init(_ request: RecordedRequest, comparisons: [ReceiverOptions.Comparison]) {
        let form: ParsedForm
        do {
            form = try request.form()
        } catch {
            text = "\(request.method) \(request.target): not a form: \(error)"
            answer = FormReport.json(400, Refusal(error: "\(error)"))
            isGood = false
            return
        }
        let results = comparisons.map { FormReport.compare(form, $0) }
        let head =
            "\(request.method) \(request.target): \(form.parts.count) \(form.parts.count == 1 ? "part" : "parts"), "
            + "\(request.body.count) bytes\(request.framing == .chunked ? ", chunked" : "")"
        text = ([head] + FormReport.lines(form, indent: "  ") + results.map(\.line))
            .joined(separator: "\n")
        answer = FormReport.json(200, Listing(form))
        isGood = results.allSatisfy(\.isEqual)
    }

    private static func lines(_ form: ParsedForm, indent: String) -> [String] {
        form.parts.flatMap { part in
            var facts: [String] = []
            if let name = part.nameText { facts.append("name \(quoted(name))") }
            if let filename = part.filenameText { facts.append("filename \(quoted(filename))") }
            if let type = part.contentType { facts.append("type \(type)") }
            facts.append(part.body.count == 1 ? "1 byte" : "\(part.body.count) bytes")
            return [indent + facts.joined(separator: ", ")]
                + (part.nested.map { lines($0, indent: indent + "  ") } ?? [])
        }
    }

    /// In quotes, without control characters.
    private static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\"" || scalar == "\\"
                ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return "\"\(scalars.joined())\""
    }

    private static func compare(
        _ form: ParsedForm, _ comparison: ReceiverOptions.Comparison
    ) -> (line: String, isEqual: Bool) {
        let (field, file) = (comparison.field, comparison.file)
        guard let part = form.part(field) else { return ("  \(field): no such part", false) }
        do {
            let bytes = try fileBytes(file)
            guard let offset = part.body.firstDifference(from: bytes) else {
                return ("  \(field): the same \(bytes.count) bytes as \(file)", true)
            }
            return ("  \(field): differs from \(file) at offset \(offset)", false)
        } catch {
            return ("  \(field): \(error)", false)
        }
    }

    private static func json(_ status: Int, _ value: some Encodable) -> Step {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
        return .respond(
            status, headers: ["Content-Type": "application/json"],
            body: body + [UInt8(ascii: "\n")])
    }
}

private struct Refusal: Encodable {
    let error: String
}

/// The parts of a form, for JSON.
private struct Listing: Encodable {
    struct Part: Encodable {
        let name: String?
        let filename: String?
        let type: String?
        let size: Int
        let parts: [Part]?
    }

    let parts: [Part]

    init(_ form: ParsedForm) {
        parts = form.parts.map { part in
            Part(
                name: part.nameText, filename: part.filenameText, type: part.contentType,
                size: part.body.count, parts: part.nested.map { Listing($0).parts })
        }
    }
}
