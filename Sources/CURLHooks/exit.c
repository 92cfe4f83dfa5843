#if defined(__linux__)

#define _GNU_SOURCE
#include "exit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "transfer.h"

// exit(3) calls what OpenSSL has registered to free what is its own, while other threads run. So loops stop
// before that.

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_once_t registered = PTHREAD_ONCE_INIT;
static pid_t process;
// Under the lock:
static int at_work;
static bool is_exiting;

static void on_exit_of_process(void) {
    if (getpid() != process) return;  // a child has no thread but its own
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    pthread_mutex_lock(&curlhooks_lock);
    is_exiting = true;
    while (at_work > 0 && pthread_cond_timedwait(&changed, &curlhooks_lock, &end) == 0) {}
    pthread_mutex_unlock(&curlhooks_lock);
}

static void register_once(void) {
    process = getpid();
    atexit(on_exit_of_process);
}

void curlhooks_enter(void) {
    pthread_once(&registered, register_once);
    pthread_mutex_lock(&curlhooks_lock);
    while (is_exiting) pthread_cond_wait(&changed, &curlhooks_lock);
    at_work++;
    pthread_mutex_unlock(&curlhooks_lock);
}

void curlhooks_leave(void) {
    pthread_mutex_lock(&curlhooks_lock);
    at_work--;
    if (is_exiting) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&curlhooks_lock);
}

#endif
