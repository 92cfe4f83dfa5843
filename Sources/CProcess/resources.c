#include "CProcess.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

static void *wait_for(void *mutex) {
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
    return NULL;
}

static int has_memory(size_t size) {
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

int cprocess_check(int threads, size_t memory) {
#if defined(__GLIBC__)
    // With a limited address space (ulimit -v), malloc must not reserve 64 MiB for each thread.
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
    pthread_t *made = calloc((size_t)threads, sizeof *made);
    if (!made) return CPROCESS_NO_MEMORY;
    // All threads exist until the mutex is unlocked. Their stacks are cached and reused.
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    int count = 0;
    while (count < threads && pthread_create(&made[count], NULL, wait_for, &mutex) == 0) count++;
    int result = CPROCESS_ENOUGH;
    if (count < threads) {
        // pthread_create returns the same error for both.
        result = has_memory(stack_size()) ? CPROCESS_NO_THREADS : CPROCESS_NO_MEMORY;
    } else if (!has_memory(memory)) {
        result = CPROCESS_NO_MEMORY;
    }
    pthread_mutex_unlock(&mutex);
    while (count > 0) pthread_join(made[--count], NULL);
    free(made);
    return result;
}
