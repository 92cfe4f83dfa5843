#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "transfer.h"

typedef int (*multi_setopt_function)(void *multi, int option, ...);
typedef ssize_t (*send_function)(int socket, const void *bytes, size_t count, int flags);

static multi_setopt_function real_multi_setopt;
static send_function real_send;
static pthread_once_t resolved = PTHREAD_ONCE_INIT;

static void resolve(void) {
    real_multi_setopt = (multi_setopt_function)dlsym(RTLD_NEXT, "curl_multi_setopt");
    real_send = (send_function)dlsym(RTLD_NEXT, "send");
}

int curl_multi_setopt(void *multi, int option, ...);

bool curlhooks_sockets_in_effect(void) {
    pthread_once(&resolved, resolve);
    return real_multi_setopt
        && dlsym(RTLD_DEFAULT, "curl_multi_setopt") == (void *)curl_multi_setopt;
}

// MARK: - Sockets of libcurl's

enum { highest_socket = 4096, word_bits = 64 };

/// A bit for each descriptor that libcurl wants to read from; higher ones are not looked after.
static _Atomic(uint64_t) read_from[highest_socket / word_bits];

static void note(int socket, bool is_read) {
    if (socket < 0 || socket >= highest_socket) return;
    uint64_t bit = UINT64_C(1) << socket % word_bits;
    if (is_read) {
        atomic_fetch_or(&read_from[socket / word_bits], bit);
    } else {
        atomic_fetch_and(&read_from[socket / word_bits], ~bit);
    }
}

static bool is_read(int socket) {
    if (socket < 0 || socket >= highest_socket) return false;
    return atomic_load(&read_from[socket / word_bits]) >> socket % word_bits & 1;
}

// MARK: - A transfer that waits

enum { option_socket_function = 20001, poll_in = 1, poll_out = 2, poll_remove = 4 };

typedef int (*socket_function)(void *easy, int socket, int what, void *data, void *sources);

/// URLSession's; the same for all its handles.
static _Atomic(socket_function) urlsession_socket;

/// URLSession watches a socket for writing until it is told to forget it: a transfer that has sent
/// its body and waits for the response would keep a processor busy. So it is told to forget the
/// socket, and then of it anew, whenever libcurl watches it for less than before.
static int on_socket(void *easy, int socket, int what, void *data, void *sources) {
    socket_function next = atomic_load(&urlsession_socket);
    note(socket, what != poll_remove && (what & poll_in));
    if (sources && (what == poll_in || what == poll_out)) {
        next(easy, socket, poll_remove, data, sources);
        sources = NULL;  // released; a new one is assigned by the call that follows
    }
    return next(easy, socket, what, data, sources);
}

int curl_multi_setopt(void *multi, int option, ...) {
    pthread_once(&resolved, resolve);
    if (!real_multi_setopt) return CURLHOOKS_BAD_HANDLE;
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (option == option_socket_function && value) {
        atomic_store(&urlsession_socket, (socket_function)value);
        value = (void *)on_socket;
    }
    return real_multi_setopt(multi, option, value);
}

// MARK: - A server that answers early and closes

/// Such a server resets the connection, and what libcurl sends next fails: it would give up with
/// the answer unread. So a connection that has something to read for libcurl, which wants to, is busy
/// and not broken. Others are left alone; where `send` is not exported, libcurl gives up as it does.
ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    pthread_once(&resolved, resolve);
    if (!real_send) {
        errno = ENOSYS;
        return -1;
    }
    ssize_t sent = real_send(socket, bytes, count, flags);
    if (sent >= 0 || (errno != ECONNRESET && errno != EPIPE) || !is_read(socket)) return sent;
    int failure = errno;
    char byte;
    errno = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0 ? EAGAIN : failure;
    return -1;
}

#endif
