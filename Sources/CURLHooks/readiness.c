#if defined(__linux__)

#define _GNU_SOURCE
#include "readiness.h"

#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "real.h"

// MARK: - Asking again before sleeping

// A server nearby that keeps HTTP/2's window short opens it again sooner than a sleeping thread is woken:
// with sleep alone 512 MiB through nginx take a third longer. Elsewhere to ask again is in vain, and soon
// given up.

/// How long to ask again, in nanoseconds.
static const int64_t eager_time = 100000;

enum { most_sleeps = 256 };

bool curlhooks_asks_again(struct curlhooks_patience *patience) {
    if (patience->left == 0) return true;
    patience->left--;
    return false;
}

void curlhooks_asked(struct curlhooks_patience *patience, bool in_vain) {
    const int next = patience->last ? 2 * patience->last : 1;
    patience->last = !in_vain ? 0 : next < most_sleeps ? next : most_sleeps;
    patience->left = patience->last;
}

int64_t curlhooks_now(void) {
    // A clock may show any time: two of these can be subtracted.
    const int64_t most_seconds = INT64_MAX / 2 / 1000000000 - 1;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    const int64_t seconds = time.tv_sec;
    if (seconds > most_seconds) return most_seconds * 1000000000;
    if (seconds < -most_seconds) return -most_seconds * 1000000000;
    return seconds * 1000000000 + time.tv_nsec;
}

/// On a single processor the server would wait for this thread.
static bool has_processors(void) {
    static _Thread_local int count;
    cpu_set_t set;
    if (count == 0) count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 1;
}

/// poll(2) that returns at once, for a moment.
static int poll_eagerly(struct pollfd *polled) {
    static _Thread_local struct curlhooks_patience patience;
    int ready = poll(polled, 1, 0);
    if (ready != 0 || !has_processors() || !curlhooks_asks_again(&patience)) return ready;
    const int64_t end = curlhooks_now() + eager_time;
    while (ready == 0 && curlhooks_now() < end) ready = poll(polled, 1, 0);
    curlhooks_asked(&patience, ready == 0);
    return ready;
}

// MARK: - Readiness

int curlhooks_readiness(int socket, int awaited, int wait) {
    struct pollfd polled = {.fd = socket};
    if (awaited & CURLHOOKS_POLL_IN) polled.events |= POLLIN;
    if (awaited & CURLHOOKS_POLL_OUT) polled.events |= POLLOUT;
    int ready = wait > 0 ? poll_eagerly(&polled) : 0;
    if (ready == 0) ready = poll(&polled, 1, wait);
    if (ready <= 0) return 0;
    // libcurl detects a broken connection itself, after reading what has arrived.
    if (polled.revents & (POLLERR | POLLHUP | POLLNVAL)) polled.revents = polled.events;
    return (polled.revents & POLLIN ? CURLHOOKS_SELECT_IN : 0)
        | (polled.revents & POLLOUT ? CURLHOOKS_SELECT_OUT : 0);
}

#endif
