import FormEncoding

/// The values that responses have given so far (`--capture`), for the requests that wait for them.
struct CaptureChain {
    /// The decision about a request whose turn has come.
    enum Turn {
        /// It is sent with the values.
        case send(Captured)
        /// It is left out for want of the value of a variable. Of those of one operation only the first says
        /// why.
        case leaveOut(variable: String, isFirst: Bool)
    }

    private var values: [String: ByteString] = [:]
    /// The variables that got no value, with the operation whose response should have had it.
    private var missing: [String: Int] = [:]
    /// The exit status of the first failure of a capture.
    private(set) var status = ExitStatus.success
    private var leftOut: Int?

    /// `number` is that of the request among all.
    mutating func turn(of number: Int, in operation: PlannedOperation) -> Turn {
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

    /// Takes the values of a response, or learns that there are none.
    mutating func note(
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
