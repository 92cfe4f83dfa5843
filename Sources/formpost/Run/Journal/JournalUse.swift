/// Why no entry of a journal fits the files of a run.
enum JournalMismatch {
    /// All entries are for other URLs.
    case urls
    /// The files have other paths, sizes, times or contents.
    case files
}

/// Whether the entries that a journal had at the beginning were of use.
struct JournalUse {
    /// The URLs that they are for.
    var urls: Set<JournalURL> = []
    private var isAsked = false
    private var hasFile = false
    private var hasURL = false

    /// Records that a file was looked for.
    mutating func record(_ url: JournalURL, isDone: Bool) {
        (isAsked, hasFile, hasURL) = (true, hasFile || isDone, hasURL || urls.contains(url))
    }

    var mismatch: JournalMismatch? {
        !urls.isEmpty && isAsked && !hasFile ? hasURL ? .files : .urls : nil
    }
}
