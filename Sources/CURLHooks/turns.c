#if defined(__linux__)

#define _GNU_SOURCE
#include "turns.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "readiness.h"
#include "sockets.h"
#include "transfer.h"

// libcurl's handles are used on URLSession's queue only, so what other threads want is done there.
// (libdispatch's header needs Swift's toolchain.)

/// The queue that has called URLSession, which called libcurl.
void *dispatch_get_current_queue(void);
void dispatch_async_f(void *queue, void *context, void (*work)(void *context));
void dispatch_retain(void *object);
void dispatch_release(void *object);

// MARK: - Multi handles

typedef int (*timer_function)(void *multi, long timeout, void *data);

/// A multi handle of URLSession. All but the list and the queue is used on that queue only.
struct multi {
    void *handle;
    void *queue;  // retained
    bool is_wrapped;
    timer_function timer;  // URLSession's
    void *timer_data;
    struct multi *next;
};

static struct multi *multis;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct multi *multi_of(void *handle, bool create) {
    pthread_mutex_lock(&lock);
    struct multi *multi = multis;
    while (multi && multi->handle != handle) multi = multi->next;
    if (!multi && create && (multi = calloc(1, sizeof *multi))) {
        multi->handle = handle;
        multi->next = multis;
        multis = multi;
    }
    pthread_mutex_unlock(&lock);
    return multi;
}

enum { option_socket_function = 20001, option_timer_function = 20004, option_timer_data = 10005 };

void curlhooks_note_wrapped(void *handle) {
    struct multi *multi = multi_of(handle, true);
    if (multi) multi->is_wrapped = true;
}

void curlhooks_silence(void *handle) {
    struct multi *known = multi_of(handle, false);
    if (known && known->is_wrapped) {
        // libcurl 8.13 to 8.15 call them during clean-up, while URLSession's object is being freed.
        curlhooks_real()->multi_setopt(handle, option_socket_function, NULL);
        curlhooks_real()->multi_setopt(handle, option_timer_function, NULL);
    }
    pthread_mutex_lock(&lock);
    for (struct multi **link = &multis; *link; link = &(*link)->next) {
        struct multi *multi = *link;
        if (multi->handle != handle) continue;
        *link = multi->next;
        if (multi->queue) dispatch_release(multi->queue);
        free(multi);
        break;
    }
    pthread_mutex_unlock(&lock);
}

void curlhooks_used(void *handle) {
    struct multi *multi = multi_of(handle, true);
    if (!multi || multi->queue) return;
    void *queue = dispatch_get_current_queue();
    dispatch_retain(queue);
    pthread_mutex_lock(&lock);
    multi->queue = queue;
    pthread_mutex_unlock(&lock);
}

/// On URLSession's queue: its timer makes it ask libcurl for what has ended.
static void look(void *handle) {
    // Without one it may be about to be cleaned up.
    struct multi *multi = curlhooks_aborted(handle) ? multi_of(handle, false) : NULL;
    if (multi && multi->timer) multi->timer(handle, 0, multi->timer_data);
}

bool curlhooks_do(void *handle, void *context, void (*work)(void *context)) {
    pthread_mutex_lock(&lock);
    struct multi *multi = multis;
    while (multi && multi->handle != handle) multi = multi->next;
    const bool is_known = multi && multi->queue;
    if (is_known) dispatch_async_f(multi->queue, context, work);
    pthread_mutex_unlock(&lock);
    return is_known;
}

void curlhooks_wake(void *handle) { curlhooks_do(handle, handle, look); }

void curlhooks_note_timer(void *handle, int option, void *value) {
    if (option != option_timer_function && option != option_timer_data) return;
    struct multi *multi = multi_of(handle, true);
    if (!multi) return;
    if (option == option_timer_data) {
        multi->timer_data = value;
    } else {
        multi->timer = (timer_function)value;
    }
}

// MARK: - Turns

/// How long one call may last, in nanoseconds: alone, and if other transfers wait. Each call costs
/// URLSession two thread switches, and libcurl writes one buffer per call; a socket that URLSession
/// need not be told of saves more.
static const int64_t longest_call = 40000000, longest_shared_call = 5000000;

/// Milliseconds until libcurl wants to be called without an event; -1 if it does not.
static long until_timeout(void *multi) {
    long timeout = -1;
    return curlhooks_real()->multi_timeout(multi, &timeout) == 0 ? timeout : -1;
}

/// Milliseconds to wait for a socket before looking whether somebody else waits for the queue.
enum { longest_wait = 5 };

int curlhooks_take_turns(void *multi, int socket, int events, int *running) {
    const bool is_timeout = socket == CURLHOOKS_TIMEOUT;
    const bool is_ours = curlhooks_has_transfers(multi);  // and not the app's own session
    if (is_ours && is_timeout) curlhooks_hold_back_new();
    if (!is_ours || (!is_timeout && !curlhooks_hold_back(socket))) {
        return curlhooks_real()->multi_socket_action(multi, socket, events, running);
    }
    const int64_t start = curlhooks_now();
    // URLSession never says which events there are: there may have been something to read.
    bool has_read = !is_timeout, has_acted = true;
    int awaited = 0;
    int code = curlhooks_real()->multi_socket_action(multi, socket, events, running);
    while (code == 0 && !curlhooks_aborted(multi)) {
        const bool is_alone = curlhooks_is_alone();
        const int64_t left = (is_alone ? longest_call : longest_shared_call) - (curlhooks_now() - start);
        if (left <= 0) break;
        // URLSession's timer waits for this queue: over HTTP/2 the end of a body is sent by it.
        const long timeout = until_timeout(multi);
        if (timeout == 0) {
            code = curlhooks_real()->multi_socket_action(multi, CURLHOOKS_TIMEOUT, 0, running);
            has_acted = true;
            continue;
        }
        if (has_acted) awaited = curlhooks_awaited(has_read, &socket);
        has_acted = false;
        if (!awaited) break;
        // Other transfers of the handle, and the resumption of a paused one, must not wait for it.
        int wait = is_alone && !curlhooks_is_pausing(multi) ? longest_wait : 0;
        if (timeout > 0 && timeout < wait) wait = (int)timeout;
        events = curlhooks_readiness(socket, awaited, wait);
        if (events) {
            code = curlhooks_real()->multi_socket_action(multi, socket, events, running);
            has_read = events & CURLHOOKS_SELECT_IN;
            has_acted = true;
        } else if (wait == 0) {
            break;
        }
    }
    curlhooks_catch_up();
    return code;
}

// MARK: - Ends

curlhooks_message *curlhooks_next_message(void *multi, int *left) {
    curlhooks_message *message = curlhooks_real()->multi_info_read(multi, left);
    if (message) {
        if (message->message == CURLHOOKS_MESSAGE_DONE) {
            curlhooks_finish(message->easy, message->data.code);
        }
        return message;
    }
    // URLSession removes a handle that is reported as done.
    void *easy = curlhooks_aborted(multi);
    if (!easy) return NULL;
    static _Thread_local curlhooks_message end;
    end.message = CURLHOOKS_MESSAGE_DONE;
    end.easy = easy;
    end.data.code = CURLHOOKS_ABORTED;
    curlhooks_finish(easy, CURLHOOKS_ABORTED);
    return &end;
}

#endif
