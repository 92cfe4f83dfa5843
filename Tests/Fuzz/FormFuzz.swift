import FormEncoding

/// libFuzzer's entry: a form of the grammar of `-F`, read strictly and laxly, assembled and
/// encoded, without a look at the disk.
///
/// What must not happen is a trap. What must be: strict takes nothing that lax refuses, it sends
/// the same but for the type of standard input, and a body is as long as it says. The first byte of the input chooses what is done,
/// the rest is the fields, with a NUL between two of them (no argument has one).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzForm(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let options = input.first else { return 0 }
    let fields = input.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
        .map { argument in
            FormField(
                kind: options & 1 == 0 ? .form : .string, argument: ByteString(bytes: argument),
                option: "-F")
        }
    let escaping = options & 2 == 0 ? NameEscaping.percent : .backslash
    let lax = try? FuzzedForm(fields, isLax: true, escaping)
    if options & 4 == 0, let strict = try? FuzzedForm(fields, isLax: false, escaping) {
        precondition(strict.body == lax?.body || strict.readsInput, "strict sends something else")
    }
    if options & 8 != 0 { _ = HeaderFile(input) }
    return 0
}

/// What fields come to.
private struct FuzzedForm {
    var body: [UInt8] = []
    private(set) var readsInput = false

    init(_ fields: [FormField], isLax: Bool, _ escaping: NameEscaping) throws {
        var builder = FormBuilder(Settings.Form(fields: fields, escaping: escaping, isLax: isLax))
        // No look at the disk.
        if !builder.headerFiles.isEmpty { throw BodyFault.nestedTooDeep }
        try builder.resolve()
        let form = builder.form(nil) { () throws(Never) in
            readsInput = true
            return .bytes("standard input")
        }
        var boundaries = 0
        let encoded = try form.withoutFiles(&boundaries).body()
        let reader = encoded.makeReader()
        // Small, so that contents come in pieces.
        try withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer in
            while case let count = try reader.read(into: buffer), count > 0 {
                body += buffer[..<count]
            }
        }
        precondition(encoded.contentLength == Int64(body.count), "the length is another")
    }
}

extension MultipartForm {
    /// The form with paths in the place of files, so that the encoders have something to do, and with the same boundaries
    /// each time.
    fileprivate func withoutFiles(_ boundaries: inout Int) throws -> MultipartForm {
        var form = self
        boundaries += 1
        form.boundary = try Boundary("fuzz-\(boundaries)-")
        for index in form.parts.indices {
            switch form.parts[index].content {
            case .file(let path): form.parts[index].content = .bytes(path)
            case .form(let nested):
                form.parts[index].content = .form(try nested.withoutFiles(&boundaries))
            case .source, .rewritten: break
            }
        }
        return form
    }
}
