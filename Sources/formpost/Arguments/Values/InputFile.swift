import FormEncoding

/// A file named by an option; `-` may be standard input.
struct InputFile: Equatable, Sendable {
    var path: ByteString
    /// The option as it was typed, for messages.
    var option: String

    init(_ use: OptionUse, path: ByteString) { (self.path, option) = (path, use.option) }

    init(path: ByteString, option: String) { (self.path, self.option) = (path, option) }

    var isStandardInput: Bool { path == "-" }
}

extension SmallFile {
    /// The content of a file that an option names.
    static func read(
        _ file: InputFile, standardInput: Int32, until limit: TimeLimit?, size: Int = limit
    ) throws(UsageError) -> [UInt8] {
        do throws(InputError) {
            return try read(file.path, orInput: standardInput, until: limit, size: size)
        } catch {
            switch error {
            case .system(let number): throw .unreadableFile(file, errno: number)
            case .timedOut(let timeout): throw .inputTimedOut(timeout)
            }
        }
    }
}

extension OptionUse {
    /// The file that the value names after an `@`.
    var fileAfterAt: InputFile? {
        guard value.first == UInt8(ascii: "@") else { return nil }
        return InputFile(self, path: ByteString(bytes: value.bytes.dropFirst()))
    }
}

/// Text, or the file that contains it.
enum TextArgument: Equatable, Sendable {
    case text(ByteString)
    case file(InputFile)
}

extension ValueKind where Value == TextArgument {
    /// Text, or `@file`.
    static var textOrFile: Self {
        Self(meaning: .textOrInput) { use in use.fileAfterAt.map { .file($0) } ?? .text(use.value) }
    }
}
