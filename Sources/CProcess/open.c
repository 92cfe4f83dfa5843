#if defined(__linux__)

#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

/// Whether it is `/proc/NUMBER/stat`.
static int is_thread_state(const char *path) {
    if (strncmp(path, "/proc/", 6) != 0 || !isdigit((unsigned char)path[6])) return 0;
    path += 6;
    while (isdigit((unsigned char)*path)) path++;
    return strcmp(path, "/stat") == 0;
}

/// libdispatch reads the states of its threads once a second, to decide whether it needs more, and
/// aborts the process if it cannot: without /proc, or without a free descriptor. In that case this
/// returns an unusable descriptor, and libdispatch creates another thread.
int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    int descriptor = openat(AT_FDCWD, path, flags, mode);
    return descriptor == -1 && is_thread_state(path) ? INT_MAX : descriptor;
}

#endif
