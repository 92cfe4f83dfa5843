import FormEncoding
import Foundation

/// The value of a variable: text, the content of a file, or a path.
struct Variable: Equatable, Sendable {
    /// `nil`: the content of the file, read when it is needed.
    private var text: [UInt8]?
    /// The bytes in place of the text, for functions that take bytes: those of a digest.
    private var raw: [UInt8]?
    private var path: ByteString?
    /// Where the bytes are that are hashed; `nil`: here.
    private var file: VariableFile?

    static func text(_ text: [UInt8]) -> Variable { Variable(text: text) }

    /// The content of a regular file.
    static func file(_ file: VariableFile) -> Variable { Variable(path: file.path, file: file) }

    /// The content of a pipe, which has been read.
    static func read(_ content: [UInt8], from path: ByteString?) -> Variable {
        Variable(text: content, path: path)
    }

    /// The path of a file, with functions that look at the file.
    static func path(_ path: ByteString) -> Variable {
        Variable(text: path.bytes, path: path, file: VariableFile(path: path))
    }

    /// A digest: its text is hexadecimal.
    private static func digest(_ bytes: [UInt8]) -> Variable {
        Variable(text: bytes.hexadecimal, raw: bytes)
    }
}

extension Variable {
    /// The text that is known without reading a file.
    var knownText: [UInt8]? { text }

    /// The content of a regular file of which `expanded` shows more than a digest or a name.
    func contentOfFile(
        for reference: Template.Reference, _ expanded: [UInt8], until limit: TimeLimit?
    ) throws(VariableProblem) -> [UInt8]? {
        guard text == nil, let file, !reference.functions.contains(where: \.hidesContent) else {
            return nil
        }
        let isPlain = reference.functions.allSatisfy { $0 == .trim }
        return isPlain ? expanded : try file.content(until: limit)
    }

    /// The value after its functions, and the files that were hashed on the way.
    func applying(
        _ reference: Template.Reference, until limit: TimeLimit?, _ digests: FileDigests,
        _ hashed: inout [HashedFile]
    ) throws(VariableProblem) -> [UInt8] {
        var value = self
        for function in reference.functions {
            value = try value.applying(
                function, of: reference.name, until: limit, digests, &hashed)
        }
        let text = try value.content(until: limit)
        guard !text.contains(0) else { throw .nul(reference.name) }
        return text
    }

    private func applying(
        _ function: TemplateFunction, of name: String, until limit: TimeLimit?,
        _ digests: FileDigests, _ hashed: inout [HashedFile]
    ) throws(VariableProblem) -> Variable {
        switch function {
        case .trim: return .text(try content(until: limit).trimmed)
        case .json: return .text(try content(until: limit).escapedForJSON)
        case .url: return .text(PercentEncoding.curlVariable.escaping(try content(until: limit)))
        case .base64: return .text(try bytes(until: limit).base64)
        case .fromBase64: return .text(try content(until: limit).fromBase64)
        case .hex: return .text(try bytes(until: limit).hexadecimal)
        case .digest(let digest):
            if let file {
                let (bytes, found) = try digests.digest(digest, of: file, until: limit)
                hashed.append(found)
                return .digest(bytes)
            }
            guard let bytes = digest.of(try bytes(until: limit)) else { throw .noLibrary(digest) }
            return .digest(bytes)
        case .size:
            var size = Int64(raw?.count ?? text?.count ?? 0)
            if let file {
                let found = try file.size(until: limit)
                size = found.0
                hashed.append(found.1)
            }
            return .text(Array("\(size)".utf8))
        case .name: return .text(try pathText(until: limit).fileName)
        case .stem: return .text(try pathText(until: limit).fileName.splitExtension.stem)
        case .ext: return .text(try pathText(until: limit).fileName.splitExtension.ext)
        case .directory: return .text(try pathText(until: limit).directoryName)
        case .modified:
            guard let path else { throw .noFile(function: function.spelling, variable: name) }
            return .text(try VariableFile(path: path).modified().timestamp)
        }
    }

    private func content(until limit: TimeLimit?) throws(VariableProblem) -> [UInt8] {
        if let text { return text }
        return try file?.content(until: limit) ?? []
    }

    private func bytes(until limit: TimeLimit?) throws(VariableProblem) -> [UInt8] {
        if let raw { return raw }
        return try content(until: limit)
    }

    /// Text without a file is taken for a path.
    private func pathText(until limit: TimeLimit?) throws(VariableProblem) -> [UInt8] {
        if let path { return path.bytes }
        return try content(until: limit)
    }

    /// The value that `--variable` sets. A pipe is read now, a regular file when its content is
    /// needed.
    init(
        _ argument: VariableArgument, environment: [String: ByteString], standardInput: Int32,
        until limit: TimeLimit?
    ) throws(VariableProblem) {
        if argument.isImported, let value = environment[argument.name] {
            self = .text(value.bytes.bytes(in: argument.range))
            return
        }
        switch argument.content {
        case .text(let text): self = .text(text.bytes(in: argument.range))
        case .file(let input):
            let file = VariableFile(path: input.path, range: argument.range)
            if !input.isStandardInput, try file.isRegular() {
                // Opens it, to find one that cannot be read.
                _ = try file.size(until: limit)
                self = .file(file)
                return
            }
            let content = try Self.content(of: input, standardInput: standardInput, until: limit)
            self = .read(
                content.bytes(in: argument.range), from: input.isStandardInput ? nil : input.path)
        case nil: throw .notInEnvironment(argument.name)
        }
    }

    private static func content(
        of input: InputFile, standardInput: Int32, until limit: TimeLimit?
    ) throws(VariableProblem) -> [UInt8] {
        let size = VariableFile.longestContent
        do throws(InputError) {
            return try SmallFile.read(
                input.path, orInput: standardInput, until: limit, size: size)
        } catch {
            switch error {
            case .system(let number): throw .unreadable(input.path, errno: number)
            case .timedOut(let timeout): throw .timedOut(timeout)
            }
        }
    }
}
