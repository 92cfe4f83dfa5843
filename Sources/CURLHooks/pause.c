#if defined(__linux__)

#define _GNU_SOURCE
#include "real.h"
#include "transfer.h"

// A transfer whose body has no bytes at the moment is paused, so that the others go on, and resumed
// on URLSession's queue, since libcurl's handles must be used by one thread at a time.

// libdispatch's interface, as far as it is used here.
void *dispatch_get_current_queue(void);
void dispatch_async_f(void *queue, void *context, void (*work)(void *context));
void dispatch_retain(void *object);
void dispatch_release(void *object);

enum { go_on = 0 };  // CURLPAUSE_CONT

void curlhooks_reading(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    transfer->has_more = false;
    pthread_mutex_unlock(&curlhooks_lock);
}

bool curlhooks_pause(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_paused = !transfer->has_more;
    if (is_paused) {
        transfer->is_paused = true;
        // The one that called libcurl, which called back.
        transfer->queue = dispatch_get_current_queue();
        dispatch_retain(transfer->queue);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return is_paused;
}

/// On URLSession's queue.
static void go_on_reading(void *context) {
    curlhooks_transfer *transfer = context;
    pthread_mutex_lock(&curlhooks_lock);
    void *easy = transfer->is_finished ? NULL : transfer->easy;
    pthread_mutex_unlock(&curlhooks_lock);
    // It sets URLSession's timer, and that continues the transfer.
    if (easy) curlhooks_real()->easy_pause(easy, go_on);
    curlhooks_drop_hold(transfer);
}

void curlhooks_release_queue(curlhooks_transfer *transfer) {
    if (transfer->queue) dispatch_release(transfer->queue);
}

void curlhooks_resume(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    void *queue = transfer->queue;
    transfer->queue = NULL;
    transfer->is_paused = false;
    transfer->has_more = true;
    if (queue) {
        atomic_fetch_add(&transfer->holds, 1);
        dispatch_async_f(queue, transfer, go_on_reading);
        dispatch_release(queue);
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

#endif
