#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "functions.h"
#include "http2.h"
#include "interposed.h"
#include "loop.h"
#include "socket.h"

// The functions that FoundationNetworking and libcurl call in place of the real ones (`exports.c`). URLSession
// begins a transfer when it adds an easy handle whose URL names one to its multi handle. Such a handle is never
// given to libcurl: the transfer has a handle and a loop of its own, and goes on when URLSession removes its
// handle.

void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, libcurl_frame_function function);
ssize_t send(int socket, const void *bytes, size_t count, int flags);

/// The transfer that the URL of an easy handle names; null if there is none. Under the lock.
static curlhooks_transfer *named(void *easy) {
    enum { info_effective_url = 0x100000 + 1 };
    const size_t length = strlen(CURLHOOKS_URL);
    const char *url = NULL;
    if (libcurl_real()->easy_getinfo(easy, info_effective_url, &url) != 0 || !url) return NULL;
    if (strncmp(url, CURLHOOKS_URL, length) != 0) return NULL;
    return curlhooks_numbered(strtoull(url + length, NULL, 10));
}

int curlhooks_multi_add_handle(void *multi, void *easy) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = named(easy);
    if (transfer) transfer->holds++;  // until URLSession removes the handle
    pthread_mutex_unlock(&curlhooks_lock);
    if (!transfer) return libcurl_real()->multi_add_handle(multi, easy);
    curlhooks_start(transfer);
    return 0;
}

int curlhooks_multi_remove_handle(void *multi, void *easy) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = named(easy);
    pthread_mutex_unlock(&curlhooks_lock);
    if (!transfer) return libcurl_real()->multi_remove_handle(multi, easy);
    curlhooks_drop_hold(transfer);
    return 0;
}

void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, libcurl_frame_function function) {
    if (curlhooks_this_loop) {
        curlhooks_watch_frames(callbacks, function);
    } else if (libcurl_real()->http2_set_on_frame) {
        libcurl_real()->http2_set_on_frame(callbacks, function);
    }
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    if (!libcurl_real()->send) {
        errno = ENOSYS;
        return -1;
    }
    if (!curlhooks_this_loop) return libcurl_real()->send(socket, bytes, count, flags);
    return curlhooks_send(socket, bytes, count, flags);
}

#endif
