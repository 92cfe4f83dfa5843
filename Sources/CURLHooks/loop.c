#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The loop's thread drives libcurl, in `drive`. The multi handle is for this thread, but for multi_wakeup; so is
// an easy handle from `begin` to `end`. Other threads make and set up easy handles before that, and leave
// messages, which the loop handles between two calls of libcurl.

struct curlhooks_loop {
    void *multi;
    time_t reminded;  // the second in which libcurl was reminded last
    // Under the lock:
    STAILQ_HEAD(, curlhooks_transfer) called;
    bool is_released;
};

// MARK: - Messages, from any thread

/// Leaves messages (0: none) to a transfer, which are handled once it has been started. Takes the lock over and
/// frees it before it wakes the loop, which needs it at once. The caller keeps the loop. False if the loop cannot be
/// woken: it looks once a second while it has transfers, and otherwise once a minute.
static bool post(curlhooks_transfer *transfer, unsigned messages) {
    curlhooks_loop *loop = transfer->loop;
    const bool is_first = messages && transfer->is_started && !transfer->is_ended && !transfer->is_called;
    transfer->messages |= messages;
    if (is_first) {
        transfer->is_called = true;
        transfer->holds++;
        STAILQ_INSERT_TAIL(&loop->called, transfer, next_called);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return !is_first || loop == curlhooks_this_loop || libcurl_real()->multi_wakeup(loop->multi) == 0;
}

/// Keeps the loop from beginning a transfer; false if it has begun it. The caller has the lock.
static bool withdraw(curlhooks_transfer *transfer) {
    const bool is_new = !transfer->is_ended && transfer->messages & CURLHOOKS_START;
    if (is_new) transfer->is_ended = true;
    return is_new;
}

void curlhooks_start(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    transfer->is_started = true;
    if (post(transfer, CURLHOOKS_START)) return;
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_new = withdraw(transfer);
    pthread_mutex_unlock(&curlhooks_lock);
    if (is_new) {
        snprintf(transfer->error, sizeof transfer->error, "libcurl's thread cannot be woken");
        curlhooks_finish(transfer, LIBCURL_NO_MEMORY_LEFT);
    }
}

void curlhooks_abort(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_measure(transfer);
    transfer->is_aborted = true;
    // A handler of another transfer may block the loop, which has not begun this one.
    const bool is_new = withdraw(transfer);
    post(transfer, is_new ? 0 : CURLHOOKS_ABORT);
    if (is_new) curlhooks_finish(transfer, LIBCURL_ABORTED);
}

void curlhooks_resume(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    post(transfer, atomic_exchange(&transfer->is_paused, false) ? CURLHOOKS_RESUME : 0);
}

// MARK: - Transfers, on the loop's thread

/// Reports the end of a transfer, and gives up its handle.
static void end(curlhooks_loop *loop, curlhooks_transfer *transfer, int code) {
    curlhooks_finish(transfer, code);
    if (transfer->running.le_prev) {  // it was begun
        LIST_REMOVE(transfer, running);
        libcurl_real()->multi_remove_handle(loop->multi, transfer->easy);
        curlhooks_transfer_release(transfer);
    }
}

static void begin(curlhooks_loop *loop, curlhooks_transfer *transfer) {
    if (!transfer->reports_connections) curlhooks_report_connection(transfer, true);
    if (libcurl_real()->multi_add_handle(loop->multi, transfer->easy) != 0) {
        end(loop, transfer, LIBCURL_FAILED_INIT);
        return;
    }
    pthread_mutex_lock(&curlhooks_lock);
    transfer->holds++;
    pthread_mutex_unlock(&curlhooks_lock);
    LIST_INSERT_HEAD(&curlhooks_running, transfer, running);
}

enum { go_on = 0, stop_sending = 4 };  // CURLPAUSE_CONT, CURLPAUSE_SEND

/// Makes libcurl look once a second at transfers that are answered. libcurl 7.88 has two bugs:
/// 1. While the body is held back it does not notice a response that has come, and never the end of one
///    over HTTP/2.
/// 2. When a response begins it waits another second for `100 Continue`, but does not set its timer again.
static void remind(curlhooks_loop *loop) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (now.tv_sec == loop->reminded) return;
    loop->reminded = now.tv_sec;
    curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (transfer->is_answered && libcurl_real()->easy_pause(transfer->easy, stop_sending) == 0) {
            libcurl_real()->easy_pause(transfer->easy, go_on);
        }
    }
}

static void handle(curlhooks_loop *loop, curlhooks_transfer *transfer, unsigned messages) {
    if (messages & CURLHOOKS_ABORT) {
        end(loop, transfer, LIBCURL_ABORTED);
    } else if (messages & CURLHOOKS_START) {
        begin(loop, transfer);
    } else if (messages & CURLHOOKS_RESUME) {
        libcurl_real()->easy_pause(transfer->easy, go_on);
    }
}

