#if defined(__linux__)

#define _GNU_SOURCE
#include "readiness.h"

#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "sockets.h"

// MARK: - Asking again before sleeping

// A server nearby opens HTTP/2's window again sooner than a sleeping thread is woken: with sleep alone
// 512 MiB through nginx take a third longer. Elsewhere to ask again is in vain, and soon given up.

/// How long to ask again, in nanoseconds.
static const int64_t eager_time = 100000;

/// After asking in vain so many waits sleep at once, from one on twice as many each time.
enum { most_sleeps = 256 };

static _Thread_local struct {
    int left, last;
} sleeps;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
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
    int ready = poll(polled, 1, 0);
    if (ready != 0 || !has_processors()) return ready;
    if (sleeps.left > 0) {
        sleeps.left--;
        return 0;
    }
    const int64_t end = now() + eager_time;
    while (ready == 0 && now() < end) ready = poll(polled, 1, 0);
    sleeps.last = ready ? 0 : sleeps.last == 0 ? 1 : sleeps.last < most_sleeps ? 2 * sleeps.last : most_sleeps;
    sleeps.left = sleeps.last;
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
