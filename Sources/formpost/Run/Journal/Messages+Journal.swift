import FormEncoding

/// Sentences about the journal.
extension Messages {
    static func text(_ error: JournalError) -> String {
        switch error {
        case .cannotRead(let path, let number):
            cannotRead("the journal \(self.path(path))", number)
        case .notRegular(let path):
            "\(self.path(path)) cannot be a journal: it is not a regular file"
        case .damaged(let path, let damage): text(damage, path)
        case .locked(let path):
            "timed out: another process holds the journal \(self.path(path))"
        case .claimed: "timed out: another command with this journal is sending the file"
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

    static let waitingForLock =
        "waiting for files that another command with this journal is sending"

    private static func text(_ damage: JournalDamage, _ path: ByteString) -> String {
        switch damage.cause {
        case .newer:
            "line \(damage.line) of the journal \(self.path(path)) is of a later version of formpost"
        case .unreadable where damage.line == 1:
            "\(self.path(path)) is not a journal of formpost: name another file for --journal"
        case .unreadable:
            "line \(damage.line) of the journal \(self.path(path)) is damaged: remove that line"
        }
    }
}

extension JournalError: FailureCause {
    var failure: Failure { Failure(exitStatus, Messages.text(self)) }
}
