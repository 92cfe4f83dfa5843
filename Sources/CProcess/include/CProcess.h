// What a process has and may have: its arguments, its name, its threads, an alarm. C, because it
// runs before Swift does, in a signal's handler, or by way of symbols that Swift cannot name.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>

/// The arguments that the process was started with, and how many. On Linux as the system handed them
/// over: Swift reads them from /proc, and has none where that is not mounted. Null: ask Swift.
char *_Nullable *_Nullable cprocess_arguments(int *_Nonnull count);

/// Tells Foundation where the executable is, if it could not find out: it reads /proc/self/exe and
/// traps where that is not there (`Bundle.main`, which URLSession asks for). Before other threads run.
void cprocess_name_executable(void);

enum {
    CPROCESS_ENOUGH = 0,
    CPROCESS_NO_THREADS = 1,
    CPROCESS_NO_MEMORY = 2,
};

/// Whether the system gives so many threads at the same time, and so many bytes of memory besides:
/// libdispatch waits for ever for a thread that it does not get.
int cprocess_check(int threads, size_t memory);

/// Ends the process after so many milliseconds, whatever its threads do: writes `line` to
/// `descriptor` (negative: nowhere), and exits with `status`. A later call replaces an earlier.
void cprocess_alarm(int64_t milliseconds, int descriptor, const char *_Nonnull line, int status);
void cprocess_stop_alarm(void);

/// The alarm removes this file first; null: none.
void cprocess_alarm_removes(const char *_Nullable path);

#endif
