#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

pthread_mutex_t curlhooks_lock = PTHREAD_MUTEX_INITIALIZER;
static curlhooks_transfer *waiting;

bool curlhooks_is_any_waiting(void) { return waiting != NULL; }

curlhooks_transfer *curlhooks_take_waiting(uint64_t identifier) {
    for (curlhooks_transfer **link = &waiting; *link; link = &(*link)->next) {
        curlhooks_transfer *transfer = *link;
        if (transfer->identifier != identifier) continue;
        *link = transfer->next;
        atomic_fetch_add(&transfer->holds, 1);
        return transfer;
    }
    return NULL;
}

curlhooks_transfer *curlhooks_transfer_create(curlhooks_callbacks callbacks, bool verbose) {
    static atomic_uint_fast64_t last_identifier;
    curlhooks_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    atomic_init(&transfer->holds, 1);
    transfer->callbacks = callbacks;
    transfer->verbose = verbose;
    transfer->identifier = atomic_fetch_add(&last_identifier, 1) + 1;
    pthread_mutex_lock(&curlhooks_lock);
    transfer->next = waiting;
    waiting = transfer;
    pthread_mutex_unlock(&curlhooks_lock);
    return transfer;
}

static void free_options(struct curlhooks_option *option) {
    while (option) {
        struct curlhooks_option *next_option = option->next;
        for (struct curlhooks_line *line = option->lines; line;) {
            struct curlhooks_line *next = line->next;
            free(line->text);
            free(line);
            line = next;
        }
        free(option->string);
        free(option);
        option = next_option;
    }
}

void curlhooks_drop_hold(curlhooks_transfer *transfer) {
    if (atomic_fetch_sub(&transfer->holds, 1) != 1) return;
    transfer->callbacks.release(transfer->callbacks.context);
    free_options(transfer->options);
    curlhooks_cookies_release(transfer->cookies);
    free(transfer);
}

void curlhooks_transfer_release(curlhooks_transfer *transfer) {
    pthread_mutex_lock(&curlhooks_lock);
    for (curlhooks_transfer **link = &waiting; *link; link = &(*link)->next) {
        if (*link == transfer) {
            *link = transfer->next;
            break;
        }
    }
    pthread_mutex_unlock(&curlhooks_lock);
    curlhooks_drop_hold(transfer);
}

uint64_t curlhooks_transfer_identifier(const curlhooks_transfer *transfer) {
    return transfer->identifier;
}

/// Appends an option to the list; null if memory is short.
static struct curlhooks_option *append_option(curlhooks_transfer *transfer, int number) {
    struct curlhooks_option **link = &transfer->options;
    while (*link) link = &(*link)->next;
    *link = calloc(1, sizeof **link);
    if (*link) (*link)->number = number;
    return *link;
}

/// The list of that number, created if needed; null if memory is short.
static struct curlhooks_option *list_numbered(curlhooks_transfer *transfer, int number) {
    for (struct curlhooks_option *option = transfer->options; option; option = option->next) {
        if (option->is_list && option->number == number) return option;
    }
    struct curlhooks_option *option = append_option(transfer, number);
    if (option) option->is_list = true;
    return option;
}

bool curlhooks_add_number(curlhooks_transfer *transfer, int number, int64_t value) {
    struct curlhooks_option *option = append_option(transfer, number);
    if (!option) return false;
    option->value = value;
    return true;
}

bool curlhooks_add_string(curlhooks_transfer *transfer, int number, const char *value) {
    char *copy = value ? strdup(value) : NULL;
    struct curlhooks_option *option = value && !copy ? NULL : append_option(transfer, number);
    if (!option) {
        free(copy);
        return false;
    }
    option->string = copy;
    return true;
}

bool curlhooks_add_line(curlhooks_transfer *transfer, int number, const char *text) {
    struct curlhooks_option *option = list_numbered(transfer, number);
    struct curlhooks_line *line = calloc(1, sizeof *line);
    if (line) line->text = strdup(text);
    if (!option || !line || !line->text) {
        if (line) free(line->text);
        free(line);
        return false;
    }
    if (option->last_line) {
        option->last_line->next = line;
    } else {
        option->lines = line;
    }
    option->last_line = line;
    return true;
}

#endif
