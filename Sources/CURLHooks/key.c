#if defined(__linux__)

#define _GNU_SOURCE
#include "CURLHooks.h"
#include "callers.h"
#include "libcurl.h"

// libcurl has one text for a wrong passphrase and for a key of another certificate. If libcurl uses
// OpenSSL, this tells them apart.

int curlhooks_opens_key(const char *path, const char *passphrase) {
    if (!curlhooks_uses_openssl()) return -1;
    void *(*open_file)(const char *, const char *) =
        (void *(*)(const char *, const char *))curlhooks_symbol("BIO_new_file");
    void *(*read_key)(void *, void **, void *, void *) =
        (void *(*)(void *, void **, void *, void *))curlhooks_symbol("PEM_read_bio_PrivateKey");
    int (*close_file)(void *) = (int (*)(void *))curlhooks_symbol("BIO_free");
    void (*free_key)(void *) = (void (*)(void *))curlhooks_symbol("EVP_PKEY_free");
    void (*clear_errors)(void) = (void (*)(void))curlhooks_symbol("ERR_clear_error");
    if (!open_file || !read_key || !close_file || !free_key || !clear_errors) return -1;
    void *file = open_file(path, "r");
    // Without a callback, OpenSSL takes the last argument for the passphrase.
    void *key = file ? read_key(file, NULL, NULL, (void *)passphrase) : NULL;
    bool is_open = file != NULL;
    if (file) close_file(file);
    if (key) free_key(key);
    clear_errors();
    return is_open ? key != NULL : -1;
}

#endif
