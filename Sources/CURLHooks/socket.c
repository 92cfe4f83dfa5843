#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

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

/// The connections by socket. Under the lock.
static struct {
    uint64_t ends;       // a hash of both; 0: not connected, or without ports
    bool speaks_http1;   // as its last answer
    int unread, in_vain;  // what was there to read when it was found reset, and how often in turn it was the same
} connections[4096];
enum { highest_socket = sizeof connections / sizeof *connections };

/// Continues a hash (FNV-1a).
static uint64_t hash(uint64_t start, const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) start = (start ^ (uint8_t)bytes[index]) * 0x100000001B3;
    return start;
}

void curlhooks_find_socket(
    curlhooks_transfer *transfer, const char *remote, const char *local, int remote_port, int local_port) {
    if (local_port == 0) return;  // a Unix socket, which the transfer itself has made
    const int ports[] = {remote_port, local_port};
    uint64_t ends = hash(0xCBF29CE484222325, (const char *)ports, sizeof ports);
    ends = hash(ends, remote, strlen(remote) + 1);
    ends = hash(ends, local, strlen(local) + 1);
    pthread_mutex_lock(&curlhooks_lock);
    int socket = 0;
    while (socket < highest_socket && connections[socket].ends != ends) socket++;
    if (socket < highest_socket) {
        transfer->socket = socket;
    } else if (transfer->socket > 0 && transfer->socket < highest_socket) {
        connections[transfer->socket].ends = ends;
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

void curlhooks_note_protocol(curlhooks_transfer *transfer, bool is_http1) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_known = transfer->is_connected && transfer->socket > 0 && transfer->socket < highest_socket;
    if (is_known) connections[transfer->socket].speaks_http1 = is_http1;
    pthread_mutex_unlock(&curlhooks_lock);
}

bool curlhooks_shut_stale(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const int socket = transfer->socket;
    const bool may_be_stale = socket > 0 && socket < highest_socket && connections[socket].speaks_http1;
    struct pollfd polled = {.fd = socket, .events = POLLIN};
    const bool is_stale = may_be_stale && poll(&polled, 1, 0) > 0;
    if (is_stale) {
        transfer->is_connected = false;
        shutdown(socket, SHUT_RDWR);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return is_stale;
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
    curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (socket == transfer->socket) {
            curlhooks_measure(transfer);
            transfer->socket = transfer->other_socket;
        } else if (socket != transfer->other_socket) {
            continue;
        }
        transfer->other_socket = 0;
    }
    if (socket < highest_socket) memset(&connections[socket], 0, sizeof *connections);
    pthread_mutex_unlock(&curlhooks_lock);
    return close(socket);
}

// MARK: - Sending, for libcurl on the loop's thread

/// Whether a request is sent over the socket, and libcurl waits for its answer. Under the lock.
static bool is_requesting(int socket) {
    const curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (transfer->socket == socket && transfer->is_connected && !transfer->is_paused) return true;
    }
    return false;
}

/// Whether libcurl may read an answer from a connection that was found reset. Under the lock.
static bool may_answer(int socket, int patience) {
    int unread = 0;
    if (socket >= highest_socket || !is_requesting(socket)) return false;
    if (ioctl(socket, FIONREAD, &unread) != 0 || unread == 0) return false;
    const bool is_same = connections[socket].unread == unread;
    connections[socket].unread = unread;
    connections[socket].in_vain = is_same ? connections[socket].in_vain + 1 : 0;
    return connections[socket].in_vain < patience;
}

/// Marks the requests over a connection of HTTP/2 that are not whole; false if it is none. Under the lock.
static bool cut_streams(int socket) {
    bool has_streams = false;
    curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (transfer->socket != socket || !transfer->has_stream) continue;
        has_streams = true;
        transfer->is_cut = transfer->is_cut || !transfer->is_whole;
    }
    return has_streams;
}

/// If a server answers early and closes, the connection is reset, and libcurl's next send fails: it
/// would give up without reading the answer. So a reset connection with something to read reports EAGAIN
/// instead, as long as libcurl reads from it: after the end of an answer it does not. Before the request there
/// is no answer: OpenSSL 3.2 would wait for ever to send its alert. Over HTTP/2 the bytes are dropped: after
/// EAGAIN OpenSSL wants the same ones again, and libcurl 7.88 has others.
ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    const ssize_t sent = sendto(socket, bytes, count, flags, NULL, 0);  // what send(2) does
    const int failure = errno;
    if (sent >= 0 || !curlhooks_this_loop || (failure != ECONNRESET && failure != EPIPE)) return sent;
    pthread_mutex_lock(&curlhooks_lock);
    const bool has_streams = cut_streams(socket);
    const bool goes_on = may_answer(socket, has_streams ? 64 : 3);
    pthread_mutex_unlock(&curlhooks_lock);
    errno = goes_on ? EAGAIN : failure;
    return goes_on && has_streams ? (ssize_t)count : -1;
}

#endif
