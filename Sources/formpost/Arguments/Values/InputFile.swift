import FormEncoding

/// A file named by an option; `-` may be standard input.
struct InputFile: Equatable, Sendable {
    var path: ByteString
    /// The option as it was typed, for messages.
    var option: String

    init(_ use: OptionUse, path: ByteString) { (self.path, option) = (path, use.option) }

    init(path: ByteString, option: String) { (self.path, self.option) = (path, option) }

    var isStandardInput: Bool { path == "-" }

    /// The failure of a file that cannot be read, by the system's number.
    func unreadable(_ number: Int32) -> Failure {
        InputError.system(number).failure(Messages.input(path)).of(option)
    }
}

extension SmallFile {
    /// The content of a file that an option names.
    static func read(
        _ file: InputFile, standardInput: Int32, until limit: TimeLimit?, size: Int = limit
    ) throws(Failure) -> [UInt8] {
        do throws(InputError) {
            return try read(file.path, orInput: standardInput, until: limit, size: size)
        } catch {
            if case .system(let number) = error { throw file.unreadable(number) }
            throw error.failure("")
        }
    }
}

extension InputError {
    func failure(_ input: @autoclosure @escaping @Sendable () -> String) -> Failure {
        switch self {
        case .system(let number):
            Failure(late: ExitStatus.cannotRead, Messages.cannotRead(input(), number))
        case .timedOut(let timeout): Failure(late: ExitStatus.timedOut, Messages.text(timeout))
        }
    }
}

extension OptionUse {
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
    /// The format of `-w`, or `@file`.
    static var format: Self {
        Self(meaning: .writeOut) { use in use.fileAfterAt.map { .file($0) } ?? .text(use.value) }
    }
}
