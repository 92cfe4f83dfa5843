import FormEncoding
import TestSupport

@testable import FormUpload

/// Records the events of an exchange as short texts.
final class EventRecorder: Sendable {
    private let events = Monitor([String]())

    static let request = UploadRequest(
        url: "http://127.0.0.1/", body: EncodedBody(bytes: "0123456789"))

    func exchange(
        _ judge: @escaping Exchange.Judge = { _, _ in .deliver }
    ) -> Exchange {
        Exchange(Self.request, onEvent: { [self] in record($0) }, judge: judge)
    }

    var all: [String] { events.withState { $0 } }

    private func record(_ event: TransferEvent) {
        let text =
            switch event {
            case .informational(let head): "interim \(head.status)"
            case .head(let head): "head \(head.status)"
            case .body(let bytes): "body \(bytes.count)"
            case .progress(let progress): "sent \(progress.sent) of \(progress.total ?? -1)"
            default: "other"
            }
        events.withState { $0.append(text) }
    }
}

/// Simulates libcurl's callbacks.
extension Exchange {
    @discardableResult
    func read(_ count: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { readBody(into: $0) ?? -2 }
    }

    func received(body bytes: [UInt8]) -> Bool? { bytes.withUnsafeBytes { received(body: $0) } }

    @discardableResult
    func receive(_ lines: String...) -> Bool {
        lines.reduce(true) { _, line in received(headerLine: ByteString(line + "\r\n")) }
    }
}
