import FormEncoding

extension HeaderArgument {
    /// The header as libcurl takes it; `nil` for a file.
    var line: ByteString? {
        switch self {
        case .add(let name, let blanks, let value):
            ByteString(bytes: name.bytes + [UInt8(ascii: ":")] + blanks.bytes + value.bytes)
        case .addEmpty(let name): ByteString(bytes: name.bytes + [UInt8(ascii: ";")])
        case .remove(let name): ByteString(bytes: name.bytes + [UInt8(ascii: ":")])
        case .file: nil
        }
    }

    /// Replaces `-H @file` by the headers in the file: one per line as in curl, without empty
    /// lines.
    ///
    /// Throws for a file that cannot be opened; curl only warns.
    static func resolved(
        _ arguments: [HeaderArgument], standardInput: Int32 = 0, until limit: TimeLimit? = nil
    ) throws(UsageError) -> [HeaderArgument] {
        var resolved: [HeaderArgument] = []
        for argument in arguments {
            guard case .file(let file) = argument else {
                resolved.append(argument)
                continue
            }
            let content = try SmallFile.read(file, standardInput: standardInput, until: limit)
            var number = 0
            for whole in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
                number += 1
                for line in whole.split(separator: 0x0D) {
                    let use = OptionUse(option: file.option, argument: ByteString(bytes: line))
                    do throws(Problem) {
                        resolved.append(try .line(use.value))
                    } catch {
                        throw use.bad(error.fact).at(ConfigPlace(file: file.path, line: number))
                    }
                }
            }
        }
        return resolved
    }
}
