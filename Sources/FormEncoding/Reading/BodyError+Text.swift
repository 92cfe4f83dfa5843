import Foundation

extension BodyError: LocalizedError, CustomStringConvertible {
    /// The error in a sentence, and what to do about it.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String { text.description }

    package var text: ErrorText {
        switch self {
        case .cannotRead(let path, let errno):
            ErrorText("cannot read \(path): \(ErrorText.reason(errno))")
        case .notFileURL:
            ErrorText("the URL is not that of a file", "make it by URL(fileURLWithPath:)")
        case .notRegularFile(let path):
            ErrorText(
                "cannot read \(path): it is not a regular file",
                "body(readsPipes: true) reads a pipe to its end")
        case .fileShrank(let path, let announced, let actual):
            ErrorText(
                "\(path) shrank while it was being sent: \(announced) bytes announced, "
                    + "\(actual) left", ErrorText.copy)
        case .fileGrew(let path, let announced, let actual):
            ErrorText(
                "\(path) grew while it was being sent: \(announced) bytes announced, "
                    + "\(actual) found", ErrorText.copy)
        case .fileModified(let path):
            ErrorText("\(path) was written to while it was being sent", ErrorText.copy)
        case .fileReplaced(let path):
            ErrorText(
                "\(path) was replaced by another file while it was being sent", ErrorText.copy)
        case .boundaryInContent(let boundary, let part):
            ErrorText(
                "\(part.text) contains the boundary \(boundary)",
                "leave the choice of the boundary to the form")
        case .notSevenBit(let part, let offset, let byte):
            ErrorText("\(part.text) is not 7bit: the byte at offset \(offset) is \(byte)")
        case .timedOut(let timeout):
            ErrorText("\(timeout.path) had not ended after \(timeout.limit)")
        case .endless(let path): ErrorText("\(path) has no end")
        case .spoolLimitExceeded(let path, let limit):
            ErrorText("\(path) is longer than \(limit) bytes")
        case .cannotSpool(let path, let size, let directory, let errno):
            ErrorText(
                "cannot copy \(path) to a temporary file in \(directory) after \(size) bytes: "
                    + ErrorText.reason(errno), "set TMPDIR to a directory with more space")
        case .streamLength(let announced, let actual):
            ErrorText(
                "a stream has another length than it announced: \(announced) bytes announced, "
                    + "\(actual) found", "leave the length out if it is not known")
        case .streamCount(let count, let room):
            ErrorText("a reader returned \(count) bytes where \(room) fit")
        case .stream(let error): ErrorText("a stream failed: \(error.underlying)")
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
            ErrorText("cannot write \(path): \(ErrorText.reason(errno))")
        case .outputIsInput(let path):
            ErrorText("cannot write \(path): the body is read from it", "write to another file")
        }
    }
}

extension PartReference {
    /// The name of the part, for messages.
    package var text: String {
        if let name { return "the field \(name)" }
        if let filename { return "the file \(filename)" }
        return "part \(index + 1)"
    }
}
