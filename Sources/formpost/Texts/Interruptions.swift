/// The section of the manual about interrupted uploads.
extension Texts {
    static let interruptions = #"""
        Four options help when a connection is lost. They can be used together, apart from
        `--resumable` and `--tus`, of which a request has one.

        `--retry` sends the whole request again, from its first byte. The server needs no support
        for it.

        `--journal` is for many files: a later call with the same journal sends the files that no
        server has taken yet. A file that was sent in part is sent from the start, unless one of the
        next two options is given.

        `--resumable` is for a large body of any kind (`-F`, `-d`, `-T`): the server is asked to
        keep what has arrived (Resumable Uploads for HTTP, an Internet-Draft of the IETF). After a
        lost connection, a stall, a time limit or a 5xx formpost asks how much the server has, and
        sends the rest. A server that does not know the protocol handles it as any other request.
        The server names the address of the upload in an interim response (104), which some proxies
        drop, and some take for the answer: nginx does both. The answer to the whole request may
        name it as well. Where neither arrives, `--append-size` helps: the upload then begins with
        an empty request, whose answer names the address.

        `--tus` is for servers of tus 1.0, an older protocol, which takes one file an upload. The
        request is another one: no form is sent, and the texts of `-F` are metadata. Its address
        comes with an ordinary answer, so any proxy will do.

        If the server has removed the upload (404 or 410), it begins again from the start, as one
        of the retries. If the server has lost a part, by tus, formpost goes on before it, and says
        so. If it has more than was sent, another client has sent to it: formpost does not go on
        (exit status 8), unless the upload is complete. By tus formpost deletes an upload only for
        `--resume-cancel`; with `--resumable` also one that nobody can complete, which the server
        then no longer has to keep.

        If the server answers 5xx after the last byte and has the whole upload, nothing is sent
        again: its answer is shown, the exit status is 22, and a journal notes the upload as
        complete.

        With `--journal` the last two go on in a later call as well: the journal has the address of
        the upload until the upload is complete, and then the note that it is. A call with the same
        arguments goes on there, or skips what is complete. If a file has changed since, or the
        server no longer has the upload, it begins again, and a line says why. So it does if the
        journal has an address at another server than the one of the URL, and that server has not
        named it. Where the answer is not that of such a server, as behind a portal or a broken
        gateway, the call fails, and the next one goes on. If the server has everything by then, the
        upload is complete, and a warning says that its answer was lost. With other arguments (URL,
        fields, paths as they are written, headers) it is another upload. Credentials may differ. A
        file is compared by its size, the time of its last change and, as long as the upload is not
        complete, its inode and the time when its status was changed (`chmod` changes it), with
        `--journal-content` by its content. Within a call, too, an upload begins again if its file
        has changed between two attempts. A pipe is copied to a temporary file, as large as the
        input, so that it can be sent again within one call. A later call can go on only with what
        fits into memory (1 MiB).

        Whoever has the address of an upload that is not complete can add to it or delete it.
        formpost masks it in messages and traces (`-v --show-secrets` shows it, and so does `-w
        '%{upload_url}'`), and creates a journal for its owner alone. `--resume-cancel` with the
        same arguments asks the server to delete what it has, and uploads nothing. What is complete
        is not deleted.
        """#

    static let interruptionChoices = #"""
        a busy server | It answers 429 or 503: `--retry 5`.
        a lost connection | In the middle of 8 GB: `--resumable --retry 5` or `--tus --retry 5`.
        a job that is killed and started again | The same, with `--journal FILE`.
        a proxy that allows 100 MB a request | `--resumable --append-size 100M`, or with `--tus`.
        many files, some of which fail | `--each 'file=@*' --journal FILE`.
        """#
}
