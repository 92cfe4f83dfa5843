import TestSupport
import Testing

/// How a command of these tests ends: its exit status and the essential part of its message.
///
/// The one place for the wording, which the command decides.
struct Ending: Sendable {
    var exit: Int32
    /// Is in what the command prints on standard error; empty for nothing in particular.
    var message = ""

    /// The upload has arrived whole.
    static let whole = Ending(exit: 0)
}

/// What the command says beside its errors.
enum Said {
    /// Before it goes on in a later call: `resuming at 5.2 of 8.0 GiB`.
    static let goingOn = "resuming at"
    /// When it begins anew in a later call, and why.
    static let beginsAnew = "starts over"
    /// While the server tells how much it has: `14.2 of 30.0 MiB confirmed`.
    static let confirmed = "confirmed"
}

extension CommandResult {
    /// Expects this ending.
    func expect(_ ending: Ending, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(exitStatus == ending.exit, "\(self)", sourceLocation: sourceLocation)
        if !ending.message.isEmpty {
            #expect(
                stderrText.contains(ending.message), "\(self)", sourceLocation: sourceLocation)
        }
        #expect(leftovers == [], sourceLocation: sourceLocation)
    }
}