/// Handles the messages that have come; false if nothing is left to do, ever.
static bool handle_messages(curlhooks_loop *loop) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer;
    while ((transfer = STAILQ_FIRST(&loop->called))) {
        STAILQ_REMOVE_HEAD(&loop->called, next_called);
        const unsigned messages = transfer->messages;
        const bool is_ended = transfer->is_ended;
        transfer->messages = 0;
        transfer->is_called = false;
        pthread_mutex_unlock(&curlhooks_lock);
        if (!is_ended) handle(loop, transfer, messages);
        curlhooks_transfer_release(transfer);
        pthread_mutex_lock(&curlhooks_lock);
    }
    const bool goes_on = !LIST_EMPTY(&curlhooks_running) || !loop->is_released;
    pthread_mutex_unlock(&curlhooks_lock);
    return goes_on;
}

static void perform(curlhooks_loop *loop) {
    enum { info_status = 0x200002 };  // CURLINFO_RESPONSE_CODE
    int count = 0;
    libcurl_real()->multi_perform(loop->multi, &count);
    libcurl_message *message;
    while ((message = libcurl_real()->multi_info_read(loop->multi, &count))) {
        end(loop, curlhooks_transfer_of(message->easy), message->code);
    }
    // libcurl 7.88 may wait for ever to send the rest of a request that was refused.
    for (curlhooks_transfer *next, *transfer = LIST_FIRST(&curlhooks_running); transfer; transfer = next) {
        next = LIST_NEXT(transfer, running);
        if (!transfer->is_refused || !curlhooks_has_answer(transfer)) continue;
        if (!transfer->answered) transfer->answered = loop->reminded;
        const int64_t status = libcurl_info_number(transfer->easy, info_status), patience = 2;  // seconds, to log in
        const bool may_log_in = (status == 401 || status == 407) && loop->reminded - transfer->answered < patience;
        if (!may_log_in) end(loop, transfer, 0);
    }
}

// MARK: - Waiting

/// libcurl before 8.3 waits until a socket is writable even if HTTP/2's window is closed. This waits for
/// something to read, and for those that are full. False if it cannot: libcurl alone knows what to wait for.
static bool wait_to_read(const curlhooks_loop *loop) {
    enum { most = 64, longest = 10 };  // milliseconds: it sees no messages
    struct pollfd polled[most];
    nfds_t count = 0;
    const curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (count == most || !transfer->is_connected || !transfer->socket) return false;
        if (transfer->is_paused) continue;
        polled[count++] = (struct pollfd){.fd = transfer->socket, .events = POLLOUT};
    }
    poll(polled, count, 0);
    for (nfds_t index = 0; index < count; index++) {
        polled[index].events = polled[index].revents & POLLOUT ? POLLIN : POLLIN | POLLOUT;
    }
    long timeout = -1;
    libcurl_real()->multi_timeout(loop->multi, &timeout);
    poll(polled, count, timeout >= 0 && timeout < longest ? (int)timeout : longest);
    return true;
}

/// Waits for sockets, timers and messages; true if it was for a socket.
static bool wait(curlhooks_loop *loop) {
    enum { longest = 1000 };  // milliseconds: libcurl reports progress then
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_called = !STAILQ_EMPTY(&loop->called);
    pthread_mutex_unlock(&curlhooks_lock);
    int ready = 0;
    const int most = LIST_EMPTY(&curlhooks_running) ? 60 * longest : longest;
    if (!is_called) libcurl_real()->multi_poll(loop->multi, NULL, 0, most, &ready);
    return ready > 0;
}

static void *drive(void *data) {
    enum { patience = 3 };
    curlhooks_loop *loop = data;
    int in_vain = 0;  // how often a socket was ready and nothing happened
    curlhooks_this_loop = loop;
    while (handle_messages(loop)) {
        const unsigned before = curlhooks_activity;
        remind(loop);
        perform(loop);
        if (curlhooks_activity != before) in_vain = 0;
        if (in_vain >= patience && wait_to_read(loop)) continue;
        in_vain = wait(loop) ? in_vain + 1 : 0;
    }
    libcurl_real()->multi_cleanup(loop->multi);
    free(loop);
    return NULL;
}

// MARK: - Loops

curlhooks_loop *curlhooks_loop_create(int connections_per_host) {
    enum { pipelining = 3, multiplex = 2, most_per_host = 7 };  // CURLMOPT_…, CURLPIPE_MULTIPLEX
    const struct libcurl_functions *real = libcurl_real();
    curlhooks_loop *loop = calloc(1, sizeof *loop);
    if (!loop) return NULL;
    STAILQ_INIT(&loop->called);
    loop->multi = real->multi_init();  // if null, libcurl refuses it below
    real->multi_setopt(loop->multi, pipelining, (long)multiplex);
    real->multi_setopt(loop->multi, most_per_host, (long)connections_per_host);
    // Signals are for the app's threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const bool has_thread = loop->multi && pthread_create(&thread, NULL, drive, loop) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!has_thread) {
        real->multi_cleanup(loop->multi);
        free(loop);
        return NULL;
    }
    pthread_detach(thread);
    return loop;
}

void curlhooks_loop_release(curlhooks_loop *loop) {
    pthread_mutex_lock(&curlhooks_lock);
    loop->is_released = true;
    libcurl_real()->multi_wakeup(loop->multi);
    pthread_mutex_unlock(&curlhooks_lock);
}

#endif
