import FormEncoding

/// The values that responses have given so far (`--capture`), for the requests that wait for them.
struct CaptureChain {
    /// Whether a request is sent.
    enum Decision {
        /// The request is sent with the values.
        case send(Captured)
        /// The request is left out, since a variable has no value. Only the first one of an operation is
        /// reported.
        case leaveOut(variable: String, isFirst: Bool)
    }

    private var values: [String: ByteString] = [:]
    /// The variables that got no value, with the operation whose response should have had it.
    private var missing: [String: Int] = [:]
    /// The exit status of the first failure of a capture.
    private(set) var status = ExitStatus.success
    private var leftOut: Int?

    /// `number` is the number of the request among all.
    mutating func decision(on number: Int, of operation: PlannedOperation) -> Decision {
        guard let name = operation.awaitedCaptures.first(where: { missing[$0] != nil }) else {
            return .send(.known(values))
        }
        let round = try? operation.round(operation.position(of: number).group)
        for capture in (round?.settings ?? operation.settings).captures {
            missing[capture.name] = operation.index
        }
        defer { leftOut = operation.index }
        return .leaveOut(variable: name, isFirst: leftOut != operation.index)
    }

    /// Records the values of a response; without all of them `status` is the exit status of the failure.
    mutating func record(
        _ captured: [String: ByteString], for captures: [Capture], of operation: PlannedOperation,
        status: Int32
    ) {
        let place = operation.index
        for capture in captures {
            if status == ExitStatus.success, let value = captured[capture.name] {
                guard missing[capture.name] != place else { continue }
                missing[capture.name] = nil
                values[capture.name] = value
            } else {
                missing[capture.name] = place
                if self.status == ExitStatus.success { self.status = status }
            }
        }
    }
}
