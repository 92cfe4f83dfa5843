// The end of the process while loops are at work.

#pragma once

/// The loop's thread begins to use libcurl, or comes back from the app; not while the process exits.
void curlhooks_enter(void);
/// The loop's thread waits, or calls the app, which may block it or exit.
void curlhooks_leave(void);
