// What the hooked functions ask of the transfers they know.

#ifndef CURLHOOKS_TRANSFER_H
#define CURLHOOKS_TRANSFER_H

#include "CURLHooks.h"

#if defined(__linux__)

#include <pthread.h>
#include <stdatomic.h>

enum { CURLHOOKS_FAILED_INIT = 2, CURLHOOKS_BAD_HANDLE = 1 };  // CURLE_FAILED_INIT, CURLM_BAD_HANDLE

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
    struct curlhooks_transfer *next;  // among those that wait for their request
};

/// Guards the list of waiting transfers and that of handles.
extern pthread_mutex_t curlhooks_lock;
/// The waiting transfer of that number, held once more and waiting no longer. Under the lock.
curlhooks_transfer *curlhooks_take_waiting(uint64_t identifier);
/// A hold ends; the last one frees the transfer.
void curlhooks_drop_hold(curlhooks_transfer *transfer);

/// Whether libcurl's use of sockets reaches this module.
bool curlhooks_sockets_in_effect(void);
/// Whether the option was taken care of and must not reach libcurl as URLSession gave it.
bool curlhooks_intercept(void *easy, int option, void *value);
/// The handle is gone, and libcurl's hold on its transfer with it.
void curlhooks_forget(void *easy);
/// libcurl has ended the transfer of this handle.
void curlhooks_finish(void *easy, int code);
/// The name and version of libcurl's TLS library. (curl_version would wake up LDAP and SASL.)
const char *curlhooks_tls_version(void);
/// From now on the transfer learns whose certificate was verified. Its handle is set.
void curlhooks_watch_certificates(curlhooks_transfer *transfer);
/// The real curl_easy_setopt.
int curlhooks_real_setopt(void *easy, int option, void *value);

#endif
#endif
