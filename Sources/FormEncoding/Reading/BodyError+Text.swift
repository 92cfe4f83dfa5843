import Foundation

extension BodyError: LocalizedError, CustomStringConvertible {
    /// The error in a sentence, and what to do about it.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String { text().description }

    /// The sentence in those words, and the remedy for an app.
    package func text(_ words: Wording = .plain) -> ErrorText {
        switch self {
        case .cannotRead(let path, let errno):
            ErrorText("cannot read \(words.input(path)): \(words.reason(errno))")
        case .notFileURL:
            ErrorText("the URL is not that of a file", "make it by URL(fileURLWithPath:)")
        case .notRegularFile(let path):
            ErrorText(
                "cannot read \(words.input(path)): not a regular file",
                "body(readsPipes: true) reads a pipe to its end")
        case .fileShrank(let path, let announced, let actual):
            ErrorText(
                "\(words.input(path)) shrank while it was being sent: "
                    + ByteCount.difference(announced: announced, actual, "left"), ErrorText.copy)
        case .fileGrew(let path, let announced, let actual):
            ErrorText(
                "\(words.input(path)) grew while it was being sent: "
                    + ByteCount.difference(announced: announced, actual), ErrorText.copy)
        case .fileModified(let path):
            ErrorText(
                "\(words.input(path)) was written to while it was being sent", ErrorText.copy)
        case .fileReplaced(let path):
            ErrorText(
                "\(words.input(path)) was replaced by another file while it was being sent",
                ErrorText.copy)
        case .boundaryInContent(let boundary, let part):
            ErrorText(
                "\(words.name(of: part)) contains the boundary \(words.quoted(boundary))",
                "leave the choice of the boundary to the form")
        case .notSevenBit(let part, let offset, let byte):
            ErrorText(
                "\(words.name(of: part)) is not 7bit: the byte at offset \(offset) is \(byte)")
        case .timedOut(let timeout): ErrorText(timeout.text(words))
        case .endless(let path): ErrorText("\(words.input(path)) has no end")
        case .spoolLimitExceeded(let path, let limit):
            ErrorText("\(words.input(path)) is longer than \(ByteCount.text(limit))")
        case .cannotSpool(let path, let size, let directory, let errno)
        where [ENOSPC, EDQUOT].contains(errno):
            ErrorText(
                "\(words.input(path)) is too long for the free space in \(words.path(directory)) "
                    + "(\(ByteCount.text(size)) read)", "set TMPDIR to a directory with more space")
        case .cannotSpool(_, _, let directory, let errno):
            ErrorText(
                "cannot write a temporary file in \(words.path(directory)): \(words.reason(errno))")
        case .streamLength(let announced, let actual):
            ErrorText(
                "a stream has another length than it announced: "
                    + ByteCount.difference(announced: announced, actual),
                "leave the length out if it is not known")
        case .streamCount(let count, let room):
            ErrorText("cannot read a stream: it returned \(count) bytes where \(room) fit")
        case .stream(let error): ErrorText("cannot read a stream: \(error.underlying)")
        case .needsUploader:
            ErrorText(
                "a body with bytes of an asynchronous sequence cannot be read while a thread waits",
                "send it by an Uploader")
        case .notReplayable:
            ErrorText(
                "a stream that can be read only once was to be read again",
                "give a closure that begins it anew, or send body.spooled()")
        case .readerClosed: ErrorText("the body was not read to its end")
        case .cannotWrite(let path, let errno):
            ErrorText("cannot write \(words.path(path)): \(words.reason(errno))")
        case .outputIsInput(let path):
            ErrorText(
                "cannot write \(words.path(path)): it is a part of the form",
                "write to another file")
        }
    }
}

extension InputTimeout {
    /// The time limit was reached before the input had ended.
    package func text(_ words: Wording = .plain) -> String {
        "timed out after \(limit.inSeconds) while "
            + (lacksWriter
                ? "waiting for a writer to open the FIFO \(words.input(path))"
                : "reading \(words.input(path))")
    }
}
