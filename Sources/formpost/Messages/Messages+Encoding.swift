import FormEncoding
import Foundation

/// Sentences about files and forms that cannot be read or encoded.
extension Messages {
    static func text(_ error: BodyError) -> String {
        switch error {
        case .cannotRead(let path, let number):
            cannotRead(input(path), number)
        case .notFileURL: "the URL is not that of a file"
        case .notRegularFile(let path):
            "cannot read \(input(path)): not a regular file"
        case .fileShrank(let path, let announced, let actual):
            "\(input(path)) shrank while it was being sent: "
                + difference(announced, actual, "left")
        case .fileGrew(let path, let announced, let actual):
            "\(input(path)) grew while it was being sent: "
                + difference(announced, actual, "found")
                + " (--allow-growth sends what it had at the start)"
        case .fileModified(let path):
            "\(input(path)) was written to while it was being sent"
        case .fileReplaced(let path):
            "\(input(path)) was replaced by another file while it was being sent"
        case .timedOut(let timeout): text(timeout)
        case .notSevenBit(let part, let offset, let byte):
            "\(name(part)) is not 7bit: the byte at offset \(offset) is \(byte); use "
                + "encoder=8bit, base64 or quoted-printable"
        case .endless(let path):
            "\(input(path)) has no end: give --max-spool SIZE, or send it with --chunked"
        case .cannotSpool(let path, let size, let directory, let number)
        where [ENOSPC, EDQUOT].contains(number):
            "\(input(path)) is too long for the free space in \(self.path(directory)) "
                + "(\(ByteCount.text(size)) read): set TMPDIR to a larger directory, or use --chunked"
        case .cannotSpool(_, _, let directory, let number):
            "cannot write a temporary file in \(self.path(directory)): \(reason(number))"
        case .spoolLimitExceeded(let path, let limit):
            "\(input(path)) is longer than --max-spool (\(ByteCount.text(limit)))"
        case .streamLength(let announced, let actual):
            "standard input has another length than Content-Length says: "
                + difference(announced, actual, "found")
        case .streamCount(let count, let room):
            "cannot read a stream: it returned \(count) bytes where \(room) fit"
        case .stream(let error):
            "cannot read a stream: \(error.underlying)"
        case .needsUploader: error.description
        case .cannotWrite(let path, let number):
            "cannot write \(self.path(path)): \(reason(number))"
        case .outputIsInput(let path):
            "cannot write \(self.path(path)): it is a part of the form"
        case .boundaryInContent(let boundary, let part):
            "\(name(part)) contains the boundary \(quoted(boundary)): "
                + "choose another boundary"
        case .notReplayable:
            "the body came from a pipe and cannot be sent again: leave out --chunked"
        case .readerClosed: "the form was not read to its end"
        }
    }

    static func grew(_ path: ByteString, by surplus: Int64) -> String {
        "\(input(path)) grew by \(ByteCount.text(surplus)) while it was being sent: only what it had "
            + "at the start is in the upload"
    }

    /// The time limit of the command (`-m`) was reached before anything was sent.
    static func text(_ timeout: InputTimeout) -> String {
        "timed out after \(seconds(timeout.limit)) while "
            + (timeout.lacksWriter
                ? "waiting for a writer to open the FIFO \(input(timeout.path))"
                : "reading \(input(timeout.path))")
    }

    /// Errors of the form itself.
    static func text(_ error: FormError) -> String {
        switch error {
        case .invalidBoundary(let value): text(.notBoundary, value)
        case .invalidMediaType(let type):
            "\(quoted(type)) is not a media type, such as text/plain"
        case .invalidHeader(let line):
            "\(quoted(line)) is not a header, such as X-Name: value"
        case .boundaryConflict(let inner, let outer):
            "the boundary \(quoted(outer)) would end at \(quoted(inner)), "
                + "the boundary of a form inside it: choose another boundary"
        case .nestedTooDeep:
            "groups are nested deeper than \(MultipartForm.maximumDepth)"
        case .encodedGroup(let encoding):
            "a group cannot be sent as \(encoding)"
        case .negativeLength(let length):
            "a stream was announced with a negative length: \(length)"
        case .tooLong: "the form is longer than 2^63 - 1 bytes"
        case .input(let error): text(error)
        }
    }

    private static func name(_ part: PartReference) -> String {
        if let name = part.name { return "the field \(quoted(name))" }
        if let filename = part.filename { return "the file \(quoted(filename))" }
        return "part \(part.index + 1)"
    }

    private static func difference(_ announced: Int64, _ actual: Int64, _ what: String) -> String {
        let texts = ByteCount.difference(announced, actual)
        return "\(texts.first) announced, \(texts.second) \(what)"
    }
}
