#if os(Linux)
    import CURLHooks
    import FormEncoding

    /// A transfer of `CURLHooks`, in a loop under URLSession.
    ///
    /// Unchecked: options are set before `init` returns; what changes later is behind a lock.
    final class HookedTransfer: @unchecked Sendable {
        private let number = UInt64.random(in: 1 ... .max)
        private let transfer: OpaquePointer
        private let loop: CurlLoop

        init(
            _ exchange: Exchange, in loop: CurlLoop, sharing cookies: SharedCookies
        ) throws(UploadFault) {
            let options = exchange.options
            if options.acceptsCompressed, !TransportFacts.canDecode {
                throw .unsupportedOption(.acceptEncoding)
            }
            let shared = try options.keepsCookies ? cookies.shared() : nil
            let callbacks = curlhooks_callbacks(
                context: Unmanaged.passRetained(Context(exchange, cookies)).toOpaque(),
                header: { context, bytes, count in
                    Exchange.at(context).received(headerLine: ByteString(bytes: copy(bytes, count)))
                },
                body: { context, bytes, count in
                    let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
                    return switch Exchange.at(context).received(body: bytes) {
                    case true?: 0
                    case nil: Int32(CURLHOOKS_NOT_NOW)
                    case false?: -1
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
                connection: {
                    Exchange.at($0).connection(isOpen: $1, after: RequestSoFar($2))
                },
                moved: { context, written, queued in
                    Exchange.at(context).moved(written: written, queued: queued)
                },
                done: { context, end, easy in
                    let exchange = Exchange.at(context)
                    var facts = TransferFacts(of: easy)
                    facts.bytesSent -= end.dropped
                    facts.isUnclosed = end.is_unclosed
                    facts.certificateSubject = String(cString: end.subject)
                    facts.certificateIssuer = String(cString: end.issuer)
                    exchange.ended(
                        code: end.code, reason: String(cString: end.reason), facts: facts,
                        queued: end.queued, after: RequestSoFar(end.request))
                },
                release: { Unmanaged<Context>.fromOpaque($0).release() })
            guard
                let transfer = curlhooks_transfer_create(
                    number, loop.loop, callbacks, shared, options.reportsWire)
            else { throw .noMemory() }
            self.transfer = transfer
            self.loop = loop
            for setting in CURLSetting.all(for: exchange.request, options: options) {
                switch cookies.withoutReadFile(setting).set(on: transfer) {
                case 0: break
                case CURLCode.outOfMemory: throw .noMemory()
                // An option that libcurl lacks must not be ignored.
                default: throw .unsupportedOption(setting.option)
                }
            }
        }

        deinit { curlhooks_transfer_release(transfer) }

        // As the functions of libcurl's transfer, from any thread:
        func abort() { curlhooks_abort(transfer) }
        func resume() { curlhooks_resume(transfer) }
        var unacknowledged: Int64 { curlhooks_unacknowledged(transfer) }
        var isStarted: Bool { curlhooks_is_started(transfer) }

        /// The URL by which the hooks know URLSession's request; nothing is sent there.
        var placeholder: String { CURLHOOKS_URL + String(number) }
    }

    private func copy(_ bytes: UnsafePointer<CChar>, _ count: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    extension RequestSoFar {
        fileprivate init(_ request: curlhooks_request) {
            self.init(
                written: request.written, reason: String(cString: request.reason),
                isRefused: request.is_refused, isUnprocessed: request.is_unprocessed,
                isShared: request.is_shared)
        }
    }

    /// The exchange that a transfer reports to, and the cookies that libcurl uses as long as it has the transfer.
    private final class Context {
        let exchange: Exchange
        let cookies: SharedCookies

        init(_ exchange: Exchange, _ cookies: SharedCookies) {
            (self.exchange, self.cookies) = (exchange, cookies)
        }
    }

    extension Exchange {
        fileprivate static func at(_ context: UnsafeMutableRawPointer) -> Exchange {
            Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().exchange
        }
    }
#else
    /// Without libcurl under URLSession there are no hooks.
    final class HookedTransfer: Sendable {
        let placeholder = ""
        let unacknowledged: Int64 = 0
        let isStarted = false
        func abort() {}
        func resume() {}

        init(
            _ exchange: Exchange, in loop: CurlLoop, sharing cookies: SharedCookies
        ) throws(UploadFault) { throw .needsHooks(.request) }
    }
#endif

extension UploadOptions {
    /// Whether transfers with these options go through the hooks.
    var canUseHooks: Bool { usesHooks && TransportFacts.hooksAreInEffect }

    /// Whether responses are decoded here; URLSession without the hooks decodes by itself.
    var decodesContent: Bool { acceptsCompressed && canUseHooks }
}
