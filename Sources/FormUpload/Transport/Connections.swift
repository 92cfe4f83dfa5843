import FormEncoding
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if os(Linux)
    import CURLHooks
    import Libcurl
#endif

/// The connections that an uploader's transfers share, and their cookies: the loop, or a URLSession without
/// the hooks, keeps the connections that it can use again.
final class Connections: Sendable {
    private let router = TaskRouter()
    let cookies = SharedCookies()
    let ticker = Ticker()
    let support = SupportAnswers()
    private let perHost: Int
    /// Made when the first transfer needs them.
    private let made = Guarded<(session: URLSession?, pools: [Pool])>((nil, []))

    /// A loop for the transfers with these settings.
    private typealias Pool = (authentication: [CURLSetting], loop: CurlLoop)

    /// Each has a thread; the connections of others are closed.
    private static let mostPools = 8

    /// The last task that cleans up; it ends after those before.
    private let lastCleanUp = Guarded<Task<Void, Never>?>(nil)

    init(perHost: Int) { self.perHost = perHost }

    func cleanUp(_ work: @escaping @Sendable () async -> Void) {
        lastCleanUp.withLock { last in
            last = Task { [before = last] in
                await work()
                await before?.value
            }
        }
    }

    func endCleanUp() async { await lastCleanUp.withLock { $0 }?.value }

    deinit { made.withLock { $0.session?.finishTasksAndInvalidate() } }

    /// The loop of transfers with these options, if the hooks are in effect.
    func loop(_ options: UploadOptions) throws(UploadFault) -> CurlLoop {
        let authentication = options.curlSettings.filter(\.option.authenticatesConnection)
        return try made.withLock { (made) throws(UploadFault) in
            let place = made.pools.firstIndex { $0.authentication == authentication }
            let known = place.map { made.pools.remove(at: $0).loop }
            guard let loop = known ?? CurlLoop(connectionsPerHost: perHost) else {
                throw .noMemory("the system gives no more threads")
            }
            // The most recently used one moves to the end.
            if made.pools.count == Self.mostPools { made.pools.removeFirst() }
            made.pools.append((authentication, loop))
            return loop
        }
    }

    /// A task that is not started yet, whose events are reported to the exchange.
    func task(
        for request: URLRequest, _ exchange: Exchange, _ hooked: HookedTransfer?
    ) -> URLSessionTask {
        let session = made.withLock {
            // With the hooks what URLSession reports is known, and not worth changing threads for. Without,
            // a handler that blocks must not block URLSession.
            let session =
                $0.session
                ?? URLSession(
                    configuration: configuration(), delegate: router,
                    delegateQueue: TransportFacts.hooksAreInEffect ? InlineQueue() : nil)
            $0.session = session
            return session
        }
        // With the hooks URLSession knows of no body: libcurl reads it.
        let hasBody = hooked == nil && exchange.request.body != nil
        let task =
            hasBody
            ? session.uploadTask(withStreamedRequest: request) : session.dataTask(with: request)
        router.route(task, to: exchange, hooked)
        return task
    }

    private func configuration() -> URLSessionConfiguration {
        #if canImport(FoundationNetworking)
            // `.ephemeral` makes directories under the user's home on Linux.
            let configuration = URLSessionConfiguration.default
        #else
            let configuration = URLSessionConfiguration.ephemeral
        #endif
        configuration.httpMaximumConnectionsPerHost = perHost
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        return configuration
    }
}

extension UploadFault {
    /// The transfer cannot begin.
    static func noMemory(_ reason: String = "") -> UploadFault {
        .transfer(code: CURLCode.outOfMemory, reason: reason, UploadProgress())
    }
}

extension DispatchQueue {
    /// Where tasks are made: URLSession makes each on a queue that all sessions share, and its caller
    /// waits for that. Waiting on a thread each, many of them would leave none for the app's own tasks,
    /// whose bytes that queue may be waiting for.
    static let startingTasks = DispatchQueue(label: "formpost.starting-tasks")
}

