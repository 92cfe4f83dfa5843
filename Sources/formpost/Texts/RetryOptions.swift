extension Texts {
    /// The options about retries and resumption.
    static let retryOptions = #"""
        # retry
        The maximum number of retries; the default is 0. formpost retries after timeouts (including
        `--max-time`, which limits each attempt), hosts that cannot be resolved, connections that
        end before a byte of the body was sent, and the statuses 408, 429, 500, 502, 503, 504, 522
        and 524. The pause is 1 second and doubles each time, up to 10 minutes, or is longer if the
        server's `Retry-After` asks for it. The whole body is sent again. There is no further
        attempt if `--retry-max-time` leaves no time for the pause, or, without that option, if the
        server asks for more than 6 hours. A reused connection that turns out to be closed is
        replaced by a new one, even without this option, if no byte of the request was written, the
        method is idempotent (PUT), or `--idempotency-key` or `--retry-all-errors` allows it;
        otherwise the exit status is 52, 55 or 56. Example: `--retry 5`.

        # retry-delay
        In seconds. 0, the default, means the growing pause of `--retry`.

        # retry-max-time
        In seconds, for all attempts and pauses together, counted from when the inputs have been
        read: no retry begins later. An attempt that has begun is not cut short; `--max-time` does
        that. By default there is no limit. Example: `-m 60 --retry 9 --retry-max-time 300`.

        # retry-jitter
        Each pause is up to half as long again, so that jobs that failed at the same time do not all
        return at the same time; never longer than `--retry-max-time` allows. Off by default. It has
        an effect only with `--retry`.

        # retry-connrefused
        For a server that is being started. It has an effect only with `--retry`.

        # retry-all-errors
        Also if another attempt is likely to fail or may upload the form twice. It needs `--retry`,
        except in one case: if a connection reused from an earlier request ends before the answer,
        any request is sent again at once on a new one.

        # resumable
        By the protocol Resumable Uploads for HTTP (draft-ietf-httpbis-resumable-upload), interop
        version 8, or 6 for older servers. The request says that it may be interrupted. A server
        that does not know the protocol answers as without this option; one that does names an
        address for the upload. After a lost connection, a stall, a 5xx or a time limit, formpost
        asks how much the server has and sends the rest. `--stall-timeout` also limits such a
        question. If the server has everything and only its answer was lost, the upload succeeds
        with a warning, unless `--capture` (exit status 8), `--expect` (22) or `-o` (23) needs the
        answer. `--retry` limits how often the server is asked; attempts that make progress do not
        count, and without `--retry` the server is asked once. The body must consist of files or
        text, not of a pipe that is sent with `--chunked`. The option excludes `--digest` without
        `--anyauth`, whose first request is empty. By default an upload is one request, which is
        always sent from the beginning. Example: `--resumable --retry 5`.

        # append-size
        In bytes, or with `K`, `M` or `G`. It needs `--resumable` or `--tus` and is for proxies that
        limit the size of a request. The server is asked first whether it accepts an upload in
        several requests: it says so with `Upload-Limit` or `Accept-Patch:
        application/partial-upload`. If it does not, a POST begins with an empty request and
        continues if the server names an address for the upload; a PUT does not, because an empty
        one would replace the existing file. Otherwise no byte of the body is sent, and the exit
        status is 22. Limits that the server itself announces are respected without this option; a
        minimum size of the server has precedence over it. With `--tus`, if the server verifies
        checksums, each request has the SHA-1 of its bytes, for which the file is read twice. The
        server then keeps nothing of an interrupted request; no checksum is sent without this
        option, which limits that loss. 0, the default, is no limit. Example: `--resumable
        --append-size 100M`.

        # tus
        The protocol of tusd, Supabase, Cloudflare Stream, Vimeo and Uppy's servers. The file is
        that of `-T`, or of the only `-F` with a file; text fields then become metadata. The file's
        name (`filename`) and type (`filetype`; with `-T`, that of `-H Content-Type` if given) are
        metadata, too. An interrupted upload is resumed as with `--resumable`, and `--append-size`
        applies. The response is the server's answer to the last request. `-w '%{upload_url}'`
        prints the address of the file; on a terminal, so does the status line. Because it is a
        secret during the upload, it is masked elsewhere. `--dry-run` shows how the upload begins.
        Off by default. Example: `--tus -T video.mp4 https://example.com/files/`.

        # resume-cancel
        Nothing is uploaded: for each request whose upload was interrupted according to the journal,
        the server is asked to delete its part, unless it has the whole upload. It needs
        `--journal`, and `--resumable` or `--tus`, and otherwise the same arguments. Off by default.
        Example: `--resumable --journal uploads.journal --resume-cancel`.

        # idempotency-key
        Adds `Idempotency-Key: key`, so that a server that supports it treats all attempts as one
        upload. Without `=key` it is a random UUID for each request; a given key can be used for
        only one request (exit status 2). Because nothing is uploaded twice then, `--retry` also
        retries if the connection is lost during the request or its response. A 409 or 425 with
        `Retry-After` then says that the server is still processing an earlier attempt, and is
        retried, too. A reused connection that ends before the answer is replaced at once, even
        without `--retry`. By default no key is sent. Example: `--retry 3 --idempotency-key=order-17`.
        """#
}
