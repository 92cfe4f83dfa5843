#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stdlib.h>

pthread_mutex_t curlhooks_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local const curlhooks_loop *curlhooks_this_loop;
_Thread_local struct curlhooks_list curlhooks_running;
_Thread_local unsigned curlhooks_activity;

// MARK: - The registry

enum { bucket_count = 256 };
static struct curlhooks_list buckets[bucket_count];

void curlhooks_register(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    LIST_INSERT_HEAD(&buckets[transfer->number % bucket_count], transfer, numbered);
    pthread_mutex_unlock(&curlhooks_lock);
}

curlhooks_transfer *curlhooks_numbered(uint64_t number) {
    curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &buckets[number % bucket_count], numbered) {
        if (transfer->number == number) break;
    }
    return transfer;
}

curlhooks_transfer *curlhooks_transfer_of(void *easy) {
    enum { info_private = 0x100000 + 21 };
    curlhooks_transfer *transfer = NULL;
    if (easy) libcurl_real()->easy_getinfo(easy, info_private, &transfer);
    return transfer;
}

// MARK: - References

struct curlhooks_lines {
    int option;
    struct libcurl_line *lines, *last;
    struct curlhooks_lines *next;
};

void curlhooks_transfer_release(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_last = --transfer->holds == 0;
    if (is_last) LIST_REMOVE(transfer, numbered);
    pthread_mutex_unlock(&curlhooks_lock);
    if (!is_last) return;
    if (transfer->easy) libcurl_real()->easy_cleanup(transfer->easy);
    while (transfer->lists) {
        struct curlhooks_lines *list = transfer->lists;
        transfer->lists = list->next;
        libcurl_real()->slist_free_all(list->lines);
        free(list);
    }
    transfer->callbacks.release(transfer->callbacks.context);
    free(transfer);
}

bool curlhooks_is_started(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    const bool is_started = transfer->is_started;
    pthread_mutex_unlock(&curlhooks_lock);
    return is_started;
}

// MARK: - Options

int curlhooks_set(curlhooks_transfer *transfer, int option, int64_t number, const char *string) {
    return libcurl_real()->easy_setopt(transfer->easy, option, string ? (intptr_t)string : number);
}

int curlhooks_add_line(curlhooks_transfer *transfer, int option, const char *text) {
    struct curlhooks_lines *list = transfer->lists;
    while (list && list->option != option) list = list->next;
    if (!list) {
        list = calloc(1, sizeof *list);
        if (!list) return LIBCURL_NO_MEMORY_LEFT;
        list->option = option;
        list->next = transfer->lists;
        transfer->lists = list;
    }
    // libcurl would look for the end of the list each time.
    struct libcurl_line *line = libcurl_real()->slist_append(NULL, text);
    if (!line) return LIBCURL_NO_MEMORY_LEFT;
    if (list->last) list->last->next = line;
    list->last = line;
    if (list->lines) return 0;  // the option has the list already
    list->lines = line;
    return libcurl_real()->easy_setopt(transfer->easy, option, line);
}

#endif
