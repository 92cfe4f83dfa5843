#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

// For each signal below 32 a bit: it came, and has not been recalled.
static _Atomic uint32_t came;
static int ends[2];

static void remember(int number) {
    const int failure = errno;
    const uint32_t bit = 1u << number;
    // The second one, and nobody has handled the first.
    if (atomic_fetch_or(&came, bit) & bit && number != SIGTSTP) _exit(128 + number);
    if (write(ends[1], "", 1) < 0) {}  // the pipe is full: its reader wakes up
    errno = failure;
}

int cprocess_open_signals(void) {
    if (pipe(ends) != 0) return -1;
    for (int index = 0; index < 2; index++) {
        fcntl(ends[index], F_SETFD, FD_CLOEXEC);
        fcntl(ends[index], F_SETFL, O_NONBLOCK);
    }
    return ends[0];
}

bool cprocess_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void cprocess_remember(int number) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

uint32_t cprocess_recall(void) {
    char bytes[64];
    while (read(ends[0], bytes, sizeof bytes) > 0) {}
    return atomic_exchange(&came, 0);
}
