import FormEncoding

/// Sentences about the journal.
extension Messages {
    static func text(_ error: JournalError) -> String {
        switch error {
        case .cannotRead(let path, let number):
            cannotRead("the journal \(self.path(path))", number)
        case .notRegular(let path):
            "\(self.path(path)) cannot be a journal: it is not a regular file"
        case .damaged(let path, let line, let damage): text(damage, path, line: line)
        case .locked(let path):
            "timed out: another process holds the journal \(self.path(path))"
        case .claimed: "timed out: another command with this journal is sending the file"
        case .replaced(let path): "cannot write \(self.path(path)): another file has its name now"
        case .write(let error): text(error)
        }
    }

    /// No entry of the journal is of use, so that all files are sent.
    static func text(_ mismatch: JournalMismatch, _ journal: ByteString, byContent: Bool) -> String
    {
        let reason =
            switch mismatch {
            case .urls: "all are for other URLs"
            case .files where byContent: "the files have other paths or contents"
            case .files:
                "the files have other paths, sizes or times (--journal-content compares contents)"
            }
        return "no entry of \(path(journal)) fits: \(reason)"
    }

    /// An upload that has begun has no end in the journal.
    static func mayHaveBeenSent(_ name: ByteString) -> String {
        "\(shown(name)): an earlier call, whose end is not in the journal, may have sent it already"
    }

    static func notBegun(_ error: JournalError) -> String {
        "not sent, since it could not be noted: " + text(error)
    }

    /// A server has taken the upload.
    static func notNoted(_ error: JournalError) -> String {
        "the server has it, but it could not be noted: " + text(error)
    }

    static let waitingForLock =
        "waiting for files that another command with this journal is sending"

    private static func text(
        _ damage: JournalEntry.Damage, _ path: ByteString, line: Int
    ) -> String {
        switch damage {
        case .older:
            "line \(line) of the journal \(self.path(path)) is of an earlier version of formpost: "
                + "name another file for --journal"
        case .newer:
            "line \(line) of the journal \(self.path(path)) is of a later version of formpost"
        case .unreadable where line == 1:
            "\(self.path(path)) is not a journal of formpost: name another file for --journal"
        case .unreadable:
            "line \(line) of the journal \(self.path(path)) is damaged: remove that line"
        }
    }
}

extension JournalError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }

    var exitStatus: Int32 {
        switch self {
        case .cannotRead, .notRegular, .damaged: ExitStatus.cannotRead
        case .locked, .claimed: ExitStatus.timedOut
        case .replaced, .write: ExitStatus.cannotWrite
        }
    }
}
