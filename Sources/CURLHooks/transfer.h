// Transfers and handles, as the hooked functions use them.

#ifndef CURLHOOKS_TRANSFER_H
#define CURLHOOKS_TRANSFER_H

#include "CURLHooks.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>

#include "streams.h"

/// libcurl's struct curl_slist (part of its ABI).
struct curlhooks_line {
    char *text;
    struct curlhooks_line *next;
};

struct curlhooks_option {
    int number;
    bool is_list;
    int64_t value;                 // a number, or
    char *string;                  // a string, or
    struct curlhooks_line *lines, *last_line;  // a list
    struct curlhooks_option *next;
};

typedef size_t (*curlhooks_header_function)(char *bytes, size_t size, size_t count, void *data);

enum { CURLHOOKS_ERROR_SIZE = 256, CURLHOOKS_NAME_SIZE = 512 };  // CURL_ERROR_SIZE, our own

enum { CURLHOOKS_SOCKETS = 4 };  // two of a connection that is tried twice, and those of a resolver

struct curlhooks_transfer {
    atomic_int holds;
    uint64_t identifier;
    curlhooks_callbacks callbacks;
    bool verbose;
    struct curlhooks_option *options;
    curlhooks_cookies *cookies;  // retained; null: the transfer has its own
    int refused_option;
    void *easy;  // set from when the transfer is attached
    curlhooks_header_function urlsession_header;
    void *urlsession_header_data;
    int64_t sent;  // of the body, as libcurl has told
    int64_t delivered;  // of the response's body, as it was received
    char error[CURLHOOKS_ERROR_SIZE];
    char subject[CURLHOOKS_NAME_SIZE], issuer[CURLHOOKS_NAME_SIZE];  // of a certificate
    // Under the lock:
    bool is_attached, is_connected, is_aborted, is_finished;
    bool is_paused, was_resumed;     // resumed: since the app was asked
    int sockets[CURLHOOKS_SOCKETS];  // that libcurl watches for it; 0: none
    int64_t queued;                  // what was unacknowledged on them when that was last known
    enum curlhooks_stream stream;    // over HTTP/2
    int64_t received;                // of the stream's body
    struct curlhooks_transfer *next;  // among those that wait for their request
};

/// An easy handle of URLSession.
struct curlhooks_handle {
    void *easy, *multi;
    curlhooks_header_function header;
    void *header_data;
    curlhooks_transfer *transfer;
    struct curlhooks_handle *next;
};

/// Guards the lists of waiting transfers and of handles, and the fields of transfers marked below.
extern pthread_mutex_t curlhooks_lock;
/// Removes the waiting transfer with that number from the list and retains it. Under the lock.
curlhooks_transfer *curlhooks_take_waiting(uint64_t identifier);
/// Releases a reference; the last one frees the transfer.
void curlhooks_drop_hold(curlhooks_transfer *transfer);

/// The handle's record, created if `create`; null if there is none or memory is short. Under the
/// lock.
struct curlhooks_handle *curlhooks_handle_of(void *easy, bool create);
/// The attached transfer of that number; null if there is none. Under the lock.
curlhooks_transfer *curlhooks_transfer_numbered(uint64_t identifier);
/// The multi handle that an attached transfer was added to; null if there is none. Under the lock.
void *curlhooks_multi_of(const curlhooks_transfer *transfer);
/// Removes the handle, and returns its transfer with libcurl's reference.
curlhooks_transfer *curlhooks_detach(void *easy);
/// The handle was added to a multi handle.
void curlhooks_added(void *multi, void *easy);
/// Whether one transfer is under way, and no other one is or is about to be: all share URLSession's
/// one queue.
bool curlhooks_is_alone(void);
/// Whether transfers of a multi handle have not ended; other handles are the app's own.
bool curlhooks_has_transfers(void *multi);
/// Whether a transfer was created that libcurl does not know yet. Under the lock.
bool curlhooks_is_any_waiting(void);
/// The handle of a transfer that was aborted and has not ended; null if there is none.
void *curlhooks_aborted(void *multi);
/// libcurl watches the socket for the handle's transfer.
void curlhooks_socket_is_used(void *easy, int socket);
/// Chooses the length of the send queue: `left` bytes are not written yet. While they are many, a long
/// one takes less time. At the end, and with other transfers beside it, it is short: what is written
/// is as good as sent.
void curlhooks_fit_queue(curlhooks_transfer *transfer, int64_t left);
/// Whether the socket's connection is open, including TLS, so that a request is sent over it.
bool curlhooks_is_requesting(int socket);
/// The state of an easy handle's stream of HTTP/2; the handle may be null, or not a transfer's.
void curlhooks_note_stream(void *easy, enum curlhooks_stream state);
/// Bytes of the response's body have been received on the handle's stream.
void curlhooks_note_data(void *easy, size_t count);
/// libcurl no longer watches the socket, and may close it.
void curlhooks_socket_is_gone(int socket);

/// The app is about to be asked to give or to take bytes.
void curlhooks_asking(curlhooks_transfer *transfer);
/// Pauses the transfer, on URLSession's queue; false if it was resumed since the app was asked.
bool curlhooks_pause(curlhooks_transfer *transfer);
/// Whether a transfer of the multi handle is paused.
bool curlhooks_is_pausing(void *multi);

/// Whether the option was handled and must not be passed on to libcurl.
bool curlhooks_intercept(void *easy, int option, void *value);
/// The transfer of this handle has ended.
void curlhooks_finish(void *easy, int code);
/// Stores a certificate's subject and issuer in the transfer with that number.
void curlhooks_name_certificate(uint64_t identifier, const char *subject, const char *issuer);

/// The name and version of libcurl's TLS library. (curl_version would wake up LDAP and SASL.)
const char *curlhooks_tls_version(void);
/// libcurl has read the files of cookies; they may be null.
void curlhooks_cookies_loaded(curlhooks_cookies *cookies);
/// The CURLSH of the cookies.
void *curlhooks_share_of(const curlhooks_cookies *cookies);
/// Starts recording the verified certificate's subject for the transfer, whose handle is set.
void curlhooks_watch_certificates(curlhooks_transfer *transfer);

#endif
#endif
