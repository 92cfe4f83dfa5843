// The socket that a transfer's request is sent over, and what is in its send queue.

#pragma once

#include <sys/types.h>

#include "transfer.h"

/// The transfer connects by a new socket. Its send queue is short, so that what is written is as good as
/// sent.
void curlhooks_use_socket(curlhooks_transfer *transfer, int socket);
/// Finds the socket that the request is about to be sent over, perhaps one of an earlier transfer.
void curlhooks_find_socket(curlhooks_transfer *transfer, int remote_port, int local_port);
/// Updates the number of unacknowledged bytes. Under the lock.
void curlhooks_measure(curlhooks_transfer *transfer);
/// Chooses the length of the send queue; `left` bytes of the body are not written yet. While they are many,
/// a long one takes less time.
void curlhooks_fit_queue(curlhooks_transfer *transfer, int64_t left);
/// libcurl's callback to close a socket (CURLOPT_CLOSESOCKETFUNCTION).
int curlhooks_close(void *unused, int socket);
/// send(2) for libcurl on the loop's thread: see socket.c.
ssize_t curlhooks_send(int socket, const void *bytes, size_t count, int flags);
