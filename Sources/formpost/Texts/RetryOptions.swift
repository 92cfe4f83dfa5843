extension Texts {
    /// The options about retries and resumption.
    static let retryOptions = #"""
        # retry
        How many times at most; the default is 0. It retries after timeouts (also that of
        `--max-time`, which limits each attempt), hosts that cannot be resolved, connections that
        end before a byte of the body was sent, and the statuses 408, 429, 500, 502, 503, 504, 522
        and 524. The pause is 1 second, then twice as long each time, up to 10 minutes, or longer if
        the server's `Retry-After` asks for it. The whole body is sent again. If `--retry-max-time`
        leaves no time for the pause, or if without it the server asks for more than 6 hours, there
        is no further attempt. A kept connection that turns out to be closed is replaced by a new
        one, also without this option, if nothing of the request was written, the method is
        idempotent (PUT), or `--idempotency-key` or `--retry-all-errors` allows it; otherwise it is
        exit status 52, 55 or 56. Example: `--retry 5`.

        # retry-delay
        In seconds. 0, the default, is the pause of `--retry`, which grows.

        # retry-max-time
        Limits all attempts and pauses together, counted from when the inputs have been read: no
        retry begins later. An attempt that has begun is not cut short; `--max-time` does that. By
        default there is no limit. Example: `-m 60 --retry 9 --retry-max-time 300`.

        # retry-jitter
        Up to half as long again, so that many jobs that failed at the same time do not all come
        back at the same time; never longer than `--retry-max-time` allows. Off by default. It has
        an effect only with `--retry`.

        # retry-connrefused
        For a server that is being started. It has an effect only with `--retry`.

        # retry-all-errors
        Also where another attempt is likely to fail or may upload the form twice. It needs
        `--retry`, but for one case: where a connection that was kept from an earlier request ends
        before the answer, any request is then sent again at once, on a new one.

        # resumable
        By the protocol Resumable Uploads for HTTP (draft-ietf-httpbis-resumable-upload), interop
        version 8, or 6 for older servers. The request says that it may be interrupted; a server
        that does not know the protocol answers as without this option. One that does names an
        address for the upload. After a lost connection, a stall, a 5xx or a time limit it is asked
        how much it has, and gets the rest. `--stall-timeout` is also the limit for such a question.
        If the server has everything, and only its answer was lost, the upload is done, with a
        warning, unless `--capture` (exit status 8), `--expect` (22) or `-o` (23) needs the answer.
        `--retry` says how often the server is asked; an attempt after which the server has more
        than before does not count, and without `--retry` the server is asked once. The body must be
        files or text, not a pipe that is sent with `--chunked`. It excludes `--digest` without
        `--anyauth`, whose first request is empty. By default an upload is one request, which is
        sent from its start again. Example: `--resumable --retry 5`.

        # append-size
        In bytes, or with `K`, `M` or `G`. It needs `--resumable` or `--tus`, and is for a proxy
        that allows no larger requests. The server is asked first whether it takes an upload in
        several requests: it says so by `Upload-Limit`, or by `Accept-Patch:
        application/partial-upload`. If it does not, a POST is begun with an empty request, and goes
        on if the server names an address for the upload; a PUT is not, since an empty one would
        replace what is there. Otherwise nothing of the body is sent, and the exit status is 22.
        Limits that the server itself announces are kept without this option; its smallest size, if
        it has one, goes before this one. With `--tus`, if the server verifies checksums, each
        request has the SHA-1 of its bytes, for which the file is read twice. The server then keeps
        nothing of a request that is interrupted; without this option, which limits that loss, no
        checksum is sent. 0, the default, is no limit. Example: `--resumable --append-size 100M`.

        # tus
        The protocol of tusd, Supabase, Cloudflare Stream, Vimeo and Uppy's servers. The file is
        that of `-T`, or of the one `-F` with a file, whose texts are metadata then. So are its name
        (`filename`) and type (`filetype`, with `-T` that of `-H Content-Type` if it is given). An
        interrupted upload goes on as with `--resumable`, and `--append-size` counts, too. The
        response is the server's answer to the last request. The address of the file is what `-w
        '%{upload_url}'` prints; on a terminal the status line has it, too. Since it is a secret
        while the upload lasts, it is masked elsewhere. `--dry-run` shows how the upload begins. Off
        by default. Example: `--tus -T video.mp4 https://example.com/files/`.

        # resume-cancel
        Nothing is uploaded: for each request whose upload was interrupted, as the journal has it,
        the server is asked to delete what it has, unless that is the whole upload. It needs
        `--journal`, and `--resumable` or `--tus`, with the other arguments as they were. Off by
        default. Example: `--resumable --journal uploads.journal --resume-cancel`.

        # idempotency-key
        Adds `Idempotency-Key: key`, by which a server that supports it takes all attempts for one
        upload. Without `=key` it is a random UUID for each request; a given key can be used for one
        request only (exit status 2). Since nothing is uploaded twice then, `--retry` also retries
        where the connection is lost while the request or its response is under way, and a kept
        connection that ends before the answer is replaced at once, also without `--retry`. By
        default no key is sent. Example: `--retry 3 --idempotency-key=order-17`.
        """#
}
