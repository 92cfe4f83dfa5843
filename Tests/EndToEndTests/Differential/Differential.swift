import TestSupport

/// Runs a list with curl and formpost, and reports broken promises of formpost.
struct Differential: Sendable {
    /// The result of the comparison.
    enum Verdict: Sendable, Equatable {
        /// The same bytes or the same exit status, without `--form-lax` too where curl is content.
        case same
        /// A media type without `/`, which curl accepts from 8.11.1 on.
        case acceptedByNewerCurl
        /// Refused, where curl lets a line end reach a header, or an empty one end the headers.
        case neverMatched
        case different(String)
    }

    let rig: DifferentialRig

    func verdict(_ list: DifferentialList, number: Int) async throws -> Verdict {
        async let others = rig.run(.curl, list, number: number)
        let strict = try await rig.run(.strict, list, number: number)
        let curl = try await others
        let isWarned = curl.stderr.contains("Warning")
        let difference = Self.difference("strict", strict, curl)
        // What `--form-lax` makes of a list that needs none, only CI asks.
        if curl.exitStatus == 0, difference == nil, !isWarned, !Exhaustive.isRequested {
            return .same
        }

        let lax = try await rig.run(.lax, list, number: number)
        if lax.exitStatus == 2, curl.exitStatus != 2, lax.form == nil {
            let isLineEnd = lax.stderr.contains("CR, LF or NUL") && list.hasLineEndForHeader
            let isEmpty = lax.stderr.contains("no header after headers=") && list.hasEmptyHeader
            if isLineEnd || isEmpty { return .neverMatched }
        }
        let isNewer = curl.stderr.contains("Illegally formatted content-type")
        if curl.exitStatus == 2, isNewer, lax.exitStatus != 2 { return .acceptedByNewerCurl }
        if let laxly = Self.difference("--form-lax", lax, curl) {
            return .different(laxly)
        }
        guard curl.exitStatus == 0 else { return .same }

        if isWarned || Self.isSilentLoss(strict.stderr) {
            let isRefused = [2, 26].contains(strict.exitStatus) && strict.form == nil
            return isRefused ? .same : .different("curl warns, formpost sends: " + curl.stderr)
        }
        if difference != nil, list.namesStandardInput { return .neverMatched }
        return difference.map(Verdict.different) ?? .same
    }

    private static func difference(
        _ what: String, _ formpost: DifferentialRig.Run, _ curl: DifferentialRig.Run
    ) -> String? {
        let said = "\n  formpost: \(formpost.stderr)\n  curl: \(curl.stderr)"
        guard let status = curl.exitStatus else { return "curl did not end" }
        guard formpost.exitStatus == status else {
            let ours = formpost.exitStatus.map { "\($0)" } ?? "none"
            return "\(what): exit status \(ours), curl's \(status)\(said)"
        }
        if status != 0 {
            return formpost.form == nil ? nil : "\(what): failed, and sent a whole form\(said)"
        }
        guard let ours = formpost.form, let theirs = curl.form else {
            return "\(what): no form\(said)"
        }
        return ours.difference(from: theirs).map { "\(what): \($0)\(said)" }
    }

    /// Arguments that curl silently drops or corrupts.
    private static func isSilentLoss(_ stderr: String) -> Bool {
        ["opens a group", "is not a header", "headers= is not closed", "white space"]
            .contains(where: stderr.contains)
    }
}

extension DifferentialList {
    /// `headers=` with nothing but blanks and quotes behind it.
    fileprivate var hasEmptyHeader: Bool {
        arguments.contains { argument in
            let text = String(decoding: argument, as: UTF8.self).lowercased()
            return text.contains(#/headers=[\s"]*($|[;,"])/#)
        }
    }

    /// Standard input with a `filename=`: where its type is not known, it is `application/octet-stream`, and curl's has
    /// none.
    fileprivate var namesStandardInput: Bool {
        arguments.contains { argument in
            let text = String(decoding: argument, as: UTF8.self).lowercased()
            return text.contains(#/=@\s*"?-"?\s*;/#) && text.contains("filename=")
        }
    }

    /// A CR or LF stands in an argument where it may be taken for a header's.
    fileprivate var hasLineEndForHeader: Bool {
        arguments.contains { argument in
            let text = String(decoding: argument, as: UTF8.self).lowercased()
            return argument.contains { $0 == 10 || $0 == 13 }
                && (text.contains("type=") || text.contains("headers="))
        }
    }
}

/// Calls `body` for each item, at most `width` at a time, and returns the results in order.
func concurrently<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int = 4,
    _ body: @escaping @Sendable (Int, Item) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        var results = [Result?](repeating: nil, count: items.count)
        for (index, item) in items.enumerated() {
            if index >= width, let (done, result) = try await group.next() {
                results[done] = result
            }
            group.addTask { (index, try await body(index, item)) }
        }
        for try await (done, result) in group { results[done] = result }
        return results.compactMap { $0 }
    }
}
