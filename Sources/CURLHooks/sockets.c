#if defined(__linux__)

#define _GNU_SOURCE
#include "sockets.h"

#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "readiness.h"
#include "real.h"
#include "transfer.h"

// MARK: - Watched events

enum { highest_socket = 4096 };

/// The events that libcurl watches for on each descriptor (CURL_POLL_…); higher ones are ignored.
static _Atomic(unsigned char) watched[highest_socket];

/// Whether the system may queue more on a socket than usual.
static _Atomic(bool) is_long[highest_socket];

/// Whether frames of HTTP/2 are sent on a socket.
static _Atomic(bool) has_frames[highest_socket];

static bool is_looked_after(int socket) { return socket >= 0 && socket < highest_socket; }

// MARK: - Notifying URLSession

enum { option_socket_function = 20001 };

typedef int (*socket_function)(void *easy, int socket, int what, void *data, void *sources);

/// URLSession's function, the same for all its handles: the first that is set. Multi handles with other
/// functions are an app's own.
static _Atomic(socket_function) urlsession_socket;

/// URLSession watches a socket for writing until it is told to remove it, so a transfer that waits
/// for the response would keep a processor busy. Whenever libcurl watches a socket for fewer
/// events, URLSession is told to remove it and then to add it again.
static int tell(void *easy, int socket, int what, void *data, void *sources) {
    socket_function next = atomic_load(&urlsession_socket);
    if (sources && (what == CURLHOOKS_POLL_IN || what == CURLHOOKS_POLL_OUT)) {
        next(easy, socket, CURLHOOKS_POLL_REMOVE, data, sources);
        sources = NULL;  // released; a new one is assigned by the call that follows
    }
    return next(easy, socket, what, data, sources);
}

/// The socket whose events this thread is handling, and the changes that URLSession has not been
/// told.
static _Thread_local struct {
    int socket;  // -1: the first new one
    bool is_held, is_removed;
    bool has_others;   // URLSession was told of another one
    bool has_sent;     // or tried to, since `curlhooks_awaited`; as far as we have seen
    int told, wanted;  // CURL_POLL_…; 0: of a socket that URLSession does not know
    void *easy, *data, *sources;
} held = {.socket = -1};

static void hold(int socket, int told) {
    held.socket = socket;
    held.is_held = true;
    held.is_removed = held.has_sent = held.has_others = false;
    held.told = held.wanted = told;
}

bool curlhooks_hold_back(int socket) {
    int now = is_looked_after(socket) ? atomic_load(&watched[socket]) : 0;
    if (now) hold(socket, now);
    return now;
}

void curlhooks_hold_back_new(void) { hold(-1, 0); }

void curlhooks_note_sent(void) {
    if (held.is_held) held.has_sent = true;
}

void curlhooks_note_frame(void) {
    if (held.is_held && is_looked_after(held.socket)) atomic_store(&has_frames[held.socket], true);
}

bool curlhooks_sends_frames(void) {
    return held.is_held && is_looked_after(held.socket) && atomic_load(&has_frames[held.socket]);
}

int curlhooks_awaited(bool has_read, int *socket) {
    bool is_at_work = held.has_sent || has_read;
    held.has_sent = false;
    *socket = held.socket;
    if (held.socket < 0 || held.is_removed || held.has_others) return 0;
    // libcurl watches a socket for writing even if it has nothing to write, as with a closed HTTP/2
    // window. Waiting for a writable socket would then be a busy loop; one that is not writable is full.
    const bool waits_to_read = !is_at_work && held.wanted & CURLHOOKS_POLL_IN
        && curlhooks_readiness(held.socket, CURLHOOKS_POLL_OUT, 0);
    return waits_to_read ? CURLHOOKS_POLL_IN : held.wanted;
}

void curlhooks_catch_up(void) {
    held.is_held = false;
    if (held.socket >= 0 && !held.is_removed && held.wanted != held.told) {
        tell(held.easy, held.socket, held.wanted, held.data, held.sources);
    }
}

static void set_queue(int socket, bool becomes_long) {
    // Short is still long enough: the socket is writable again while half of it is unsent.
    int unsent = becomes_long ? INT_MAX : 128 << 10;
    atomic_store(&is_long[socket], becomes_long);
    setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);  // fails on others
}

void curlhooks_lengthen_queue(int socket, bool becomes_long) {
    if (!is_looked_after(socket) || atomic_load(&is_long[socket]) == becomes_long) return;
    set_queue(socket, becomes_long);
}

static int on_socket(void *easy, int socket, int what, void *data, void *sources) {
    bool is_removed = what == CURLHOOKS_POLL_REMOVE;
    if (is_looked_after(socket)) {
        unsigned char before = atomic_exchange(&watched[socket], is_removed ? 0 : what);
        if (!before && !is_removed) set_queue(socket, false);
        if (is_removed) atomic_store(&has_frames[socket], false);
    }
    if (is_removed) {
        curlhooks_socket_is_gone(socket);
    } else {
        curlhooks_socket_is_used(easy, socket);
    }
    if (held.is_held && held.socket < 0 && !is_removed && !sources) held.socket = socket;
    if (!held.is_held || socket != held.socket) {
        held.has_others = true;
        return tell(easy, socket, what, data, sources);
    }
    // After closing, the number may be reused for another socket.
    const bool is_known = held.told || held.is_removed;
    if (is_removed || held.is_removed || (held.told && !sources)) {
        held.is_removed = true;
        return is_known ? tell(easy, socket, what, data, sources) : 0;
    }
    held.wanted = what;
    held.easy = easy;
    held.data = data;
    held.sources = sources;
    return 0;
}

void *curlhooks_wrap_socket_function(int option, void *value) {
    if (option != option_socket_function || !value) return value;
    socket_function first = NULL;
    if (!atomic_compare_exchange_strong(&urlsession_socket, &first, (socket_function)value)
        && first != (socket_function)value) {
        return value;
    }
    return (void *)on_socket;
}

// MARK: - Sending

/// If a server answers early and closes, the connection is reset, and libcurl's next send fails: it
/// would give up without reading the answer. So a reset connection with something to read, which
/// libcurl is waiting to read, reports EAGAIN instead. Other sockets are not changed. If `send` is
/// not exported, libcurl gives up.
ssize_t curlhooks_send(int socket, const void *bytes, size_t count, int flags) {
    if (held.is_held && (held.socket == socket || held.socket < 0)) held.has_sent = true;
    ssize_t sent = curlhooks_real()->send(socket, bytes, count, flags);
    const int failure = errno;
    if (sent >= 0 || (failure != ECONNRESET && failure != EPIPE)) return sent;
    if (!is_looked_after(socket) || !(atomic_load(&watched[socket]) & CURLHOOKS_POLL_IN)) return sent;
    // Before the request there is no answer: OpenSSL 3.2 would wait for ever to send its alert.
    if (!curlhooks_is_requesting(socket)) {
        errno = failure;
        return sent;
    }
    char byte;
    errno = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0 ? EAGAIN : failure;
    return -1;
}

int64_t curlhooks_queued(int socket) {
    int queued = 0;
    return ioctl(socket, SIOCOUTQ, &queued) == 0 && queued > 0 ? queued : 0;
}

#endif
