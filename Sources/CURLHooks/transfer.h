// The state of a transfer, in one place.

#pragma once

#include "CURLHooks.h"

#include <pthread.h>

enum { CURLHOOKS_ERROR_SIZE = 256, CURLHOOKS_NAME_SIZE = 512 };  // CURL_ERROR_SIZE, our own

/// The state of a transfer's stream of HTTP/2, as the server has reported it (RFC 9113 §6.4, §6.8, §8.1).
enum curlhooks_stream {
    CURLHOOKS_STREAM_OPEN,
    CURLHOOKS_STREAM_ENDED,
    /// It was reset without an error after its end: the server wants no more of the request.
    CURLHOOKS_STREAM_ANSWERED,
    /// It was reset without an error before its end.
    CURLHOOKS_STREAM_CUT,
    /// REFUSED_STREAM: the server has taken nothing of the request.
    CURLHOOKS_STREAM_REFUSED,
    /// GOAWAY or HTTP_1_1_REQUIRED: the server has taken nothing of the request on this connection.
    CURLHOOKS_STREAM_UNPROCESSED,
};

/// The messages to a transfer's loop.
enum { CURLHOOKS_START = 1, CURLHOOKS_RESUME = 2, CURLHOOKS_ABORT = 4 };

struct curlhooks_transfer {
    int holds;            // under the lock, too
    uint64_t identifier;
    curlhooks_callbacks callbacks;
    curlhooks_loop *loop;  // the creator keeps it
    void *easy;
    struct curlhooks_lines *lists;  // that options of the handle refer to
    curlhooks_cookies *cookies;     // null: the transfer has its own
    bool reports_connections;       // libcurl reports when a connection is open
    char error[CURLHOOKS_ERROR_SIZE];

    // On the loop's thread:
    int64_t sent;       // of the body, as libcurl has reported
    int64_t received;  // of the stream's body
    enum curlhooks_stream stream;
    bool is_answered;     // a head has begun
    bool sends_frames;    // of HTTP/2
    bool has_long_queue;  // of the socket
    bool has_queue;       // bytes were unacknowledged when that was last reported
    char subject[CURLHOOKS_NAME_SIZE], issuer[CURLHOOKS_NAME_SIZE];  // of a certificate
    curlhooks_transfer *next_running;

    // Under the lock:
    unsigned messages;
    bool is_called;  // the transfer is in the list of the loop's messages
    bool is_started, is_connected, is_aborted, is_ended;
    bool is_paused, was_resumed;  // resumed: since the app was asked
    int socket;                   // that the request is sent over, or the last that connects; 0: none
    int other_socket;             // that connects as well: libcurl tries two addresses side by side
    int64_t queued;               // what was unacknowledged on it when that was last known
    curlhooks_transfer *next_message;
    curlhooks_transfer *next_numbered;
};

/// Guards the fields above, the registry of transfers and the messages to loops.
extern pthread_mutex_t curlhooks_lock;

/// The loop whose thread this is; null on other threads.
extern _Thread_local const curlhooks_loop *curlhooks_this_loop;
/// The transfers that this thread's loop has begun.
extern _Thread_local curlhooks_transfer *curlhooks_running;
/// Counts what happens to them.
extern _Thread_local unsigned curlhooks_activity;

/// Enters the transfer into the registry, with a number.
void curlhooks_register(curlhooks_transfer *transfer);
/// The transfer with that number; null if there is none. Under the lock.
curlhooks_transfer *curlhooks_numbered(uint64_t identifier);
/// The transfer of an easy handle, which may be null or libcurl's own; on the loop's thread.
curlhooks_transfer *curlhooks_transfer_of(void *easy);

/// Releases a reference; the last one frees the transfer.
void curlhooks_drop_hold(curlhooks_transfer *transfer);
