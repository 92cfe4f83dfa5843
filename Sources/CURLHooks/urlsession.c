#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "Libcurl.h"
#include "callers.h"
#include "functions.h"
#include "http2.h"
#include "loop.h"
#include "socket.h"

// The functions that FoundationNetworking and libcurl call in place of the real ones. URLSession begins a transfer
// when it adds an easy handle whose URL names one to its multi handle. Such a handle is never given to libcurl: the
// transfer has a handle and a loop of its own, and continues when URLSession removes its handle.

typedef int multi_function(void *multi, void *easy);
multi_function curl_multi_add_handle, curl_multi_remove_handle;
void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, libcurl_frame_function function);

// An executable exports what a shared library on the linker's command line defines, as libc does `send`, and no
// other function: Swift hands on to the linker what it finds in this section. Without a version, a function answers
// to references with any; a version would have to be one of the executable's or library's own.
#define EXPORT(name) \
    __asm__(".pushsection .swift1_autolink_entries, \"e\", %progbits\n" \
            ".asciz \"-Wl,--export-dynamic-symbol=" #name "\"\n" \
            ".popsection");

EXPORT(curl_multi_add_handle)
EXPORT(curl_multi_remove_handle)
EXPORT(nghttp2_session_callbacks_set_on_frame_recv_callback)

bool curlhooks_in_effect(void) {
    if (!libcurl_is_complete()) return false;
    // In a release they are the only ones of these names.
    return libcurl_opened
        || (dlsym(RTLD_DEFAULT, "curl_multi_add_handle") == (const void *)curl_multi_add_handle
            && dlsym(RTLD_DEFAULT, "curl_multi_remove_handle") == (const void *)curl_multi_remove_handle);
}

/// The transfer that the URL of an easy handle names; null if there is none. Under the lock.
static curlhooks_transfer *named(void *easy) {
    enum { info_effective_url = 0x100000 + 1 };
    const size_t length = strlen(CURLHOOKS_URL);
    const char *url = NULL;
    if (libcurl_real()->easy_getinfo(easy, info_effective_url, &url) != 0 || !url) return NULL;
    if (strncmp(url, CURLHOOKS_URL, length) != 0) return NULL;
    return curlhooks_numbered(strtoull(url + length, NULL, 10));
}

int curl_multi_add_handle(void *multi, void *easy) {
    multi_function *real = libcurl_real()->multi_add_handle;
    multi_function *next = libcurl_next(__builtin_return_address(0), "curl_multi_add_handle", real);
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = next == real ? named(easy) : NULL;
    if (transfer) transfer->holds++;  // until URLSession removes the handle
    pthread_mutex_unlock(&curlhooks_lock);
    if (!transfer) return next(multi, easy);
    curlhooks_start(transfer);
    return 0;
}

int curl_multi_remove_handle(void *multi, void *easy) {
    multi_function *real = libcurl_real()->multi_remove_handle;
    multi_function *next = libcurl_next(__builtin_return_address(0), "curl_multi_remove_handle", real);
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = next == real ? named(easy) : NULL;
    pthread_mutex_unlock(&curlhooks_lock);
    if (!transfer) return next(multi, easy);
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
    // What send(2) does.
    if (!curlhooks_this_loop) return sendto(socket, bytes, count, flags, NULL, 0);
    return curlhooks_send(socket, bytes, count, flags);
}

#endif
