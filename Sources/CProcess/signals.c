#define _GNU_SOURCE
#include "CProcess.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

// For each signal below 32 a bit that it has come, and 32 above that, that somebody else handles it.
static _Atomic uint64_t state;

static void remember(int number) {
    uint64_t came = 1ull << number, handled = came << 32;
    uint64_t before = atomic_fetch_or(&state, came);
    if (before & handled) {
        // It came before the other handler was there, and is only remembered now.
        kill(getpid(), number);
    } else if (before & came && number != SIGTSTP) {
        // The second one, and nobody has handled the first.
        _exit(128 + number);
    }
}

void cprocess_remember(int number) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int cprocess_recall(int number) {
    uint64_t came = 1ull << number, handled = came << 32;
    return (atomic_fetch_or(&state, handled) & came) != 0;
}
