import FormEncoding

extension OptionTable {
    static let retry: [OptionSpec] = attempts + [key] + resumption

    private static let attempts: [OptionSpec] = [
        .value("retry", "number", .integer(in: 0...Int(Int32.max)), as: .common, \.retry.maximum)
            .onCurl(.request),
        .value("retry-delay", "seconds", .timeLimit, \.retry.delay).onCurl(.request),
        .value("retry-max-time", "seconds", .timeLimit, \.retry.maximumTime).onCurl(.request),
        .flag("retry-jitter", \.retry.addsJitter).onCurl(.missing),
        .flag("retry-connrefused", \.retry.retriesRefusedConnections).onCurl(.request),
        .flag("retry-all-errors", \.retry.retriesAllErrors).onCurl(.request),
    ]

    private static let resumption: [OptionSpec] = [
        OptionSpec(
            "resumable", .attached("version"), isNegatable: true,
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
        .value("append-size", "size", .size, \.resuming.appendSize).onCurl(.missing),
        .flag("tus") { settings, isOn in
            if isOn {
                settings.resuming.byProtocol = .tus
            } else if settings.isTus {
                settings.resuming.byProtocol = nil
            }
        }.onCurl(.missing),
        .sharedFlag("resume-cancel", \.journal.cancelsUploads).onCurl(.missing),
    ]

    private static let key = OptionSpec(
        "idempotency-key", .attached("key"),
        effect: .operation { (settings, use) throws(Failure) in
            settings.request.idempotencyKey =
                use.argument == nil
                ? .random : .given(try ValueKind<ByteString>.idempotencyKey.parse(use))
            settings.retry.retriesLostConnections = true
        }
    ).hiding(.value(of: "Idempotency-Key")).onCurl(.request)
}
