#if defined(__linux__)

#define _GNU_SOURCE
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
    // Both directions may be paused; one resumption is for both.
    const bool is_paused = transfer->is_paused = !transfer->was_resumed;
    pthread_mutex_unlock(&curlhooks_lock);
    return is_paused;
}

// MARK: - On URLSession's queue

static void *unfinished_easy(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    void *easy = transfer->is_finished ? NULL : transfer->easy;
    pthread_mutex_unlock(&curlhooks_lock);
    return easy;
}

static void resume(void *context) {
    void *easy = unfinished_easy(context);
    // It calls back at once, and sets URLSession's timer, which continues the transfer.
    if (easy) curlhooks_real()->easy_pause(easy, go_on);
    curlhooks_drop_hold(context);
}

static void nudge(void *context) {
    void *easy = unfinished_easy(context);
    if (easy && curlhooks_real()->easy_pause(easy, stop_sending) == 0) {
        curlhooks_real()->easy_pause(easy, go_on);
    }
    curlhooks_drop_hold(context);
}

// MARK: - From any thread

static void do_with(curlhooks_transfer *transfer, void (*work)(void *transfer)) {
    pthread_mutex_lock(&curlhooks_lock);
    void *multi = curlhooks_multi_of(transfer);
    if (multi) atomic_fetch_add(&transfer->holds, 1);
    pthread_mutex_unlock(&curlhooks_lock);
    if (multi && !curlhooks_do(multi, transfer, work)) curlhooks_drop_hold(transfer);
}

void curlhooks_nudge(curlhooks_transfer *transfer) { do_with(transfer, nudge); }

void curlhooks_resume(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool was_paused = transfer->is_paused;
    transfer->is_paused = false;
    transfer->was_resumed = true;
    pthread_mutex_unlock(&curlhooks_lock);
    if (was_paused) do_with(transfer, resume);
}

#endif
