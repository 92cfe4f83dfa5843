import FormEncoding
import Foundation

/// The value of a variable: text, the content of a file, or a path.
struct Variable: Sendable {
    /// `nil`: the content of the file, read when it is needed.
    private(set) var text: [UInt8]?
    /// The bytes in place of the text, for functions that take bytes: those of a digest.
    private(set) var raw: [UInt8]?
    private(set) var path: ByteString?
    /// Where the bytes are that are hashed; `nil`: here.
    private(set) var file: VariableFile?

    init(text: [UInt8]) { self.text = text }

    /// A digest: its text is hexadecimal.
    init(digest: [UInt8]) { (text, raw) = (digest.hexadecimal, digest) }

    /// The path of a file, with functions that look at the file.
    init(path: ByteString) {
        (text, self.path, file) = (path.bytes, path, VariableFile(path: path))
    }

    /// The value that `--variable` sets. A pipe is read now, a regular file when its content is
    /// needed.
    init(_ argument: VariableArgument, until limit: TimeLimit?) throws(Failure) {
        switch argument.content {
        case .text(let text): self.text = text.bytes(in: argument.range)
        case .file(let input):
            if !input.isStandardInput {
                path = input.path
                let file = VariableFile(path: input.path, range: argument.range)
                if try file.isRegular() {
                    // Opens it, to find one that cannot be read.
                    _ = try file.size(until: limit)
                    self.file = file
                    return
                }
            }
            let content = try failing { () throws(BodyFault) in
                try SmallFile.read(input.path, until: limit, size: VariableFile.longestContent)
            }
            text = content.bytes(in: argument.range)
        case nil: throw .usage("the environment has no \(argument.name): export it")
        }
    }

    func content(until limit: TimeLimit?) throws(Failure) -> [UInt8] {
        if let text { return text }
        return try file?.content(until: limit) ?? []
    }

    func bytes(until limit: TimeLimit?) throws(Failure) -> [UInt8] {
        if let raw { return raw }
        return try content(until: limit)
    }

    /// Text without a file is taken for a path.
    func pathText(until limit: TimeLimit?) throws(Failure) -> [UInt8] {
        if let path { return path.bytes }
        return try content(until: limit)
    }

    /// The content of a regular file of which `expanded` shows more than a digest or a name.
    func contentOfFile(
        for reference: Template.Reference, _ expanded: [UInt8], until limit: TimeLimit?
    ) throws(Failure) -> [UInt8]? {
        guard text == nil, let file, !reference.functions.contains(where: \.hidesContent) else {
            return nil
        }
        let isPlain = reference.functions.allSatisfy { $0 == .trim }
        return isPlain ? expanded : try file.content(until: limit)
    }
}

/// A file of which a digest or a length was taken, in the state that it had then.
struct HashedFile: Sendable {
    let path: ByteString
    let snapshot: FileSnapshot

    /// Throws if the file has changed since.
    func check() throws(Failure) {
        let file = VariableFile(path: path)
        try compare(with: file.reading { () throws(Errno) in try FileSnapshot(ofPath: path) })
    }

    fileprivate func compare(with now: FileSnapshot) throws(Failure) {
        if snapshot.change(to: now, of: path) != nil {
            throw .unreadable(
                "\(Messages.input(path)) has changed since its digest or length was taken")
        }
    }
}

/// A regular file behind a variable, or a range of its bytes.
struct VariableFile: Hashable, Sendable {
    /// In bytes, as curl limits expanded text.
    static let longestContent = 10_000_000

    var path: ByteString
    /// Inclusive offsets; `nil` for the whole file.
    var range: ClosedRange<Int64>?

