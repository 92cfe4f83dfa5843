#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "transfer.h"

// The public face of libcurl, as far as it is used here (curl.h is not needed to build).
typedef struct {
    int message;
    void *easy;
    union {
        void *pointer;
        int code;
    } data;
} multi_message;

enum { message_done = 1 };

typedef int (*setopt_function)(void *easy, int option, ...);
typedef void (*cleanup_function)(void *easy);
typedef multi_message *(*info_read_function)(void *multi, int *left);

static setopt_function real_setopt;
static cleanup_function real_cleanup;
static info_read_function real_info_read;
static pthread_once_t resolved = PTHREAD_ONCE_INIT;

static void resolve(void) {
    real_setopt = (setopt_function)dlsym(RTLD_NEXT, "curl_easy_setopt");
    real_cleanup = (cleanup_function)dlsym(RTLD_NEXT, "curl_easy_cleanup");
    real_info_read = (info_read_function)dlsym(RTLD_NEXT, "curl_multi_info_read");
}

int curl_easy_setopt(void *easy, int option, ...);
void curl_easy_cleanup(void *easy);
multi_message *curl_multi_info_read(void *multi, int *left);

bool curlhooks_in_effect(void) {
    pthread_once(&resolved, resolve);
    return real_setopt && real_cleanup && real_info_read && curlhooks_sockets_in_effect()
        && dlsym(RTLD_DEFAULT, "curl_easy_setopt") == (void *)curl_easy_setopt
        && dlsym(RTLD_DEFAULT, "curl_easy_cleanup") == (void *)curl_easy_cleanup
        && dlsym(RTLD_DEFAULT, "curl_multi_info_read") == (void *)curl_multi_info_read;
}

int curlhooks_real_setopt(void *easy, int option, void *value) {
    return real_setopt(easy, option, value);
}

// Every argument of curl_easy_setopt is a long, a pointer or a curl_off_t: one register on LP64.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(int64_t) == sizeof(void *), "LP64 only");

int curl_easy_setopt(void *easy, int option, ...) {
    pthread_once(&resolved, resolve);
    if (!real_setopt) return CURLHOOKS_FAILED_INIT;
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (curlhooks_intercept(easy, option, value)) return 0;
    return real_setopt(easy, option, value);
}

void curl_easy_cleanup(void *easy) {
    pthread_once(&resolved, resolve);
    if (real_cleanup) real_cleanup(easy);
    curlhooks_forget(easy);
}

multi_message *curl_multi_info_read(void *multi, int *left) {
    pthread_once(&resolved, resolve);
    if (!real_info_read) return NULL;
    multi_message *message = real_info_read(multi, left);
    if (message && message->message == message_done) {
        curlhooks_finish(message->easy, message->data.code);
    }
    return message;
}

#endif
