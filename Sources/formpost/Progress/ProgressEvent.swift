import FormEncoding
import FormUpload

/// One object of the stream of `--progress json`. Requests count from 1 on there; unknown values are
/// `null`.
enum ProgressEvent: Sendable {
    /// Inputs are read before anything is sent.
    case reading(ProgressSnapshot)
    case start(RequestPlace, total: Int64?, parts: Int)
    /// Twice a second: a body on its way, the wait for the response, or the pause before a retry.
    case moving(RequestPlace, ProgressSnapshot)
    case redirect(RequestPlace, status: Int, location: ByteString)
    case retry(RequestPlace, RetryNotice, cause: String)
    /// The final response begins.
    case response(RequestPlace, status: Int)
    case skipped(RequestPlace)
    /// A value that it needs is missing (`--capture`), or another has failed (`--fail-early`).
    case notSent(RequestPlace)
    case end(RequestPlace, RequestEnd)
    /// A signal has ended the command.
    case interrupted
    /// Twice a second, and at the end, where there are several requests.
    case all(ManySnapshot)
    case summary(ManySnapshot, exit: Int32)
}

/// Which request an event is about.
struct RequestPlace: Sendable, Equatable {
    /// From 0 on, of so many.
    var number = 0
    var count = 1
    var name: ByteString = ""
    var url: ByteString = ""
}

/// How a request ended.
struct RequestEnd: Sendable {
    /// The final status of the server.
    var status: Int?
    var exit: Int32
    var error: String?
    var duration = Duration.zero
    /// Bytes of the bodies.
    var sent: Int64 = 0
    var received: Int64 = 0
}

extension ProgressEvent {
    /// The version of the format: a field that means something else than before makes a new one.
    static let version = 1

    /// A JSON object, on one line.
    var object: String {
        JSON.object([("version", "\(Self.version)"), ("event", JSON.string(name))] + fields)
    }

    private var name: String {
        switch self {
        case .reading: "reading"
        case .start: "start"
        case .moving(_, let snapshot): snapshot.event
        case .redirect: "redirect"
        case .retry: "retry"
        case .response: "response"
        case .skipped: "skipped"
        case .notSent: "notsent"
        case .end: "end"
        case .interrupted: "interrupted"
        case .all: "all"
        case .summary: "summary"
        }
    }

    private typealias Field = (name: String, value: String)

    private var fields: [Field] {
        switch self {
        case .reading(let snapshot):
            [
                ("input", JSON.string((snapshot.input ?? "").description)),
                ("read", "\(snapshot.read)"), ("rate", Self.whole(snapshot.rate)),
            ]
        case .start(let place, let total, let parts):
            [
                Self.index(place), ("count", "\(place.count)"), Self.name(place),
                ("url", JSON.string(place.url.withoutSecrets.description)),
                ("total", Self.number(total)), ("parts", "\(parts)"),
            ]
        case .moving(let place, let snapshot):
            [
                Self.index(place), ("attempt", "\(snapshot.attempt)"), ("read", "\(snapshot.read)"),
                ("sent", "\(snapshot.sent)"), ("total", Self.number(snapshot.total)),
                ("rate", Self.whole(snapshot.rate)),
                ("part", Self.text(snapshot.part?.shownName?.description)),
            ]
        case .redirect(let place, let status, let location):
            [
                Self.index(place), ("status", "\(status)"),
                ("location", JSON.string(location.withoutSecrets.description)),
            ]
        case .retry(let place, let notice, let cause):
            [
                Self.index(place), ("cause", JSON.string(cause)),
                ("status", Self.number(notice.status.map(Int64.init))),
                ("pause", Self.seconds(notice.pause)), ("left", "\(notice.left)"),
            ]
        case .response(let place, let status): [Self.index(place), ("status", "\(status)")]
        case .skipped(let place), .notSent(let place): [Self.index(place), Self.name(place)]
        case .end(let place, let end):
            [
                Self.index(place), Self.name(place),
                ("status", Self.number(end.status.map(Int64.init))), ("exit", "\(end.exit)"),
                ("error", Self.text(end.error)), ("seconds", Self.seconds(end.duration)),
                ("sent", "\(end.sent)"), ("received", "\(end.received)"),
            ]
        case .interrupted: []
        case .all(let snapshot): Self.fields(snapshot)
        case .summary(let snapshot, let exit): Self.fields(snapshot) + [("exit", "\(exit)")]
        }
    }

    private static func fields(_ snapshot: ManySnapshot) -> [Field] {
        [
            ("done", "\(snapshot.done)"), ("count", "\(snapshot.count)"),
            ("failed", "\(snapshot.failed)"), ("skipped", "\(snapshot.skipped)"),
            ("sent", "\(snapshot.sent)"), ("total", number(snapshot.total)),
            ("rate", whole(snapshot.rate)),
        ]
    }

    private static func index(_ place: RequestPlace) -> Field { ("index", "\(place.number + 1)") }

    private static func name(_ place: RequestPlace) -> Field {
        ("name", JSON.string(place.name.description))
    }

    private static func number(_ value: Int64?) -> String { value.map { "\($0)" } ?? "null" }

    private static func text(_ value: String?) -> String { value.map(JSON.string) ?? "null" }

    private static func whole(_ rate: Double) -> String { "\(Int64(min(rate, 1e18)))" }

    private static func seconds(_ duration: Duration) -> String {
        "\(Double(duration.milliseconds) / 1000)"
    }
}

extension RetryNotice {
    /// That of the response that is the cause.
    fileprivate var status: Int? {
        if case .status(let head) = cause { head.status } else { nil }
    }
}
