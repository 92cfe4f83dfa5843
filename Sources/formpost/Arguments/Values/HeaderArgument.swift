import FormEncoding

/// One `-H`, in curl's four forms.
enum HeaderArgument: Equatable, Sendable {
    /// `Name: value`; the blanks before the value are kept apart, and are sent as they are.
    case add(name: ByteString, blanks: ByteString = " ", value: ByteString)

    /// `Name;`: sent without a value.
    case addEmpty(name: ByteString)

    /// `Name:`: removes a default header.
    case remove(name: ByteString)

    /// `@file`: a header per line, read when the request is made; `@-` is standard input.
    case file(InputFile)

    /// Parses one of the first three forms, for `-H` and for a line of a header file.
    static func line(_ line: ByteString) throws(ValueProblem) -> HeaderArgument {
        let bytes = line.bytes
        guard !bytes.isEmpty else { throw .empty }
        guard !bytes.contains(where: \.endsHeaderLine) else { throw .lineBreak }
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let name = try name(bytes[..<colon])
            let blanks = bytes[(colon + 1)...].prefix(while: \.isSpaceOrTab)
            let value = bytes[blanks.endIndex...]
            if value.isEmpty { return .remove(name: name) }
            return .add(
                name: name, blanks: ByteString(bytes: blanks), value: ByteString(bytes: value))
        }
        guard let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")),
            bytes[(semicolon + 1)...].allSatisfy(\.isSpaceOrTab)
        else { throw .headerWithoutColon }
        return .addEmpty(name: try name(bytes[..<semicolon]))
    }

    private static func name(_ bytes: ArraySlice<UInt8>) throws(ValueProblem) -> ByteString {
        let name = ByteString(bytes: bytes)
        guard bytes.isToken else { throw .headerName(name) }
        return name
    }
}

extension HeaderArgument {
    var file: InputFile? { if case .file(let file) = self { file } else { nil } }

    /// The line for libcurl; `nil` for a file.
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
                    do throws(ValueProblem) {
                        resolved.append(try .line(use.value))
                    } catch {
                        throw use.bad(error).at(ConfigPlace(file: file.path, line: number))
                    }
                }
            }
        }
        return resolved
    }
}

extension ValueKind where Value == HeaderArgument {
    /// A request header in one of curl's forms.
    static var header: Self {
        Self(meaning: .textOrInput) { (use) throws(UsageError) in
            if let file = use.fileAfterAt {
                guard !file.path.isEmpty else { throw use.bad(.empty) }
                return .file(file)
            }
            do throws(ValueProblem) {
                return try HeaderArgument.line(use.value)
            } catch {
                throw use.bad(error)
            }
        }
    }
}
