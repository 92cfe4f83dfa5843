#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "transfer.h"

// The functions that FoundationNetworking calls in place of the real ones. URLSession begins a transfer when it adds
// an easy handle whose URL names one to its multi handle. Such a handle is never given to libcurl: the transfer has
// a handle and a loop of its own, and continues when URLSession removes its handle.

typedef int multi_function(void *multi, void *easy);
multi_function curl_multi_add_handle, curl_multi_remove_handle;

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
EXPORT(nghttp2_submit_request)

bool curlhooks_in_effect(void) {
    if (!libcurl_is_complete()) return false;
    // In a release they are the only ones of these names.
    return libcurl_opened
        || (dlsym(RTLD_DEFAULT, "curl_multi_add_handle") == (const void *)curl_multi_add_handle
            && dlsym(RTLD_DEFAULT, "curl_multi_remove_handle") == (const void *)curl_multi_remove_handle);
}

/// The transfer that URLSession means if it calls a function with this easy handle, kept by `holds` references more;
/// null if the handle's URL names none, or if the caller's function is `*next` instead, not URLSession's.
static curlhooks_transfer *named(
    void *easy, const void *caller, const char *function, multi_function **next, int holds) {
    enum { info_effective_url = 0x100000 + 1 };
    multi_function *real = *next;
    *next = libcurl_next(caller, function, real);
    const size_t length = strlen(CURLHOOKS_URL);
    const char *url = *next == real ? libcurl_info_string(easy, info_effective_url) : NULL;
    if (!url || strncmp(url, CURLHOOKS_URL, length) != 0) return NULL;
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = curlhooks_numbered(strtoull(url + length, NULL, 10));
    if (transfer) transfer->holds += holds;
    pthread_mutex_unlock(&curlhooks_lock);
    return transfer;
}

int curl_multi_add_handle(void *multi, void *easy) {
    multi_function *next = libcurl_real()->multi_add_handle;
    // Kept until URLSession removes the handle.
    curlhooks_transfer *transfer = named(easy, __builtin_return_address(0), __func__, &next, 1);
    if (!transfer) return next(multi, easy);
    curlhooks_start(transfer);
    return 0;
}

int curl_multi_remove_handle(void *multi, void *easy) {
    multi_function *next = libcurl_real()->multi_remove_handle;
    curlhooks_transfer *transfer = named(easy, __builtin_return_address(0), __func__, &next, 0);
    if (!transfer) return next(multi, easy);
    curlhooks_transfer_release(transfer);
    return 0;
}

#endif
