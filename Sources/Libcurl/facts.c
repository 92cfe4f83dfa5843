#if defined(__linux__)

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "functions.h"

void libcurl_prepare(void) {
    enum { everything = 3, no_exit_handler = 0x80000 };  // CURL_GLOBAL_ALL, OPENSSL_INIT_NO_ATEXIT
    // OpenSSL would free at exit(3) what the transfers of other threads use.
    const struct libcurl_functions *openssl = libcurl_openssl();
    if (openssl) openssl->initialize(no_exit_handler, NULL);
    libcurl_real()->global_init(everything);
}

int64_t libcurl_info_number(void *easy, int info) {
    int64_t value = 0;  // a long and a curl_off_t are both 64 bits wide here
    return libcurl_real()->easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

const char *libcurl_info_string(void *easy, int info) {
    const char *value = NULL;
    return libcurl_real()->easy_getinfo(easy, info, &value) == 0 ? value : NULL;
}

const struct libcurl_certificates *libcurl_server_certificates(void *easy) {
    enum { info_cert_info = 0x400000 + 34 };
    const struct libcurl_certificates *found = NULL;
    return libcurl_real()->easy_getinfo(easy, info_cert_info, &found) == 0 ? found : NULL;
}

// CURLUPart and flags (part of libcurl's ABI).
enum { part_url = 0 };
enum {
    flag_non_support_scheme = 1 << 3,
    flag_path_as_is = 1 << 4,
    flag_url_encode = 1 << 7,
    flag_allow_space = 1 << 11,
};

char *libcurl_url_resolve(const char *base, const char *reference, bool keep_dots, int *code) {
    const struct libcurl_functions *real = libcurl_real();
    void *url = real->url_create();
    if (!url) return NULL;
    const unsigned flags = keep_dots ? flag_path_as_is : 0;
    char *found = NULL, *copy = NULL;
    *code = real->url_set(url, part_url, base ? base : reference, flags | flag_non_support_scheme);
    if (*code == 0 && base) {
        // The flags with which libcurl reads Location.
        *code = real->url_set(url, part_url, reference, flags | flag_url_encode | flag_allow_space);
    }
    if (*code == 0) *code = real->url_get(url, part_url, &found, 0);
    if (*code == 0 && found) copy = strdup(found);
    if (found) real->free(found);
    real->url_cleanup(url);
    return copy;
}

const char *libcurl_version(void) { return libcurl_real()->version(); }

unsigned libcurl_version_number(void) {
    const struct libcurl_version *found = libcurl_real()->version_info(0);
    return found ? found->number : 0;
}

const char *libcurl_tls(void) {
    const struct libcurl_version *found = libcurl_real()->version_info(0);
    return found && found->tls ? found->tls : "";
}

int libcurl_features(void) {
    const struct libcurl_version *found = libcurl_real()->version_info(0);
    return found ? found->features : 0;
}

// MARK: - Certificates and keys

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
