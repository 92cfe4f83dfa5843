/// The section of the manual about interrupted uploads.
extension Texts {
    static let interruptions = #"""
        Four options help when a connection is lost. They can be combined, except that a request
        uses either `--resumable` or `--tus`.

        `--retry` sends the whole request again from its first byte. It needs no support from the
        server.

        `--journal` is for many files: a later call with the same journal sends the files that have
        not been uploaded yet. A file that was sent in part is sent from the beginning, unless one
        of the next two options is given.

        `--resumable` is for a large body of any kind (`-F`, `-d`, `-T`): the server is asked to
        keep the part that has arrived (Resumable Uploads for HTTP, an Internet-Draft of the IETF).
        After a lost connection, a stall, a time limit or a 5xx, formpost asks how much the server
        has and sends the rest. A server that does not know the protocol handles the request like
        any other. The server names the address of the upload in an interim response (104), which
        some proxies drop and some mistake for the answer; nginx does both. The answer to the whole
        request may name it as well. If neither arrives, `--append-size` helps: the upload then
        begins with an empty request, whose answer names the address.

        `--tus` is for servers of tus 1.0, an older protocol with one file per upload. It sends a
        different request: no form is sent, and the text fields of `-F` become metadata. The address
        comes with an ordinary answer, so it works through any proxy.

        If the server has removed the upload (404 or 410), it starts over, which counts as a retry.
        If a tus server has lost a part, formpost resumes before that part and reports it. If the
        server has more than was sent, another client has sent to it: formpost does not continue
        (exit status 8), unless the upload is complete. With `--tus`, formpost deletes an upload
        only for `--resume-cancel`; with `--resumable`, also one that can no longer be completed, so
        that the server need not keep it.

        If the server answers 5xx after the last byte and has the whole upload, nothing is sent
        again: its answer is shown, the exit status is 22, and a journal records the upload as
        complete.

        With `--journal`, `--resumable` and `--tus` also continue in a later call: the journal keeps
        the address of the upload until the upload is complete, and then records that it is. A call
        with the same arguments resumes the upload there, or skips it if it is complete. If a file
        has changed since, or the server no longer has the upload, it starts over, and a line says
        why. The same happens if the address in the journal is on another server, and the server of
        the URL did not give it. If a captive portal or a broken gateway answers in place of the
        server, the call fails, and the next one resumes. If the server has everything by
        then, the upload is complete, and a warning says that its answer was lost. Different
        arguments (URL, fields, paths as written, headers) make a different upload; credentials may
        differ. A file is compared by its size, its modification time and, until the upload is
        complete, its inode and status change time (which `chmod` changes), or with
        `--journal-content` by its content. Within a call, too, an upload starts over if its file
        changes between two attempts. A pipe is copied to a temporary file, as large as the input,
        so that it can be sent again within one call. A later call can resume a pipe only if it fits
        into memory (1 MiB).

        Anyone who has the address of an unfinished upload can add to it or delete it. formpost
        masks it in messages and traces (`-v --show-secrets` and `-w '%{upload_url}'` show it), and
        creates a journal that only its owner can read. `--resume-cancel` with the same arguments
        asks the server to delete the unfinished upload, and uploads nothing. Complete uploads are
        not deleted.
        """#

    static let interruptionChoices = #"""
        a busy server | It answers 429 or 503: `--retry 5`.
        a lost connection | While sending 8 GB: `--resumable --retry 5` or `--tus --retry 5`.
        a job that is killed and restarted | The same, with `--journal FILE`.
        a proxy that allows 100 MB per request | `--resumable --append-size 100M`, or with `--tus`.
        many files, some of which fail | `--each 'file=@*' --journal FILE`.
        """#
}
