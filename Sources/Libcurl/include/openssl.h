// OpenSSL under libcurl: the names in certificates, and private keys.

#pragma once

#include <stddef.h>

typedef int libcurl_verify_function(int verdict, void *store);

/// A row for each function: its type, our name, its own name and its parameters.
#define LIBCURL_OPENSSL(row) \
    row(int, new_index, "CRYPTO_get_ex_new_index", \
        (int class, long argument, void *pointer, void *create, void *copy, void *free)) \
    row(int, store_index, "SSL_get_ex_data_X509_STORE_CTX_idx", (void)) \
    row(int, set_context_data, "SSL_CTX_set_ex_data", (void *context, int index, void *data)) \
    row(void *, context_data, "SSL_CTX_get_ex_data", (const void *context, int index)) \
    row(void, set_verify, "SSL_CTX_set_verify", \
        (void *context, int mode, libcurl_verify_function *function)) \
    row(int, verify_mode, "SSL_CTX_get_verify_mode", (const void *context)) \
    row(void *, store_data, "X509_STORE_CTX_get_ex_data", (const void *store, int index)) \
    row(void *, context_of, "SSL_get_SSL_CTX", (const void *ssl)) \
    row(void *, current_certificate, "X509_STORE_CTX_get_current_cert", (const void *store)) \
    row(int, depth, "X509_STORE_CTX_get_error_depth", (const void *store)) \
    row(void *, subject, "X509_get_subject_name", (const void *certificate)) \
    row(void *, issuer, "X509_get_issuer_name", (const void *certificate)) \
    row(int, print_name, "X509_NAME_print_ex", \
        (void *memory, const void *name, int indent, unsigned long style)) \
    row(void *, memory_kind, "BIO_s_mem", (void)) \
    row(void *, new_memory, "BIO_new", (const void *kind)) \
    row(long, control_memory, "BIO_ctrl", (void *memory, int command, long argument, void *pointer)) \
    row(void *, open_file, "BIO_new_file", (const char *path, const char *mode)) \
    row(int, close, "BIO_free", (void *memory_or_file)) \
    row(void *, read_key, "PEM_read_bio_PrivateKey", \
        (void *file, void **key, void *callback, void *passphrase)) \
    row(void, free_key, "EVP_PKEY_free", (void *key)) \
    row(void, clear_errors, "ERR_clear_error", (void))

struct libcurl_openssl {
#define LIBCURL_FIELD(type, name, symbol, parameters) type (*name) parameters;
    LIBCURL_OPENSSL(LIBCURL_FIELD)
#undef LIBCURL_FIELD
};

/// The functions, looked up once; null if libcurl has another TLS library, whose contexts must not be passed
/// to OpenSSL, or if one is missing.
const struct libcurl_openssl *libcurl_openssl(void);

/// Writes a name of a certificate on one line; an empty text if there is none.
void libcurl_write_name(const void *name, char *text, size_t size);
