#if defined(__linux__)

#define _GNU_SOURCE
#include "socket.h"

#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "libcurl.h"

// MARK: - The send queue

static void set_queue(curlhooks_transfer *transfer, bool becomes_long) {
    // Short is still long enough: the socket is writable again while half of it is unsent.
    const int unsent = becomes_long ? INT_MAX : 128 << 10;
    transfer->has_long_queue = becomes_long;
    setsockopt(transfer->socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);  // fails on others
}

void curlhooks_use_socket(curlhooks_transfer *transfer, int socket) {
    pthread_mutex_lock(&curlhooks_lock);
    transfer->other_socket = transfer->socket;
    transfer->socket = socket;
    pthread_mutex_unlock(&curlhooks_lock);
    set_queue(transfer, false);
}

void curlhooks_fit_queue(curlhooks_transfer *transfer, int64_t left) {
    const int64_t much = 16 << 20;
    // Others may use a connection of HTTP/2, too.
    const bool is_long = left > much && !transfer->sends_frames;
    if (is_long != transfer->has_long_queue && transfer->socket) set_queue(transfer, is_long);
}

void curlhooks_find_socket(curlhooks_transfer *transfer) {
    enum { info_active_socket = 0x500000 + 44 };
    if (transfer->socket) return;
    int socket = -1;
    if (curlhooks_real()->easy_getinfo(transfer->easy, info_active_socket, &socket) != 0) return;
    pthread_mutex_lock(&curlhooks_lock);
    if (socket > 0) transfer->socket = socket;
    pthread_mutex_unlock(&curlhooks_lock);
}

void curlhooks_measure(curlhooks_transfer *transfer) {
    // After an abort the end of the stream is in the queue, too.
    if (!transfer->socket || transfer->is_aborted) return;
    int queued = 0;
    const bool is_known = ioctl(transfer->socket, SIOCOUTQ, &queued) == 0 && queued > 0;
    transfer->queued = is_known ? queued : 0;
}

int64_t curlhooks_unacknowledged(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_measure(transfer);
    const int64_t queued = transfer->queued;
    pthread_mutex_unlock(&curlhooks_lock);
    return queued;
}

int curlhooks_close(void *unused, int socket) {
    (void)unused;
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = NULL;
    while ((transfer = curlhooks_on_socket(socket, transfer))) {
        if (socket == transfer->socket) {
            curlhooks_measure(transfer);
            transfer->socket = transfer->other_socket;
        }
        transfer->other_socket = 0;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return close(socket);
}

// MARK: - Sending

/// Whether a request is sent over the socket, and libcurl waits for its answer.
static bool is_requesting(int socket) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = NULL;
    do {
        transfer = curlhooks_on_socket(socket, transfer);
    } while (transfer && (!transfer->is_connected || transfer->is_paused));
    pthread_mutex_unlock(&curlhooks_lock);
    return transfer != NULL;
}

/// If a server answers early and closes, the connection is reset, and libcurl's next send fails: it
/// would give up without reading the answer. So a reset connection with something to read, which
/// libcurl is waiting to read, reports EAGAIN instead. Before the request there is no answer: OpenSSL 3.2
/// would wait for ever to send its alert.
ssize_t curlhooks_send(int socket, const void *bytes, size_t count, int flags) {
    const ssize_t sent = curlhooks_real()->send(socket, bytes, count, flags);
    const int failure = errno;
    if (sent >= 0 || (failure != ECONNRESET && failure != EPIPE)) return sent;
    char byte;
    const bool has_answer =
        is_requesting(socket) && recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    errno = has_answer ? EAGAIN : failure;
    return -1;
}

#endif
