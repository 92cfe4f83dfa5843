// Waits for the socket of a transfer.

#ifndef CURLHOOKS_READINESS_H
#define CURLHOOKS_READINESS_H

#if defined(__linux__)

/// CURL_CSELECT_…
enum { CURLHOOKS_SELECT_IN = 1, CURLHOOKS_SELECT_OUT = 2 };

/// The events of `awaited` (CURL_POLL_…) that the socket is ready for, as CURL_CSELECT_…; waits up to
/// `wait` milliseconds.
int curlhooks_readiness(int socket, int awaited, int wait);

#endif
#endif
