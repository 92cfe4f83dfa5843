#if defined(__linux__)

#define _GNU_SOURCE
#include "queue.h"
#include "real.h"
#include "transfer.h"
#include "turns.h"

// A transfer that cannot go on at the moment, because its body has no bytes or nobody takes those of
// the response, is paused, so that the others go on.

enum { go_on = 0, stop_sending = 4 };  // CURLPAUSE_CONT, CURLPAUSE_SEND

void curlhooks_asking(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    transfer->was_resumed = false;
    pthread_mutex_unlock(&curlhooks_lock);
}

bool curlhooks_pause(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_paused = !transfer->was_resumed;
    // Both directions may be paused; one resumption is for both.
    if (is_paused && !transfer->is_paused) {
        transfer->is_paused = true;
        transfer->queue = dispatch_get_current_queue();
        dispatch_retain(transfer->queue);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return is_paused;
}

/// On URLSession's queue.
static void resume(void *context) {
    curlhooks_transfer *transfer = context;
    pthread_mutex_lock(&curlhooks_lock);
    void *easy = transfer->is_finished ? NULL : transfer->easy;
    pthread_mutex_unlock(&curlhooks_lock);
    // It calls back at once, and sets URLSession's timer, which continues the transfer.
    if (easy) curlhooks_real()->easy_pause(easy, go_on);
    curlhooks_drop_hold(transfer);
}

/// On URLSession's queue.
static void nudge(void *context) {
    curlhooks_transfer *transfer = context;
    pthread_mutex_lock(&curlhooks_lock);
    void *easy = transfer->is_finished ? NULL : transfer->easy;
    pthread_mutex_unlock(&curlhooks_lock);
    if (easy && curlhooks_real()->easy_pause(easy, stop_sending) == 0) {
        curlhooks_real()->easy_pause(easy, go_on);
    }
    curlhooks_drop_hold(transfer);
}

void curlhooks_nudge(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle =
        transfer->is_attached ? curlhooks_handle_of(transfer->easy, false) : NULL;
    void *multi = handle ? handle->multi : NULL;
    if (multi) atomic_fetch_add(&transfer->holds, 1);
    pthread_mutex_unlock(&curlhooks_lock);
    if (multi && !curlhooks_do(multi, transfer, nudge)) curlhooks_drop_hold(transfer);
}

void curlhooks_release_queue(curlhooks_transfer *transfer) {
    if (transfer->queue) dispatch_release(transfer->queue);
}

void curlhooks_resume(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    void *queue = transfer->queue;
    transfer->queue = NULL;
    transfer->is_paused = false;
    transfer->was_resumed = true;
    if (queue) {
        atomic_fetch_add(&transfer->holds, 1);
        dispatch_async_f(queue, transfer, resume);
        dispatch_release(queue);
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

#endif
