import FormEncoding
import TestSupport

@testable import FormUpload

/// Runs uploads and records their events.
struct Uploads {
    var result: Result<UploadResponse, UploadFault>
    var events: [TransferEvent]

    /// Uploads `body` to `url`.
    static func run(
        to url: String, _ body: EncodedBody?, headers: [FormUpload.HeaderField] = [],
        _ options: UploadOptions = UploadOptions(), resumption: Resumption? = nil,
        onEvent: @escaping @Sendable (TransferEvent) throws -> Void = { _ in }
    ) async -> Uploads {
        let events = Monitor([TransferEvent]())
        var request = UploadRequest(url: ByteString(url), headers: headers, body: body)
        request.resumption = resumption
        let result: Result<UploadResponse, UploadFault>
        do throws(UploadFault) {
            result = .success(
                try await Uploader(options: options).upload(request) { event in
                    events.withState { $0.append(event) }
                    try onEvent(event)
                })
        } catch {
            result = .failure(error)
        }
        return Uploads(result: result, events: events.withState { $0 })
    }

    var status: Int? { try? result.get().head.status }

    var failure: UploadFault? { result.failure }

    /// The response body that was delivered.
    var body: String {
        let bytes = events.flatMap { event -> [UInt8] in
            if case .body(let bytes) = event { bytes } else { [] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The statuses of the heads that were delivered.
    var heads: [Int] {
        events.compactMap { if case .head(let head) = $0 { head.status } else { nil } }
    }

    var retries: [RetryNotice] {
        events.compactMap { if case .retrying(let notice) = $0 { notice } else { nil } }
    }
}

extension Uploads {
    /// Why there was no other attempt, as far as that was told.
    var refusals: [RetryRefusal] {
        events.compactMap { if case .notRetrying(let refusal) = $0 { refusal } else { nil } }
    }
}

extension EncodedBody {
    /// A form with a field and a file of `size` bytes of the pattern.
    static func form(in directory: TemporaryDirectory, size: Int64) throws -> EncodedBody {
        let path = try directory.patternFile("file.bin", size: size)
        return try MultipartForm(parts: [
            .text("a", "b"), .file("f", path: ByteString(path)),
        ]).body()
    }
}

extension UploadOptions {
    /// With or without the hooks, and with so many of the command's retries after pauses of a millisecond.
    init(usesHooks: Bool = true, retries: Int) {
        self.init(usesHooks: usesHooks)
        retry = .ofCommand
        retry.maximum = retries
        retry.delay = .milliseconds(1)
    }

    /// With or without the hooks.
    init(usesHooks: Bool) {
        self.init()
        self.usesHooks = usesHooks
    }
}

/// Gives one byte a call.
final class OneByOne: ByteReader {
    private var bytes: ArraySlice<UInt8>

    init(_ text: String) { bytes = Array(text.utf8)[...] }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(BodyFault) -> Int {
        guard let byte = bytes.popFirst() else { return 0 }
        buffer[0] = byte
        return 1
    }

    func close() {}
}

extension Optional {
    /// Whether there is a value, and the one that is meant: `error.has { if case .cancelled = $0 { true } … }`.
    func has(_ isMeant: (Wrapped) -> Bool) -> Bool { map(isMeant) ?? false }
}

extension Result {
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// A head of HTTP/1.1 with these fields.
func head(_ status: Int, _ fields: String...) -> ResponseHead {
    let lines = fields.flatMap { $0.split(separator: "\r\n").map(String.init) }
    return ResponseHead(
        rawLines: (["HTTP/1.1 \(status) X"] + lines + [""]).map { ByteString($0 + "\r\n") })
}
