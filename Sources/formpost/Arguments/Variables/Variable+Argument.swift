import FormEncoding
import Foundation

extension Variable {
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