/// Runs each operation where it is added: on URLSession's queue, so what runs must not wait for that.
/// Unchecked, since its superclass is; it has no state of its own.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
}

#if os(Linux)
    /// libcurl's thread, which runs an uploader's transfers and keeps their connections.
    final class CurlLoop: @unchecked Sendable {  // the functions of `loop` take a lock
        let loop: OpaquePointer

        /// `nil` if memory or threads are short.
        init?(connectionsPerHost: Int) {
            let count = Int32(clamping: connectionsPerHost)
            guard let loop = curlhooks_loop_create(count) else { return nil }
            self.loop = loop
        }

        deinit { curlhooks_loop_release(loop) }
    }
#else
    final class CurlLoop: Sendable {
        init?(connectionsPerHost: Int) { return nil }
    }
#endif

#if os(Linux)
    /// The cookies that the transfers of an uploader share: those that servers set, and those of
    /// `-b` files.
    final class SharedCookies: Sendable {
        /// `made` by the first transfer that needs them; libcurl has a lock of its own.
        private let state = Guarded<(made: OpaquePointer?, givenFiles: Set<ByteString>)>((nil, []))
        private var made: OpaquePointer? { state.withLock { $0.made } }

        deinit { if let made { curlhooks_cookies_free(made) } }

        func shared() throws(UploadFault) -> OpaquePointer {
            try state.withLock { (state) throws(UploadFault) in
                guard let cookies = state.made ?? curlhooks_cookies_create() else {
                    throw .noMemory()
                }
                state.made = cookies
                return cookies
            }
        }

        /// The setting of a `-b` file that an earlier transfer has read becomes that of none: a pipe has
        /// nothing for a second time.
        func withoutReadFile(_ setting: CURLSetting) -> CURLSetting {
            guard setting.option == .cookieFile, case .string(let path?) = setting.value else {
                return setting
            }
            let isFirst = state.withLock { $0.givenFiles.insert(path).inserted }
            return isFirst || !areLoaded ? setting : CURLSetting(.cookieFile, .string(""))
        }

        /// Whether libcurl has read the files of `-b`.
        var areLoaded: Bool { made.map { curlhooks_has_cookies($0) } ?? false }

        /// Each that has not expired, in Netscape's format; `nil` if memory is short.
        var lines: [ByteString]? {
            guard let made else { return [] }
            var lines: [ByteString] = []
            let isRead = withUnsafeMutablePointer(to: &lines) { lines in
                curlhooks_each_cookie(made, lines) { context, line in
                    context.assumingMemoryBound(to: [ByteString].self).pointee
                        .append(ByteString(cString: line))
                }
            }
            let now = Int64(time(nil))
            return isRead ? lines.filter { !$0.isExpiredCookie(at: now) } : nil
        }
    }

    extension ByteString {
        /// Whether a line in Netscape's format has expired: its fifth field is a time in seconds since 1970, or 0.
        fileprivate func isExpiredCookie(at now: Int64) -> Bool {
            let fields = bytes.split(
                separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            guard fields.count > 4, let end = Int64(String(decoding: fields[4], as: UTF8.self))
            else { return false }
            return end != 0 && end < now
        }
    }
#else
    final class SharedCookies: Sendable {
        let areLoaded = false
        let lines: [ByteString]? = []
    }
#endif

/// The initialisation of libraries before the first transfer of a process, each once. Who asks meanwhile waits.
extension Uploader {
    /// Opens and initialises libcurl. No thread can be made while it is opened.
    package static let libcurlIsPrepared: Void = {
        #if os(Linux)
            libcurl_prepare()
        #endif
    }()

    /// Initialises URLSession, which can be done beside that.
    package static let urlSessionIsPrepared: Void = {
        #if os(Linux)
            _ = URLSessionConfiguration.default
            // URLSession compares the names of header fields with it.
            _ = Locale.current
        #endif
    }()
}
