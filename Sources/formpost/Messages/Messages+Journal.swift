import FormEncoding

/// Sentences about the file of `--journal`.
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
        case .write(let error): text(error)
        }
    }

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

    static func sharesJournal(_ journal: String, _ other: String) -> String {
        "\(journal) and \(other) are the same file: a journal needs a file of its own"
    }
}
