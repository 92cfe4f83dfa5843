// Waits for the socket of a transfer.

#ifndef CURLHOOKS_READINESS_H
#define CURLHOOKS_READINESS_H

#if defined(__linux__)

#include <stdbool.h>
#include <stdint.h>

/// The time of a clock that is not set, in nanoseconds.
int64_t curlhooks_now(void);

/// The events of `awaited` (CURL_POLL_…) that the socket is ready for, as CURL_CSELECT_…; waits up to
/// `wait` milliseconds.
int curlhooks_readiness(int socket, int awaited, int wait);

/// After asking in vain so many waits sleep at once: from one on twice as many each time, up to 256.
struct curlhooks_patience {
    int left, last;
};
/// Whether to ask again before sleeping this time.
bool curlhooks_asks_again(struct curlhooks_patience *patience);
/// How that went.
void curlhooks_asked(struct curlhooks_patience *patience, bool in_vain);

#endif
#endif
