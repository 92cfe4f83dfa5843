import FormEncoding

extension HeaderArgument {
    /// The headers with those in place that stand in files (`-H @file`): a header a line, as curl
    /// reads them, and empty lines left out.
    ///
    /// Where curl only warns about a file that it cannot open, this throws.
    static func resolved(
        _ arguments: [HeaderArgument], standardInput: Int32 = 0, until limit: TimeLimit? = nil
    ) throws(UsageError) -> [HeaderArgument] {
        var resolved: [HeaderArgument] = []
        var isStandardInputTaken = standardInput < 0
        for argument in arguments {
            guard case .file(let path) = argument else {
                resolved.append(argument)
                continue
            }
            if path == "-" {
                let use = OptionUse(option: "-H", argument: "@-")
                guard !isStandardInputTaken else { throw use.bad(.standardInputTwice) }
                isStandardInputTaken = true
            }
            let content = try content(ofFile: path, standardInput, limit)
            for line in content.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
                let use = OptionUse(option: "-H", argument: ByteString(bytes: line))
                do throws(Problem) {
                    resolved.append(try .line(use.value))
                } catch {
                    throw use.bad(error.fact)
                }
            }
        }
        return resolved
    }

    private static func content(
        ofFile path: ByteString, _ standardInput: Int32, _ limit: TimeLimit?
    ) throws(UsageError) -> [UInt8] {
        do throws(InputError) {
            return path == "-"
                ? try SmallFile.read(descriptor: standardInput, until: limit)
                : try SmallFile.read(path, until: limit)
        } catch {
            switch error {
            case .system(let number):
                throw .unreadableFile(option: "-H", path: path, errno: number)
            case .timedOut(let timeout): throw .inputTimedOut(timeout)
            }
        }
    }
}
