import FormEncoding
import FormUpload

/// One `-H`.
enum HeaderArgument: Equatable, Sendable {
    case field(HeaderField)
    /// `@file`: a header per line, read when the request is made; `@-` is standard input.
    case file(InputFile)

    var file: InputFile? { if case .file(let file) = self { file } else { nil } }

    /// Parses `Name: value`, `Name;` or `Name:`, for `-H` and for a line of a header file.
    static func field(_ line: ByteString) throws(ValueProblem) -> HeaderField {
        let bytes = line.bytes
        guard !bytes.isEmpty else { throw .empty }
        guard !bytes.contains(where: \.endsHeaderLine) else { throw .lineBreak }
        let (name, field): (ByteString, HeaderField?)
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            name = ByteString(bytes: bytes[..<colon])
            let blanks = bytes[(colon + 1)...].prefix(while: \.isSpaceOrTab)
            let text = bytes[blanks.endIndex...]
            field =
                text.isEmpty
                ? HeaderField(name: name, value: .removed)
                : HeaderField(
                    name: name, blanks: ByteString(bytes: blanks), text: ByteString(bytes: text))
        } else if let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")),
            bytes[(semicolon + 1)...].allSatisfy(\.isSpaceOrTab)
        {
            name = ByteString(bytes: bytes[..<semicolon])
            field = HeaderField(name: name, value: .empty)
        } else {
            throw .headerWithoutColon
        }
        guard let field else { throw .headerName(name) }
        return field
    }

    /// The fields, with those of files in the place of `@file`: one per line as in curl, without empty
    /// lines.
    ///
    /// Throws for a file that cannot be opened; curl only warns.
    static func fields(
        _ arguments: [HeaderArgument], standardInput: Int32, until limit: TimeLimit?
    ) throws(UsageError) -> [HeaderField] {
        var fields: [HeaderField] = []
        for argument in arguments {
            let file: InputFile
            switch argument {
            case .field(let field):
                fields.append(field)
                continue
            case .file(let path): file = path
            }
            let content = try SmallFile.read(file, standardInput: standardInput, until: limit)
            var number = 0
            for whole in content.split(separator: 0x0A, omittingEmptySubsequences: false) {
                number += 1
                for line in whole.split(separator: 0x0D) {
                    let use = OptionUse(option: file.option, argument: ByteString(bytes: line))
                    do throws(ValueProblem) { fields.append(try field(use.value)) } catch {
                        throw use.bad(error).at(ConfigPlace(file: file.path, line: number))
                    }
                }
            }
        }
        return fields
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
                return .field(try HeaderArgument.field(use.value))
            } catch {
                throw use.bad(error)
            }
        }
    }
}
