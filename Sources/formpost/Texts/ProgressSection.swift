/// The section of the manual about `--progress json`.
extension Texts {
    static let progress = #"""
        `--progress json` writes one JSON object per line to standard error and nothing else:
        errors, warnings, `-v` and `%{stderr}` become `message` events, and there is no status line.
        `--progress-to` writes to a separate channel, which `-s` does not silence; messages then
        stay on standard error. `share/doc/formpost/progress.schema.json` is the JSON Schema. Each
        object has `version` (1; it changes if a field changes its meaning, not if fields or events
        are added) and `event`. Unknown values are `null`, and times are in seconds. `index` is the
        number of the request, starting with 1. Each line is one write; periodic lines are skipped
        while the reader is slow, and a reader that reads nothing for 5 seconds gets no more.
        Opening a FIFO waits for a reader. The last event of a request is `end`, `skipped` or
        `notsent`, unless a signal ends the command. The events are
        """#

    static let progressEvents = #"""
        start | A request begins: `index`, `count` (of all requests), `name` (its file or URL),
          `url` (without credentials), `total` (bytes of the body) and `parts` (of the form).
        reading | Twice a second while a pipe or a file is read before anything is sent: `input`,
          `read` (bytes) and `rate` (bytes a second).
        progress, waiting, retrying | Twice a second while the body is sent, all of it is sent, or
          in the pause before another attempt: `index`, `attempt` (from 1 on), `read` and `sent`
          (bytes of the body), `total`, `rate`, `part` (the filename of the part being sent, or its
          name), and with `--resumable` or `--tus` `confirmed` (bytes that the server has
          confirmed), once it has confirmed any.
        redirect | The server redirects the request: `index`, `status` and `location`.
        retry | The attempt has failed, and there will be another: `index`, `cause` (a sentence),
          `status` (of the response, if there was one), `pause` and `left` (retries after that one).
        response | The final response begins: `index` and `status`.
        skipped | The journal lists the file of the request: `index` and `name`.
        notsent | The request is not sent or cancelled, because a value that it needs was not
          captured or another request failed (`--fail-early`): `index` and `name`.
        end | The request has ended: `index`, `name`, `status`, `exit` (the exit status), `error`
          (the sentence that is printed), `seconds`, `sent` and `received` (bytes of the bodies),
          and after a success with `--resumable` or `--tus` `upload_url` (the address that the
          server has given the upload).
        all | Twice a second where there are several requests: `done`, `count`, `failed` and
          `skipped` (requests), `sent`, `total` and `rate`.
        summary | The last of several requests has ended: as `all`, with `exit`.
        message | A sentence, only on standard error: `level` (`error`, `warning`, `note`, `wire`
          for `-v` and `--trace`, `write-out` for `%{stderr}`), `exit` (the exit status of an error)
          and `text`.
        interrupted | A signal ends the command.
        """#
}
