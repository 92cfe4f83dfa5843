#include "CProcess.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_ullong remembered;

static void remember(int number) { atomic_fetch_or(&remembered, 1ull << number); }

void cprocess_remember(int number) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    atomic_fetch_and(&remembered, ~(1ull << number));
    sigaction(number, &action, NULL);
}

int cprocess_has_remembered(int number) { return (atomic_load(&remembered) >> number) & 1; }
