// The state of a transfer, in one place, and what the files of this module call of each other.

#pragma once

#include "CURLHooks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <sys/queue.h>

#include "functions.h"

enum { CURLHOOKS_ERROR_SIZE = 256, CURLHOOKS_NAME_SIZE = 512 };  // CURL_ERROR_SIZE, our own

/// The state of a transfer's stream of HTTP/2, as the server has reported it (RFC 9113 §6.4, §6.8, §8.1).
enum curlhooks_stream {
    CURLHOOKS_STREAM_OPEN,
    CURLHOOKS_STREAM_ENDED,
    /// It was reset without an error after its end: the server wants no more of the request.
    CURLHOOKS_STREAM_ANSWERED,
    /// It was reset without an error before its end.
    CURLHOOKS_STREAM_CUT,
    /// REFUSED_STREAM, or GOAWAY of a connection that took no request: the server has taken nothing of the request.
    CURLHOOKS_STREAM_REFUSED,
    /// GOAWAY or HTTP_1_1_REQUIRED: the server has taken nothing of the request on this connection.
    CURLHOOKS_STREAM_UNPROCESSED,
};

/// The messages to a transfer's loop.
enum { CURLHOOKS_START = 1, CURLHOOKS_RESUME = 2, CURLHOOKS_ABORT = 4 };

struct curlhooks_transfer {
    int holds;            // under the lock, too
    uint64_t number;      // follows `CURLHOOKS_URL`
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
    bool is_answered;     // a head has begun, or the stream of HTTP/2 has another state
    bool has_read;        // of the body, since its start
    bool sends_frames;    // of HTTP/2
    bool has_stream;      // of HTTP/2, with the request
    bool is_whole;        // libcurl has written all of the body
    bool is_cut;          // what it has written since `sent` may have been dropped
    bool wants_http1;     // the server has refused the stream for that
    bool holds_body;      // libcurl holds bytes that the app has not taken
    bool is_refused;      // the server's answer is no success, and the rest of the body is not wanted
    time_t answered;      // the second in which the whole answer of a refused request was there; 0: not yet
    const void *ssl;      // OpenSSL's of the connection that the answer comes from; null if it has none
    bool is_closed;       // the server has said that it sends no more over that
    void *session;        // of HTTP/2, with the number of the transfer's stream
    int32_t stream_number;
    bool has_long_queue;  // of the socket
    bool has_queue;       // bytes were unacknowledged when that was last reported
    char subject[CURLHOOKS_NAME_SIZE], issuer[CURLHOOKS_NAME_SIZE];  // of a certificate
    LIST_ENTRY(curlhooks_transfer) running;

    atomic_bool is_paused;  // until the app resumes it

    // Under the lock:
    unsigned messages;
    bool is_called;  // the transfer is in the list of the loop's messages
    bool is_started, is_connected, is_aborted, is_ended;
    int socket;                   // that the request is sent over, or the last that connects; 0: none
    int other_socket;             // that connects as well: libcurl tries two addresses side by side
    int64_t queued;               // what was unacknowledged on it when that was last known
    STAILQ_ENTRY(curlhooks_transfer) next_called;
    LIST_ENTRY(curlhooks_transfer) numbered;
};

/// Guards the fields above, the registry of transfers and the messages to loops.
extern pthread_mutex_t curlhooks_lock;

/// The loop whose thread this is; null on other threads.
extern _Thread_local const curlhooks_loop *curlhooks_this_loop;
/// The transfers that this thread's loop has begun.
extern _Thread_local LIST_HEAD(curlhooks_list, curlhooks_transfer) curlhooks_running;
/// Counts what happens to them.
extern _Thread_local unsigned curlhooks_activity;

// transfer.c

/// Enters the transfer into the registry.
void curlhooks_register(curlhooks_transfer *transfer);
/// The transfer with that number; null if there is none. Under the lock.
curlhooks_transfer *curlhooks_numbered(uint64_t number);
/// The transfer of an easy handle, which may be null or libcurl's own; on the loop's thread.
curlhooks_transfer *curlhooks_transfer_of(void *easy);

// socket.c: the socket that a transfer's request is sent over, and what is in its send queue

/// The transfer connects by a new socket. Its send queue is short, so that what is written is as good as
/// sent.
void curlhooks_use_socket(curlhooks_transfer *transfer, int socket);
/// Finds the socket that the request is about to be sent over, perhaps one of an earlier transfer.
/// The addresses and ports are those of its two ends.
void curlhooks_find_socket(
    curlhooks_transfer *transfer, const char *remote, const char *local, int remote_port, int local_port);
/// The transfer's connection has brought a status line, of HTTP/1 or of a later version.
void curlhooks_note_protocol(curlhooks_transfer *transfer, bool is_http1);
/// Looks at a kept connection of HTTP/1 before a request is written. If there is something to read, it is shut: its
/// end has come, or bytes that would be taken for the next answer. Whether it was shut.
bool curlhooks_shut_stale(curlhooks_transfer *transfer);
/// Updates the number of unacknowledged bytes. Under the lock.
void curlhooks_measure(curlhooks_transfer *transfer);
/// Chooses the length of the send queue; `left` bytes of the body are not written yet. While they are many,
/// a long one takes less time.
void curlhooks_fit_queue(curlhooks_transfer *transfer, int64_t left);
/// libcurl's callback to close a socket (CURLOPT_CLOSESOCKETFUNCTION).
int curlhooks_close(void *unused, int socket);

// http2.c

/// How much of a body to read at a time, if libcurl asks for `count` bytes: over HTTP/2 whole frames, and
/// few of them. A server that passes a body on at once keeps the window short, and waits while a piece
/// is read.
size_t curlhooks_piece(const curlhooks_transfer *transfer, size_t count);
/// Resets the transfer's stream if it has been answered with a refusal and the request is not whole.
void curlhooks_reset_refused(curlhooks_transfer *transfer);

// cookies.c

/// Lets an easy handle share the cookies; the CURLcode.
int curlhooks_use_cookies(void *easy, const curlhooks_cookies *cookies);
/// libcurl has read the files of cookies; they may be null.
void curlhooks_cookies_loaded(curlhooks_cookies *cookies);

// callbacks.c

/// A connection is being made, or it is open and the request is about to be sent. False if the transfer is to be
/// aborted.
bool curlhooks_report_connection(curlhooks_transfer *transfer, bool is_open);
/// Forgets the stream of HTTP/2 of an earlier request.
void curlhooks_begin_stream(curlhooks_transfer *transfer);
/// Whether libcurl has given all of the response on the transfer's stream of HTTP/2, which has ended.
bool curlhooks_has_answer(const curlhooks_transfer *transfer);
/// The transfer has ended with a CURLcode; once.
void curlhooks_finish(curlhooks_transfer *transfer, int code);

// loop.c

/// Starts the transfer soon; once, from any thread. The loop keeps it until it has ended.
void curlhooks_start(curlhooks_transfer *transfer);
