import TestSupport
import Testing

/// A kind of upload that the tests of resumption interrupt.
struct SampleUpload: Sendable, CustomTestStringConvertible {
    let name: String
    /// Arguments that name the files of `SampleFiles`.
    let arguments: [String]

    var testDescription: String { name }

    static let form = SampleUpload(name: "a form", arguments: ["-F", "a=b", "-F", "f=@data"])
    static let file = SampleUpload(name: "a file", arguments: ["-T", "data"])

    static let all = [
        form, file, SampleUpload(name: "data", arguments: ["--data-binary", "@data"]),
        SampleUpload(
            name: "base64", arguments: ["-F", "a=b", "-F", "f=@data;encoder=base64"]),
        SampleUpload(
            name: "quoted-printable",
            arguments: ["-F", "f=@text;encoder=quoted-printable", "-F", "a=b"]),
        SampleUpload(name: "two files", arguments: ["-F", "f=@data", "-F", "g=@text"]),
        SampleUpload(
            name: "a nested form",
            arguments: [
                "-F", "n=(;type=multipart/mixed", "-F", "=@data", "-F", "=@text", "-F", "=)",
            ]
        ),
    ]

    /// The command, in the directory of the files.
    func command(_ options: [String], in files: SampleFiles, _ url: String) -> Command {
        Command.formpost(arguments: options + arguments + [url]).with {
            $0.workingDirectory = files.directory.path
        }
    }

    /// The content that an ordinary upload has, with fixed boundaries.
    func content(in files: SampleFiles) async throws -> Content {
        let server = try LoopbackServer()
        let result = try await command(["-sS"], in: files, server.url).run()
        #expect(result.exitStatus == 0, "\(result)")
        return try Content(try await server.request())
    }
}

/// The content of an upload, without its choice of boundaries.
struct Content: Equatable {
    /// How many bytes there were with the boundaries.
    let length: Int64
    let bytes: [UInt8]

    init(_ request: RecordedRequest) throws {
        try self.init(contentType: request.header("Content-Type"), request.body.bytes)
    }

    init(_ upload: UploadResource) throws {
        try self.init(contentType: upload.creation.header("Content-Type"), upload.bytes)
    }

    private init(contentType: String?, _ body: [UInt8]) throws {
        length = Int64(body.count)
        if let contentType, contentType.hasPrefix("multipart/") {
            let form = try ParsedForm(contentType: contentType, body: body)
            bytes = try normalisedBody(body, boundary: form.boundary)
        } else {
            bytes = body
        }
    }
}

/// The files that `SampleUpload` names.
struct SampleFiles: Sendable {
    let directory: TemporaryDirectory

    init(size: Int64 = 200_000) throws {
        directory = try TemporaryDirectory()
        try directory.patternFile("data", size: size)
        let line = "Zeilen mit Umlauten äöü und = am Ende =  \n"
        try directory.file("text", String(repeating: line, count: Int(size) / 200))
    }
}

/// The options with which an interrupted upload is resumed at once.
let resumed = ["-sS", "--resumable", "--retry", "1", "--retry-delay", "0.01"]
