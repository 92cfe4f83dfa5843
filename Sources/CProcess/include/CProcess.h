// Arguments, environment, name, resources and signals of the process. In C,
// because this code runs before Swift's, in a signal handler, or uses symbols that Swift cannot name.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The arguments of the process and their number. Swift reads them from /proc on Linux, and has
/// none if that is not mounted. Null if they are not known here; use Swift's.
///
/// They are copies: `ps` shows nothing of the others until `cprocess_show`.
char *_Nullable *_Nullable cprocess_arguments(int *_Nonnull count);

/// The environment: `name=value`, up to a null pointer. Null if there is none.
char *_Nullable *_Nullable cprocess_environment(void);

/// Shows an argument to `ps` as `text`, which is as long as the argument.
void cprocess_show(int index, const char *_Nonnull text);

/// Makes Foundation believe that the executable is in the root directory. `Bundle.main`, which
/// URLSession uses, reads all of the executable's directory, and traps if /proc is not mounted. Call
/// it before other threads run.
void cprocess_name_executable(void);

/// The sentence about too little memory, which may be written before Swift can run.
extern const char *_Nonnull const cprocess_no_memory;

/// Runs `work` on a thread of its own, unless none can be made or memory is limited (`ulimit -v`).
void cprocess_run_ahead(void (*_Nonnull work)(void));

/// Whether memory can be allocated for the stacks of so many threads, and so many bytes besides.
bool cprocess_has_memory_for(int threads, size_t memory);

/// Allows as many open files as the process may have, up to 4096; returns how many.
int cprocess_raise_file_limit(void);

/// Ends the process where the system refuses one of its first `count` threads: writes `line` to `descriptor`
/// (unless negative), and exits with `status`. libdispatch would wait for ever for that thread. With glibc.
void cprocess_require_threads(int count, int descriptor, const char *_Nonnull line, int status);

/// A descriptor that becomes readable when a remembered signal comes; negative if there can be none. Once in a
/// process.
int cprocess_open_signals(void);
/// Whether a signal is ignored: a process begins with the signals that its parent ignores.
bool cprocess_is_ignored(int number);
/// Catches a signal (below 32), and remembers that it came. Another one of the kind before it is recalled ends the
/// process, unless it is SIGTSTP.
void cprocess_remember(int number);
/// The signals that came since the last call, a bit for each (1 << its number).
uint32_t cprocess_recall(void);

/// A new empty file in memory, closed on exec; negative where the system has none (memfd_create(2)).
int cprocess_memory_file(void);

/// The commit that a release was built from; empty for other builds.
const char *_Nonnull cprocess_commit(void);

/// glibc's version; null for another C library.
const char *_Nullable cprocess_libc_version(void);

/// Whether Swift's runtime is inside the executable.
bool cprocess_has_static_runtime(void);

#endif