    /// Passes the bytes to `body`, some at a time.
    private func read(
        until limit: TimeLimit?, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) -> HashedFile {
        let file = try open()
        var offset = range?.lowerBound ?? 0
        let last = range?.upperBound ?? .max
        func readNext(_ buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
            if let limit, limit.isReached {
                throw BodyFault.timedOut(path: path, after: limit.duration).failure
            }
            let room = Int(min(Int64(buffer.count - 1), last - offset) + 1)
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])
            let count = try reading { () throws(Errno) in
                try SystemCalls.read(file.descriptor.number, at: offset, into: part)
            }
            offset += Int64(count)
            return count
        }
        try SystemCalls.forEachChunk(of: 1 << 18, readNext, body)
        let hashed = HashedFile(path: path, snapshot: file.snapshot)
        try hashed.compare(
            with: reading { () throws(Errno) in try FileSnapshot(of: file.descriptor.number) })
        return hashed
    }

    /// The bytes, if they are not too many to be text.
    func content(until limit: TimeLimit?) throws(Failure) -> [UInt8] {
        var content: [UInt8] = []
        _ = try read(until: limit) { (bytes) throws(Failure) in
            guard content.count + bytes.count <= Self.longestContent else {
                throw unreadable(EFBIG)
            }
            content += bytes
        }
        return content
    }

    func digest(
        _ digest: Digest, until limit: TimeLimit?
    ) throws(Failure) -> (bytes: [UInt8], file: HashedFile) {
        guard let state = digest.begin() else { throw digest.missing }
        let hashed = try read(until: limit) { (bytes) throws(Failure) in state.update(bytes) }
        return (state.finish(), hashed)
    }

    func size(until limit: TimeLimit?) throws(Failure) -> (Int64, HashedFile) {
        let file = try open()
        var size = file.snapshot.size
        if size == 0 {
            // Files of /proc report 0 but have content.
            _ = try VariableFile(path: path).read(until: limit) { size += Int64($0.count) }
        }
        if let range {
            size = max(0, min(size - 1, range.upperBound) - range.lowerBound + 1)
        }
        return (size, HashedFile(path: path, snapshot: file.snapshot))
    }

    /// When the file was last written, as ISO 8601 in UTC.
    func modified() throws(Failure) -> String {
        let file = try reading { () throws(Errno) in try FileSnapshot(ofPath: path) }
        return Date(timeIntervalSince1970: Double(file.modifiedSeconds)).formatted(.iso8601)
    }

    /// Whether the file can be read more than once. Throws for a directory.
    func isRegular() throws(Failure) -> Bool {
        let kind = try reading { () throws(Errno) in try FileSnapshot(ofPath: path).kind }
        guard kind != .directory else { throw unreadable(EISDIR) }
        return kind == .regular || kind == .blockDevice
    }

    private func open() throws(Failure) -> (descriptor: OpenDescriptor, snapshot: FileSnapshot) {
        // stat first: the writer of a FIFO would notice that it is opened.
        guard try isRegular() else { throw unreadable(ESPIPE) }
        return try reading { () throws(Errno) in
            let descriptor = try SystemCalls.openAtOnce(path)
            return (descriptor, try FileSnapshot(of: descriptor.number))
        }
    }

    fileprivate func reading<Result>(
        _ body: () throws(Errno) -> Result
    ) throws(Failure) -> Result {
        do throws(Errno) { return try body() } catch { throw unreadable(error.rawValue) }
    }

    private func unreadable(_ number: Int32) -> Failure {
        BodyFault.cannotRead(path: path, errno: number).failure
    }
}

/// The value of `--variable`: `name=text`, `name@file`, `%name`, `%name=text` or `%name@file`, each
/// perhaps with a range of bytes after the name, as in `name[0-99]@file`.
struct VariableArgument: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        case text([UInt8])
        case file(InputFile)
    }

    var name: String
    /// A variable of the environment with this name comes before the content.
    var isImported = false
    /// Inclusive offsets.
    var range: ClosedRange<Int64>?
    /// `nil` only for a variable of the environment.
    var content: Content?
    let option: String

    var inputFile: InputFile? { if case .file(let file) = content { file } else { nil } }

    init(_ use: OptionUse) throws(Failure) {
        option = use.option
        var rest = use.value.bytes[...]
        if rest.first == UInt8(ascii: "%") {
            isImported = true
            rest.removeFirst()
        }
        let name = rest.prefix(while: \.isVariableCharacter)
        guard name.isVariableName else { throw use.bad(Self.syntax) }
        self.name = String(decoding: name, as: UTF8.self)
        rest = rest[name.endIndex...]
        if rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
            guard let range = Self.range(rest[..<end].dropFirst()) else {
                throw use.bad(ValueProblem("has no range of bytes such as [0-99] after the name"))
            }
            self.range = range
            rest = rest[(end + 1)...]
        }
        switch rest.popFirst() {
        case UInt8(ascii: "="): content = .text(Array(rest))
        case UInt8(ascii: "@"):
            guard !rest.isEmpty else { throw use.bad(Self.syntax) }
            content = .file(InputFile(path: ByteString(bytes: rest), option: option))
        case nil where isImported: break
        default: throw use.bad(Self.syntax)
        }
    }

    private static let syntax = ValueProblem.not(
        "a variable: write name=text, name@file or %name, with letters, digits and '_' in the name")

    /// `2-5` or `2-`.
    private static func range(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
        let ends = String(decoding: text, as: UTF8.self).wholeMatch(of: /([0-9]+)-([0-9]*)/)
        guard let ends, let first = Int64(ends.1),
            let last = ends.2.isEmpty ? .max : Int64(ends.2), first <= last
        else { return nil }
        return first...last
    }
}

extension [UInt8] {
    /// The bytes at these offsets, as far as there are any.
    func bytes(in range: ClosedRange<Int64>?) -> [UInt8] {
        guard let range else { return self }
        guard range.lowerBound < count else { return [] }
        return Array(
            self[Int(range.lowerBound)...Int(Swift.min(range.upperBound, Int64(count - 1)))])
    }
}
