// Schedules calls of libcurl, and reports the end of transfers to URLSession.

#ifndef CURLHOOKS_TURNS_H
#define CURLHOOKS_TURNS_H

#if defined(__linux__)

#include "real.h"

/// The multi handle is URLSession's: its function for sockets has been wrapped.
void curlhooks_note_wrapped(void *multi);
/// A multi handle's option is being set, on URLSession's queue.
void curlhooks_note_timer(void *multi, int option, void *value);
/// A transfer is being added to the multi handle, on URLSession's queue.
void curlhooks_used(void *multi);
/// Does something on URLSession's queue, soon; callable from any thread. False if that is not known.
bool curlhooks_do(void *multi, void *context, void (*work)(void *context));
/// Makes URLSession ask for messages soon; callable from any thread.
void curlhooks_wake(void *multi);
/// The real curl_multi_socket_action, repeated while the socket is ready.
int curlhooks_take_turns(void *multi, int socket, int events, int *running);
/// The next message of the multi handle: libcurl's, or the end of a transfer that was aborted.
curlhooks_message *curlhooks_next_message(void *multi, int *left);
/// Stops all calls to URLSession, if the multi handle is one of its own: it is about to be cleaned up.
void curlhooks_silence(void *multi);

#endif
#endif
