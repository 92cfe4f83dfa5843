extension Texts {
    /// What changed in this version.
    static let historyNote = "Changes in 0.2.0 (2026-11-26) since 0.1.0 (2026-11-21):"

    static let history = #"""
        Other bodies | `-d` and related options, `--json`, `-T` and `-G`, as in curl.
        Many files | `--each` sends a request for each file, `-Z` several at a time (8 by default);
          `--form-tree` and `--form-glob` send a directory or a pattern in one form. `--journal`
          records uploads, so that a later call, or several commands on several machines, send only
          the missing files.
        Interrupted uploads | `--resumable` (the IETF draft) and `--tus` send only the missing part,
          also in a later call; `--append-size` limits each request. `--retry` limits each attempt by
          `-m` and adds `--retry-jitter`; after a lost connection it sends a POST again only with
          `--idempotency-key` or `--retry-all-errors`.
        Several requests | `--next`, `--capture` for a value of a response, `--expect` and
          `--expect-status` for what counts as success, `--fail-early`.
        Variables | `--variable` and `--expand-...` with digests and parts of paths, `--bearer-env`,
          `--form-fields` for presigned forms.
        Redirects | With `-L`, a 301 or 302 to the same place sends the form again; other redirects
          that drop the form cause a warning or a failure. A redirect from https to http is an error.
        Credentials | Secrets are recognised by name, masked, hidden in the process list, and not
          sent to other hosts. `--secret` adds names.
        Nothing is lost silently | Text after a `;`, outer blanks, a forgotten `@` and a file that
          changes are errors or warnings; `--allow-growth` sends a growing log. `-o` refuses a file
          that is sent. `--form-tree` skips hidden files unless `--hidden` is given.
        Output | Colours and indented JSON on a terminal (`--pretty`), `--progress json` with a
          schema, `--dry-run` with a table or exact bytes, `--curl`. `-sS` also prints warnings.
        Time limits | 60 seconds for connecting, and for a server that stops reading
          (`--stall-timeout`).
        Help | `--help` explains every option, group, section, exit status and recipe, and searches
          for words; the shells' completions come from the command itself.
        Packages | Archives, a Debian package and an image; the command needs no Swift and loads the
          system's libcurl, 7.68 or newer.
        """#
}
