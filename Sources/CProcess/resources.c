#include "CProcess.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Closed while threads are made, so that all exist at the same time.
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *pass(void *nothing) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return nothing;
}

static int is_memory_limited(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

static int runs_ahead;

static void *run(void *work) {
    void (*function)(void);
    memcpy(&function, &work, sizeof function);
    function();
    return pass(NULL);
}

void cprocess_run_ahead(void (*work)(void)) {
    void *function;
    memcpy(&function, &work, sizeof function);
    pthread_t made;
    if (is_memory_limited()) return;
    pthread_mutex_lock(&gate);
    runs_ahead = pthread_create(&made, NULL, run, function) == 0;
    if (runs_ahead) {
        pthread_detach(made);
    } else {
        pthread_mutex_unlock(&gate);
    }
}

bool cprocess_has_memory(size_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED && munmap(memory, size) == 0;
}

static size_t stack_size(void) {
    size_t size = 8 << 20;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return size;
    pthread_attr_getstacksize(&attributes, &size);
    pthread_attr_destroy(&attributes);
    return size;
}

/// Makes so many threads; returns how many there can be.
///
/// Their stacks are one small area: mapping a whole stack for each takes longer than the rest of it.
/// Nobody waits for their end, and the area stays.
static int make_threads(int threads) {
    const size_t size = 256 << 10;  // the least is 128 KiB on arm64
    char *stacks = mmap(
        NULL, (size_t)threads * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON | MAP_NORESERVE, -1, 0);
    pthread_attr_t attributes;
    if (stacks == MAP_FAILED || pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    int count = 0;
    for (; count < threads; count++) {
        pthread_t made;
        pthread_attr_setstack(&attributes, stacks + (size_t)count * size, size);
        int error = pthread_create(&made, &attributes, pass, NULL);
        // Thread-local variables may need more.
        if (error == EINVAL && (error = pthread_create(&made, NULL, pass, NULL)) == 0) pthread_detach(made);
        if (error != 0) break;
    }
    pthread_attr_destroy(&attributes);
    return count;
}

int cprocess_check(int threads, size_t memory) {
#if defined(__GLIBC__)
    // With a limited address space (ulimit -v), malloc must not reserve 64 MiB for each thread.
    if (is_memory_limited()) mallopt(M_ARENA_MAX, 1);
#endif
    if (!cprocess_has_memory((size_t)threads * stack_size() + memory)) return CPROCESS_NO_MEMORY;
    if (!runs_ahead) pthread_mutex_lock(&gate);
    threads -= runs_ahead;
    int made = make_threads(threads);
    pthread_mutex_unlock(&gate);
    return made == threads ? CPROCESS_ENOUGH : CPROCESS_NO_THREADS;
}
