#if defined(__linux__)

#define _GNU_SOURCE
#include "functions.h"

#include <stdio.h>

#include "Libcurl.h"

void libcurl_write_name(const void *name, char *text, size_t size) {
    enum {
        content_of_memory = 3,     // BIO_CTRL_INFO
        style_one_line = 0x82031B  // XN_FLAG_ONELINE, and UTF-8 as it is
    };
    const struct libcurl_functions *openssl = libcurl_openssl();
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
    const struct libcurl_functions *openssl = libcurl_openssl();
    void *file = openssl ? openssl->open_file(path, "r") : NULL;
    // Without a callback, OpenSSL takes the last argument for the passphrase.
    void *key = file ? openssl->read_key(file, NULL, NULL, (void *)passphrase) : NULL;
    if (file) openssl->close(file);
    if (key) openssl->free_key(key);
    if (openssl) openssl->clear_errors();
    return file ? key != NULL : -1;
}

#endif
