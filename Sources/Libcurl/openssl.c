#if defined(__linux__)

#define _GNU_SOURCE
#include "openssl.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "Libcurl.h"
#include "callers.h"
#include "functions.h"

static struct libcurl_openssl functions;
static bool is_complete;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static void look_up(void) {
    if (!libcurl_uses_openssl()) return;
    const struct { void *function; const char *name; } names[] = {
#define LIBCURL_NAME(type, name, symbol, parameters) {&functions.name, symbol},
        LIBCURL_OPENSSL(LIBCURL_NAME)
#undef LIBCURL_NAME
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (!libcurl_find(names[index].name, names[index].function)) return;
    }
    is_complete = true;
}

const struct libcurl_openssl *libcurl_openssl(void) {
    pthread_once(&looked_up, look_up);
    return is_complete ? &functions : NULL;
}

void libcurl_write_name(const void *name, char *text, size_t size) {
    enum {
        content_of_memory = 3,     // BIO_CTRL_INFO
        style_one_line = 0x82031B  // XN_FLAG_ONELINE, and UTF-8 as it is
    };
    const struct libcurl_openssl *openssl = libcurl_openssl();
    text[0] = '\0';
    void *memory = name && openssl ? openssl->new_memory(openssl->memory_kind()) : NULL;
    if (!memory) return;
    char *bytes = NULL;
    if (openssl->print_name(memory, name, 0, style_one_line) >= 0) {
        const long count = openssl->control_memory(memory, content_of_memory, 0, &bytes);
        if (bytes && count > 0) snprintf(text, size, "%.*s", (int)count, bytes);
    }
    openssl->close(memory);
}

// libcurl has one text for a wrong passphrase and for a key of another certificate; OpenSSL tells them apart.
int libcurl_opens_key(const char *path, const char *passphrase) {
    const struct libcurl_openssl *openssl = libcurl_openssl();
    void *file = openssl ? openssl->open_file(path, "r") : NULL;
    // Without a callback, OpenSSL takes the last argument for the passphrase.
    void *key = file ? openssl->read_key(file, NULL, NULL, (void *)passphrase) : NULL;
    if (file) openssl->close(file);
    if (key) openssl->free_key(key);
    if (openssl) openssl->clear_errors();
    return file ? key != NULL : -1;
}

#endif
