/// Runs something with a limit of time that is to be reached in a certain phase.
///
/// On a busy machine a short limit may be over before that phase: then a longer one is tried. The
/// last result counts, whatever it is.
package func withLongerLimits<Result>(
    _ limits: [Double] = [2, 10, 40],
    _ run: (_ limit: String) async throws -> Result,
    until isMeant: (Result) -> Bool
) async throws -> (limit: String, result: Result) {
    // As the command writes them.
    let texts = limits.map { $0.rounded() == $0 ? "\(Int($0))" : "\($0)" }
    for limit in texts.dropLast() {
        let result = try await run(limit)
        if isMeant(result) { return (limit, result) }
    }
    let last = texts.last ?? "60"
    return (last, try await run(last))
}
