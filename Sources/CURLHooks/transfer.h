// What the hooked functions need from transfers.

#ifndef CURLHOOKS_TRANSFER_H
#define CURLHOOKS_TRANSFER_H

#include "CURLHooks.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>

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
    struct curlhooks_line *lines;  // a list
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
    int refused_option;
    void *easy;  // set from when the transfer is attached
    curlhooks_header_function urlsession_header;
    void *urlsession_header_data;
    char error[CURLHOOKS_ERROR_SIZE];
    char subject[CURLHOOKS_NAME_SIZE], issuer[CURLHOOKS_NAME_SIZE];  // of a certificate
    // Under the lock:
    bool is_attached, is_connected, is_aborted, is_finished;
    int sockets[CURLHOOKS_SOCKETS];  // that libcurl watches for it; 0: none
    int64_t queued;                  // what was unacknowledged on them when that was last known
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

/// Guards the list of waiting transfers, that of handles, and what each transfer's comment says.
extern pthread_mutex_t curlhooks_lock;
/// The waiting transfer of that number, held once more and waiting no longer. Under the lock.
curlhooks_transfer *curlhooks_take_waiting(uint64_t identifier);
/// Releases a reference; the last one frees the transfer.
void curlhooks_drop_hold(curlhooks_transfer *transfer);

/// The handle's record, made if need be; null if there is none, or memory is short. Under the lock.
struct curlhooks_handle *curlhooks_handle_of(void *easy, bool create);
/// The attached transfer of that number; null if there is none. Under the lock.
curlhooks_transfer *curlhooks_transfer_numbered(uint64_t identifier);
/// The handle is about to go: its transfer, with libcurl's hold on it.
curlhooks_transfer *curlhooks_detach(void *easy);
/// The handle was added to a multi handle.
void curlhooks_added(void *multi, void *easy);
/// How many transfers of a multi handle have not ended.
int curlhooks_running(void *multi);
/// The handle of a transfer that was aborted and has not ended; null if there is none.
void *curlhooks_aborted(void *multi);
/// libcurl watches the socket for the handle's transfer.
void curlhooks_socket_is_used(void *easy, int socket);
/// Whether a request goes out over the socket: it is connected, TLS and all.
bool curlhooks_is_requesting(int socket);
/// libcurl does not watch the socket any more, and may close it.
void curlhooks_socket_is_gone(int socket);

/// Whether the option was taken care of and must not reach libcurl as URLSession gave it.
bool curlhooks_intercept(void *easy, int option, void *value);
/// The transfer of this handle has ended.
void curlhooks_finish(void *easy, int code);
/// Keeps the name of the certificate's owner and issuer for the transfer of that number.
void curlhooks_name_certificate(uint64_t identifier, const char *subject, const char *issuer);

/// The name and version of libcurl's TLS library. (curl_version would wake up LDAP and SASL.)
const char *curlhooks_tls_version(void);
/// From now on the transfer is told whose certificate was verified. Its handle is set.
void curlhooks_watch_certificates(curlhooks_transfer *transfer);

#endif
#endif
