// The functions of libcurl, its libraries and the C library that this module interposes or calls.

#ifndef CURLHOOKS_REAL_H
#define CURLHOOKS_REAL_H

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// libcurl's interface, as far as it is used here (curl.h is not needed to build).
typedef struct {
    int message;
    void *easy;
    union {
        void *pointer;
        int code;
    } data;
} curlhooks_message;  // struct CURLMsg

enum { CURLHOOKS_MESSAGE_DONE = 1 };
// CURLE_FAILED_INIT, CURLE_ABORTED_BY_CALLBACK, CURLE_HTTP2_STREAM
enum { CURLHOOKS_FAILED_INIT = 2, CURLHOOKS_ABORTED = 42, CURLHOOKS_HTTP2_STREAM = 92 };
enum { CURLHOOKS_BAD_HANDLE = 1 };                           // CURLM_BAD_HANDLE
enum { CURLHOOKS_TIMEOUT = -1 };                             // CURL_SOCKET_TIMEOUT
enum { CURLHOOKS_POLL_IN = 1, CURLHOOKS_POLL_OUT = 2, CURLHOOKS_POLL_REMOVE = 4 };  // CURL_POLL_…
enum { CURLHOOKS_SELECT_IN = 1, CURLHOOKS_SELECT_OUT = 2 };  // CURL_CSELECT_…

struct curlhooks_functions {
    int (*easy_setopt)(void *easy, int option, ...);
    void (*easy_cleanup)(void *easy);
    int (*easy_pause)(void *easy, int directions);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_socket_action)(void *multi, int socket, int events, int *running);
    int (*multi_timeout)(void *multi, long *milliseconds);
    curlhooks_message *(*multi_info_read)(void *multi, int *left);
    int (*multi_cleanup)(void *multi);
    // Of libnghttp2, under libcurl.
    int (*http2_callbacks_new)(void **callbacks);
    void (*http2_set_read_length)(
        void *callbacks,
        ssize_t (*length)(
            void *session, uint8_t type, int32_t stream, int32_t session_window, int32_t stream_window,
            uint32_t longest, void *data));
    void (*http2_set_on_frame)(
        void *callbacks, int (*function)(void *session, const void *frame, void *data));
    void *(*http2_stream_data)(void *session, int32_t stream);
    uint32_t (*http2_next_stream)(void *session);
    ssize_t (*send)(int socket, const void *bytes, size_t count, int flags);
};

/// The real functions, looked up once. A field is null where there is none.
const struct curlhooks_functions *curlhooks_real(void);

#endif
#endif
