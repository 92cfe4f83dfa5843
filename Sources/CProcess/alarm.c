#include "CProcess.h"

#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

// Prepared for the handler, which may do little more than write, unlink and _exit.
static char line[1024], path[PATH_MAX];
static volatile sig_atomic_t descriptor = -1, status, has_path;

static void on_alarm(int number, siginfo_t *information, void *context) {
    (void)context;
    if (has_path) unlink(path);
    // Sent by somebody: it is not time yet.
    if (information->si_code == SI_USER) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    // Not into a full pipe that nobody reads. A failure to write cannot be reported.
    struct pollfd polled = {.fd = descriptor, .events = POLLOUT};
    if (descriptor >= 0 && poll(&polled, 1, 0) > 0 && write(descriptor, line, strlen(line)) < 0) {}
    _exit(status);
}

void cprocess_stop_alarm(void) {
    struct itimerval never = {0};
    setitimer(ITIMER_REAL, &never, NULL);
}

void cprocess_alarm(int64_t milliseconds, int where, const char *text, int exit_status) {
    cprocess_stop_alarm();
    strncpy(line, text, sizeof line - 1);
    descriptor = where;
    status = exit_status;
    struct sigaction action = {.sa_sigaction = on_alarm, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    // The parent process may have blocked the signal.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    struct itimerval once = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};
    setitimer(ITIMER_REAL, &once, NULL);
}

void cprocess_alarm_removes(const char *file) {
    // Requests side by side have a file each; there is no alarm then.
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    has_path = 0;
    if (file && strlen(file) < sizeof path) {
        strcpy(path, file);
        has_path = 1;
    }
    pthread_mutex_unlock(&lock);
}
