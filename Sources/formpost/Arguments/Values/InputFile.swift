import FormEncoding

/// A file named by an option; `-` may be standard input.
struct InputFile: Equatable, Sendable {
    var path: ByteString
    /// The option as it was typed, for messages.
    var option: String

    var isStandardInput: Bool { path == "-" }

    /// The failure of a file that cannot be read, by the system's number.
    func unreadable(_ number: Int32) -> Failure {
        BodyFault.cannotRead(path: path, errno: number).failure.of(option)
    }

    /// The content, of at most `size` bytes; see `SmallFile.read`.
    func read(
        until limit: TimeLimit?, size: Int = SmallFile.limit, refusesPipes: Bool = false
    ) throws(Failure) -> [UInt8] {
        do throws(BodyFault) {
            return try SmallFile.read(
                path, until: limit, size: size, refusesPipes: refusesPipes)
        } catch .cannotRead(_, let number) {
            throw unreadable(number)
        } catch {
            throw error.failure
        }
    }
}

extension OptionUse {
    var fileAfterAt: InputFile? {
        guard value.first == UInt8(ascii: "@") else { return nil }
        return InputFile(path: ByteString(value.dropFirst()), option: option)
    }
}
