// Tracks libcurl's sockets, and decides what URLSession is told.

#ifndef CURLHOOKS_SOCKETS_H
#define CURLHOOKS_SOCKETS_H

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The value to set for a multi handle's option: our function in place of URLSession's.
void *curlhooks_wrap_socket_function(int option, void *value);

/// Until `curlhooks_catch_up`, URLSession is not told when libcurl watches `socket` for other
/// events. Per thread, one socket at a time; false if the socket is not tracked.
bool curlhooks_hold_back(int socket);
/// The same for the first socket that libcurl watches from now on.
void curlhooks_hold_back_new(void);
/// The events to wait for before libcurl's next turn with the held back socket; 0 if there is none
/// (any more), or not only that. `has_read`: there may have been something to read in the last turn.
int curlhooks_awaited(bool has_read, int *socket);
/// Some of a body was sent. Not always by our `send`: OpenSSL under libcurl before 7.87 has its own way.
void curlhooks_note_sent(void);
/// A frame of HTTP/2 is sent on the held back socket.
void curlhooks_note_frame(void);
/// Whether one was, since libcurl began to watch that socket.
bool curlhooks_sends_frames(void);
/// Tells URLSession what has changed since `curlhooks_hold_back`.
void curlhooks_catch_up(void);

/// send(2) for libcurl: see sockets.c.
ssize_t curlhooks_send(int socket, const void *bytes, size_t count, int flags);

/// Lets the system queue what it likes, or again only as much as usual, so that written bytes are sent
/// soon.
void curlhooks_lengthen_queue(int socket, bool becomes_long);
/// Bytes in the system's send queue that the other end has not acknowledged; 0 where unknown.
int64_t curlhooks_queued(int socket);

#endif
#endif
