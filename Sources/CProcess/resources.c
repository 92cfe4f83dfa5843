#define _GNU_SOURCE
#include "CProcess.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#endif

#if defined(__GLIBC__)
/// The heaps of other threads would reserve 64 MiB each, and grow by one mprotect(2) a page.
__attribute__((constructor)) static void use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#endif

static void *run(void *work) {
    ((void (*)(void))work)();
    return NULL;
}

void cprocess_run_ahead(void (*work)(void)) {
    struct rlimit memory;
    if (getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY) return;
    pthread_t made;
    if (pthread_create(&made, NULL, run, (void *)work) == 0) pthread_detach(made);
}

#if defined(__linux__)
int cprocess_memory_file(void) { return memfd_create("formpost", MFD_CLOEXEC); }
#else
int cprocess_memory_file(void) { return -1; }
#endif

static size_t stack_size(void) {
    size_t size = 8 << 20;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return size;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}

int cprocess_raise_file_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
    struct rlimit raised = limit;
    raised.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
    if (raised.rlim_cur > limit.rlim_cur && setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    return limit.rlim_cur < INT_MAX ? (int)limit.rlim_cur : INT_MAX;
}

bool cprocess_has_memory_for(int threads, size_t memory) {
    const size_t size = (size_t)threads * stack_size() + memory;
    void *space = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    return space != MAP_FAILED && munmap(space, size) == 0;
}

// The end of the process where a thread cannot be made; `threads` is 0 where none is required.
static struct {
    int descriptor, status;
    char line[256];
} end;
static atomic_int threads, made;

void cprocess_require_threads(int count, int descriptor, const char *line, int status) {
    strncpy(end.line, line, sizeof end.line - 1);
    end.descriptor = descriptor;
    end.status = status;
    atomic_store(&threads, count);
}

// The sanitizers have a pthread_create of their own.
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
/// libdispatch waits for ever for a thread that cannot be made.
int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    static _Atomic(__typeof__(&pthread_create)) found;
    __typeof__(&pthread_create) function = atomic_load(&found);
    if (!function) {
        function = (__typeof__(function))dlsym(RTLD_NEXT, "pthread_create");
        atomic_store(&found, function);
    }
    const int error = function(thread, attributes, start, argument);
    if (error != EAGAIN) {
        atomic_fetch_add(&made, error == 0);
    } else if (atomic_load(&made) < atomic_load(&threads)) {
        if (end.descriptor >= 0 && write(end.descriptor, end.line, strlen(end.line)) < 0) {}
        _exit(end.status);
    }
    return error;
}
#endif

#if defined(__linux__)
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
