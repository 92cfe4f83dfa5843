#if os(Linux)
    import CURLHooks
    import FormEncoding
    import Glibc

    /// A transfer whose libcurl options are set under URLSession, through `CURLHooks`.
    final class HookedTransfer: @unchecked Sendable {
        // Unchecked: options are added before `init` returns; all other functions take a lock.
        /// Whether the executable exports the hooks and they are in effect.
        static let isPossible = !isSwitchedOff && curlhooks_in_effect()

        /// For tests of the behaviour without hooks.
        private static var isSwitchedOff: Bool {
            #if DEBUG
                getenv("FORMPOST_WITHOUT_HOOKS") != nil
            #else
                false
            #endif
        }

        private let transfer: OpaquePointer

        /// Sets up the options of libcurl for `request`; events go to `exchange`.
        init(
            _ request: UploadRequest, options: UploadOptions, exchange: Exchange,
            sharing cookies: SharedCookies
        ) throws(UploadError) {
            let callbacks = curlhooks_callbacks(
                context: Unmanaged.passRetained(exchange).toOpaque(),
                header: { context, bytes, count in
                    Exchange.at(context).received(headerLine: ByteString(bytes: copy(bytes, count)))
                },
                body: { context, bytes, count in
                    let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
                    return switch Exchange.at(context).received(coded: bytes) {
                    case .taken: 0
                    case .notNow: Int32(CURLHOOKS_NOT_NOW)
                    case .aborted: -1
                    }
                },
                read: { context, buffer, count in
                    Exchange.at(context).readBody(
                        into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
                        ?? CURLHOOKS_NOT_NOW
                },
                rewind: { Exchange.at($0).beginBody() },
                debug: { context, kind, bytes, count in
                    guard let kind = WireEvent.Kind(rawValue: kind) else { return }
                    Exchange.at(context).wire(WireEvent(kind: kind, bytes: copy(bytes, count)))
                },
                connecting: { Exchange.at($0).connecting(after: RequestSoFar($1)) },
                connected: { Exchange.at($0).connected(after: RequestSoFar($1)) },
                moved: { context, written, queued in
                    Exchange.at(context).moved(written: written, queued: queued)
                },
                done: { context, end, easy in
                    let exchange = Exchange.at(context)
                    var facts = TransferFacts(of: easy)
                    facts.certificateSubject = String(cString: end.subject)
                    facts.certificateIssuer = String(cString: end.issuer)
                    if end.refused != 0 { exchange.fail(.unsupportedOption(end.refused)) }
                    exchange.ended(
                        code: end.code, reason: String(cString: end.reason), facts: facts,
                        queued: end.queued)
                },
                release: { Unmanaged<Exchange>.fromOpaque($0).release() })
            guard let transfer = curlhooks_transfer_create(callbacks, options.reportsWire) else {
                Unmanaged<Exchange>.fromOpaque(callbacks.context).release()
                throw .transfer(code: CURLCode.outOfMemory, reason: "", exchange.soFar)
            }
            self.transfer = transfer
            if options.keepsCookies { try cookies.share(with: transfer, exchange) }
            for setting in CURLSetting.all(for: request, options: options) {
                guard cookies.withoutReadFile(setting).add(to: transfer) else {
                    throw .transfer(code: CURLCode.outOfMemory, reason: "", exchange.soFar)
                }
            }
        }

        deinit { curlhooks_transfer_release(transfer) }

        /// Makes libcurl end the transfer soon; callable from any thread.
        func abort() { curlhooks_abort(transfer) }

        /// Tells libcurl that the body has bytes again; callable from any thread.
        func resume() { curlhooks_resume(transfer) }

        /// Makes libcurl look at the transfer again; callable from any thread.
        func nudge() { curlhooks_nudge(transfer) }

        /// Bytes that libcurl has written but the other end has not acknowledged.
        var unacknowledged: Int64 { curlhooks_unacknowledged(transfer) }

        /// Whether the request has reached libcurl through the hooks.
        var isAttached: Bool { curlhooks_is_attached(transfer) }

        /// The header field by which the hooks know URLSession's request; it is not sent.
        var marker: (name: String, value: String) {
            (CURLHOOKS_MARKER, String(curlhooks_transfer_identifier(transfer)))
        }
    }

    private func copy(_ bytes: UnsafePointer<CChar>, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    extension RequestSoFar {
        fileprivate init(_ request: curlhooks_request) {
            self.init(
                written: request.written, reason: String(cString: request.reason),
                isRefused: request.is_refused, isUnprocessed: request.is_unprocessed)
        }
    }

    extension Exchange {
        fileprivate static func at(_ context: UnsafeMutableRawPointer) -> Exchange {
            Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        }
    }
#else
    /// Without libcurl under URLSession there are no hooks.
    final class HookedTransfer: Sendable {
        static let isPossible = false
        let marker = (name: "", value: "")
        let unacknowledged: Int64 = 0
        let isAttached = false
        func abort() {}
        func resume() {}
        func nudge() {}

        init(
            _ request: UploadRequest, options: UploadOptions, exchange: Exchange,
            sharing cookies: SharedCookies
        ) throws(UploadError) { throw .needsHooks(.option(0)) }
    }
#endif

extension UploadOptions {
    /// Whether transfers with these options go through the hooks.
    var canUseHooks: Bool { usesHooks && HookedTransfer.isPossible }
}
