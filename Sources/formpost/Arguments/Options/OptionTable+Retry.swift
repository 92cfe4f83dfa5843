import FormEncoding

extension OptionTable {
    static let retry: [OptionSpec] = attempts + [key]

    private static let attempts: [OptionSpec] = [
        .value(
            "retry", "number", .integer(in: 0...Int(Int32.max)), as: .common,
            "Retry after a failure that may pass"
        ) {
            $0.retry.maximum = $1
        }.explained(
            """
            How many times at most; the default is 0. It retries after timeouts (also that of \
            `--max-time`, which limits each attempt), hosts that \
            cannot be resolved, and the statuses 408, 429, 500, 502, 503, 504, 522 and 524. \
            The pause is 1 second, then twice as long each time, up to 10 minutes, or longer \
            if the server's `Retry-After` asks for it. The whole body is sent again. If \
            `--retry-max-time` leaves no time for the pause, or if without \
            it the server asks for more than 6 hours, there is no further attempt. A kept connection \
            that turns out to be closed is replaced by a new one, also without this option, if \
            nothing of the request was written, the method is idempotent (PUT), or \
            `--idempotency-key` or `--retry-all-errors` allows it; otherwise it is exit status 52, 55 \
            or 56. Example: `--retry 5`.
            """),
        .value("retry-delay", "seconds", .timeLimit, "Wait this long before each retry") {
            $0.retry.delay = $1
        }.onCurl(.wholeSeconds).explained(
            "In seconds. 0, the default, is the pause of `--retry`, which grows."),
        .value("retry-max-time", "seconds", .timeLimit, "Stop retrying after this many seconds") {
            $0.retry.maximumTime = $1
        }.onCurl(.wholeSeconds).explained(
            """
            Limits all attempts and pauses together, counted from when the inputs have been read: no \
            retry begins later. An attempt that has begun is not cut short; `--max-time` does that. \
            By default there is no limit. Example: `-m 60 --retry 9 --retry-max-time 300`.
            """),
        .flag("retry-jitter", "Make each pause longer by a random part") {
            $0.retry.addsJitter = $1
        }.onCurl(.missing).explained(
            """
            Up to half as long again, so that many jobs that failed at the same time do not all come \
            back at the same time; never longer than `--retry-max-time` allows. Off \
            by default. It has an effect only with `--retry`.
            """),
        .flag("retry-connrefused", "Retry after a refused connection too") {
            $0.retry.retriesRefusedConnections = $1
        }.explained("For a server that is being started. It has an effect only with `--retry`."),
        .flag("retry-all-errors", "Retry after any failure or status over 399") {
            $0.retry.retriesAllErrors = $1
        }.explained(
            """
            Also where another attempt is likely to fail or may upload the form twice. It \
            needs `--retry`, but for one case: where a connection that was kept from an earlier \
            request ends before the answer, any request is then sent again at once, on a new one.
            """),
    ]

    private static let key = OptionSpec(
        "idempotency-key", .attached("key"), "Send one key with all attempts of a request"
    ) { (settings, use) throws(UsageError) in
        settings.request.idempotencyKey =
            use.argument == nil
            ? .random : .given(try ValueKind<ByteString>.idempotencyKey.parse(use))
        settings.retry.retriesLostConnections = true
    }.onCurl(.sentHeader(IdempotencyKey.header)).explained(
        """
        Adds `Idempotency-Key: key`, by which a server that supports it takes all attempts for one \
        upload. Without `=key` it is a random UUID for each request; a given key can be used for \
        one request only (exit status 2). Since nothing is uploaded twice then, `--retry` also \
        retries where the connection is lost while the request or its response is under way, and a \
        kept connection that ends before the answer is replaced at once, also without `--retry`. By \
        default no key is sent. Example: `--retry 3 --idempotency-key=order-17`.
        """)
}
