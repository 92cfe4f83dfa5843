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
            return try file.isStandardInput
                ? read(descriptor: standardInput, until: limit, size: size)
                : read(file.path, until: limit, size: size)
        } catch {
            switch error {
            case .system(let number): throw .unreadableFile(file, errno: number)
            case .timedOut(let timeout): throw .inputTimedOut(timeout)
            }
        }
    }
}

extension ValueKind where Value == InputFile {
    static func file(_ meaning: ValueMeaning) -> Self {
        Self(meaning: meaning) { (use) throws(UsageError) in
            InputFile(use, path: try ValueKind<ByteString>.nonEmpty.parse(use))
        }
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
        Self(meaning: .textOrInput) { use in
            guard use.value.bytes.first == UInt8(ascii: "@") else { return .text(use.value) }
            return .file(InputFile(use, path: ByteString(bytes: use.value.bytes.dropFirst())))
        }
    }
}
