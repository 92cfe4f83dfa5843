#if defined(__linux__)

#define _GNU_SOURCE
#include <stdlib.h>
#include "sockets.h"
#include "transfer.h"
#include "turns.h"

static struct curlhooks_handle *handles;

// MARK: - Handles

struct curlhooks_handle *curlhooks_handle_of(void *easy, bool create) {
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        if (handle->easy == easy) return handle;
    }
    if (!create) return NULL;
    struct curlhooks_handle *handle = calloc(1, sizeof *handle);
    if (!handle) return NULL;
    handle->easy = easy;
    handle->next = handles;
    handles = handle;
    return handle;
}

curlhooks_transfer *curlhooks_transfer_numbered(uint64_t identifier) {
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        if (handle->transfer && handle->transfer->identifier == identifier) return handle->transfer;
    }
    return NULL;
}

curlhooks_transfer *curlhooks_detach(void *easy) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = NULL;
    for (struct curlhooks_handle **link = &handles; *link; link = &(*link)->next) {
        struct curlhooks_handle *handle = *link;
        if (handle->easy != easy) continue;
        transfer = handle->transfer;
        *link = handle->next;
        free(handle);
        break;
    }
    if (transfer) transfer->is_finished = true;
    pthread_mutex_unlock(&curlhooks_lock);
    return transfer;
}

void curlhooks_added(void *multi, void *easy) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle = curlhooks_handle_of(easy, false);
    if (handle) handle->multi = multi;
    pthread_mutex_unlock(&curlhooks_lock);
}

void *curlhooks_multi_of(const curlhooks_transfer *transfer) {
    const struct curlhooks_handle *handle =
        transfer->is_attached ? curlhooks_handle_of(transfer->easy, false) : NULL;
    return handle ? handle->multi : NULL;
}

static bool is_running(const struct curlhooks_handle *handle, void *multi) {
    return handle->multi == multi && handle->transfer && !handle->transfer->is_finished;
}

bool curlhooks_is_alone(void) {
    int count = 0;
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        count += handle->transfer && !handle->transfer->is_finished;
    }
    const bool is_alone = count == 1 && !curlhooks_is_any_waiting();
    pthread_mutex_unlock(&curlhooks_lock);
    return is_alone;
}

bool curlhooks_has_transfers(void *multi) {
    bool has_transfers = false;
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        if (is_running(handle, multi)) has_transfers = true;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return has_transfers;
}

bool curlhooks_is_pausing(void *multi) {
    bool is_pausing = false;
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        if (is_running(handle, multi) && handle->transfer->is_paused) is_pausing = true;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return is_pausing;
}

void *curlhooks_aborted(void *multi) {
    void *easy = NULL;
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle && !easy; handle = handle->next) {
        if (is_running(handle, multi) && handle->transfer->is_aborted) easy = handle->easy;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return easy;
}

// MARK: - Their sockets

static int *slot_of(curlhooks_transfer *transfer, int socket) {
    for (int index = 0; index < CURLHOOKS_SOCKETS; index++) {
        if (transfer->sockets[index] == socket) return &transfer->sockets[index];
    }
    return NULL;
}

/// Updates the number of unacknowledged bytes, unless there is no socket.
static void measure(curlhooks_transfer *transfer) {
    int64_t queued = 0;
    bool has_socket = false;
    if (transfer->is_aborted) return;  // the end of the stream is in the queue, too
    for (int index = 0; index < CURLHOOKS_SOCKETS; index++) {
        if (!transfer->sockets[index]) continue;
        has_socket = true;
        queued += curlhooks_queued(transfer->sockets[index]);
    }
    if (has_socket) transfer->queued = queued;
}

void curlhooks_socket_is_used(void *easy, int socket) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle = curlhooks_handle_of(easy, false);
    curlhooks_transfer *transfer = handle ? handle->transfer : NULL;
    if (transfer && socket > 0 && !slot_of(transfer, socket)) {
        int *slot = slot_of(transfer, 0);
        if (slot) *slot = socket;
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

void curlhooks_socket_is_gone(int socket) {
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        int *slot = handle->transfer && socket > 0 ? slot_of(handle->transfer, socket) : NULL;
        if (!slot) continue;
        measure(handle->transfer);
        *slot = 0;
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

bool curlhooks_is_requesting(int socket) {
    bool is_requesting = false;
    pthread_mutex_lock(&curlhooks_lock);
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        curlhooks_transfer *transfer = handle->transfer;
        if (transfer && transfer->is_connected && slot_of(transfer, socket)) is_requesting = true;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return is_requesting;
}

/// Whether another transfer uses the socket, too. Under the lock.
static bool is_shared(int socket, const curlhooks_transfer *transfer) {
    for (struct curlhooks_handle *handle = handles; handle; handle = handle->next) {
        bool is_other = handle->transfer && handle->transfer != transfer;
        if (is_other && slot_of(handle->transfer, socket)) return true;
    }
    return false;
}

void curlhooks_fit_queue(curlhooks_transfer *transfer, int64_t left) {
    const int64_t much = 16 << 20;
    pthread_mutex_lock(&curlhooks_lock);
    for (int index = 0; index < CURLHOOKS_SOCKETS; index++) {
        int socket = transfer->sockets[index];
        if (socket) curlhooks_lengthen_queue(socket, left > much && !is_shared(socket, transfer));
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

int64_t curlhooks_unacknowledged(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    measure(transfer);
    int64_t queued = transfer->queued;
    pthread_mutex_unlock(&curlhooks_lock);
    return queued;
}

void curlhooks_abort(curlhooks_transfer *transfer) {
    void *multi = NULL;
    pthread_mutex_lock(&curlhooks_lock);
    if (!transfer->is_aborted && !transfer->is_finished) {
        measure(transfer);
        transfer->is_aborted = true;
        multi = curlhooks_multi_of(transfer);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    // The connection may be others', too: libcurl ends what is the transfer's own.
    if (multi) curlhooks_wake(multi);
}

void curlhooks_note_stream(void *easy, enum curlhooks_stream state) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle = easy ? curlhooks_handle_of(easy, false) : NULL;
    curlhooks_transfer *transfer = handle ? handle->transfer : NULL;
    if (transfer) {
        const bool has_ended = transfer->stream == CURLHOOKS_STREAM_ENDED;
        transfer->stream = state == CURLHOOKS_STREAM_CUT && has_ended ? CURLHOOKS_STREAM_ANSWERED : state;
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

void curlhooks_note_data(void *easy, size_t count) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle = easy ? curlhooks_handle_of(easy, false) : NULL;
    if (handle && handle->transfer) handle->transfer->received += (int64_t)count;
    pthread_mutex_unlock(&curlhooks_lock);
}

bool curlhooks_is_attached(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    bool is_attached = transfer->is_attached;
    pthread_mutex_unlock(&curlhooks_lock);
    return is_attached;
}

#endif
