import FormEncoding

extension OptionTable {
    static let retry: [OptionSpec] = attempts + [key] + resumption

    private static let attempts: [OptionSpec] = [
        .value(
            "retry", "number", .integer(in: 0...Int(Int32.max)), as: .common,
            "Retry after a failure that may pass"
        ) {
            $0.retry.maximum = $1
        }.onCurl(.request),
        .value("retry-delay", "seconds", .timeLimit, "Wait this long before each retry") {
            $0.retry.delay = $1
        }.onCurl(.request),
        .value("retry-max-time", "seconds", .timeLimit, "Stop retrying after this many seconds") {
            $0.retry.maximumTime = $1
        }.onCurl(.request),
        .flag("retry-jitter", "Make each pause longer by a random part") {
            $0.retry.addsJitter = $1
        }.onCurl(.missing),
        .flag("retry-connrefused", "Retry after a refused connection too") {
            $0.retry.retriesRefusedConnections = $1
        }.onCurl(.request),
        .flag("retry-all-errors", "Retry after any failure or status over 399") {
            $0.retry.retriesAllErrors = $1
        }.onCurl(.request),
    ]

    private static let resumption: [OptionSpec] = [
        OptionSpec(
            "resumable", .attached("version"), "Go on where an upload was interrupted",
            isNegatable: true,
            effect: .operation { (settings, use) throws(Failure) in
                let version =
                    use.argument == nil ? 8 : try ValueKind.oneOf(["8": 8, "6": 6]).parse(use)
                if use.isOn {
                    settings.resuming.byProtocol = version == 6 ? .draft6 : .draft8
                } else if !settings.isTus {
                    settings.resuming.byProtocol = nil
                }
            }
        ).onCurl(.missing),
        .value("append-size", "size", .size, "Send at most this many bytes in a request") {
            $0.resuming.appendSize = $1
        }.onCurl(.missing),
        .flag("tus", "Upload one file by tus 1.0") { settings, isOn in
            if isOn {
                settings.resuming.byProtocol = .tus
            } else if settings.isTus {
                settings.resuming.byProtocol = nil
            }
        }.onCurl(.missing),
        .sharedFlag("resume-cancel", "Delete interrupted uploads; upload nothing") {
            $0.journal.cancelsUploads = $1
        }.onCurl(.missing),
    ]

    private static let key = OptionSpec(
        "idempotency-key", .attached("key"), "Send one key with all attempts of a request",
        effect: .operation { (settings, use) throws(Failure) in
            settings.request.idempotencyKey =
                use.argument == nil
                ? .random : .given(try ValueKind<ByteString>.idempotencyKey.parse(use))
            settings.retry.retriesLostConnections = true
        }
    ).hiding(.value(of: "Idempotency-Key")).onCurl(.request)
}
