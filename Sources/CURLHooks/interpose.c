#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>

#include "frames.h"
#include "real.h"
#include "sockets.h"
#include "streams.h"
#include "transfer.h"
#include "turns.h"

// The functions that FoundationNetworking and libcurl call in place of the real ones, if the
// executable exports them.

int curl_easy_setopt(void *easy, int option, ...);
void curl_easy_cleanup(void *easy);
int curl_multi_setopt(void *multi, int option, ...);
int curl_multi_add_handle(void *multi, void *easy);
int curl_multi_socket_action(void *multi, int socket, int events, int *running);
curlhooks_message *curl_multi_info_read(void *multi, int *left);
int curl_multi_cleanup(void *multi);
int nghttp2_session_callbacks_new(void **callbacks);
void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, curlhooks_frame_function function);
ssize_t send(int socket, const void *bytes, size_t count, int flags);

bool curlhooks_in_effect(void) {
    const struct curlhooks_functions *real = curlhooks_real();
    const struct { const char *name; const void *own, *real; } rows[] = {
        {"curl_easy_setopt", (void *)curl_easy_setopt, (void *)real->easy_setopt},
        {"curl_easy_cleanup", (void *)curl_easy_cleanup, (void *)real->easy_cleanup},
        {"curl_multi_setopt", (void *)curl_multi_setopt, (void *)real->multi_setopt},
        {"curl_multi_add_handle", (void *)curl_multi_add_handle, (void *)real->multi_add_handle},
        {"curl_multi_socket_action", (void *)curl_multi_socket_action,
         (void *)real->multi_socket_action},
        {"curl_multi_info_read", (void *)curl_multi_info_read, (void *)real->multi_info_read},
        {"curl_multi_cleanup", (void *)curl_multi_cleanup, (void *)real->multi_cleanup},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        if (!rows[index].real || dlsym(RTLD_DEFAULT, rows[index].name) != rows[index].own) return false;
    }
    return true;
}

// Every argument of curl_easy_setopt is a long, a pointer or a curl_off_t: one register on LP64.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(long long) == sizeof(void *), "LP64 only");

int curl_easy_setopt(void *easy, int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (!curlhooks_real()->easy_setopt) return CURLHOOKS_FAILED_INIT;
    if (curlhooks_intercept(easy, option, value)) return 0;
    return curlhooks_real()->easy_setopt(easy, option, value);
}

void curl_easy_cleanup(void *easy) {
    // Detach first: another thread may get the same address as soon as the handle is freed.
    curlhooks_transfer *transfer = curlhooks_detach(easy);
    if (curlhooks_real()->easy_cleanup) curlhooks_real()->easy_cleanup(easy);
    if (transfer) curlhooks_drop_hold(transfer);
}

int curl_multi_setopt(void *multi, int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (!curlhooks_real()->multi_setopt) return CURLHOOKS_BAD_HANDLE;
    void *own = curlhooks_wrap_socket_function(option, value);
    if (own != value) curlhooks_note_wrapped(multi);
    curlhooks_note_timer(multi, option, own);
    return curlhooks_real()->multi_setopt(multi, option, own);
}

int curl_multi_add_handle(void *multi, void *easy) {
    if (!curlhooks_real()->multi_add_handle) return CURLHOOKS_BAD_HANDLE;
    curlhooks_used(multi);
    curlhooks_added(multi, easy);
    const int code = curlhooks_real()->multi_add_handle(multi, easy);
    if (curlhooks_aborted(multi)) curlhooks_wake(multi);
    return code;
}

int curl_multi_socket_action(void *multi, int socket, int events, int *running) {
    if (!curlhooks_real()->multi_socket_action) return CURLHOOKS_BAD_HANDLE;
    return curlhooks_take_turns(multi, socket, events, running);
}

curlhooks_message *curl_multi_info_read(void *multi, int *left) {
    if (!curlhooks_real()->multi_info_read) return NULL;
    return curlhooks_next_message(multi, left);
}

int curl_multi_cleanup(void *multi) {
    if (!curlhooks_real()->multi_cleanup) return CURLHOOKS_BAD_HANDLE;
    curlhooks_silence(multi);
    return curlhooks_real()->multi_cleanup(multi);
}

int nghttp2_session_callbacks_new(void **callbacks) { return curlhooks_http2_callbacks(callbacks); }

void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, curlhooks_frame_function function) {
    curlhooks_watch_frames(callbacks, function);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    if (!curlhooks_real()->send) {
        errno = ENOSYS;
        return -1;
    }
    return curlhooks_send(socket, bytes, count, flags);
}

#endif
