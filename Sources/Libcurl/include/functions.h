// The functions that are called of the libcurl under URLSession, and of libnghttp2, OpenSSL and
// libz under that. Other libraries in the process may have a libcurl of their own.

#pragma once

#include <sys/types.h>

#include "Libcurl.h"

// libcurl's interface, as far as it is used here (curl.h is not needed to build).

typedef struct {
    int message;
    void *easy;
    int code;  // in a union with a pointer
} libcurl_message;  // struct CURLMsg

// CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY, CURLE_ABORTED_BY_CALLBACK, CURLE_SEND_ERROR, …
enum {
    LIBCURL_FAILED_INIT = 2, LIBCURL_NO_MEMORY_LEFT = 27, LIBCURL_ABORTED = 42,
    LIBCURL_SEND_ERROR = 55, LIBCURL_RECV_ERROR = 56, LIBCURL_HTTP2_STREAM = 92
};

/// nghttp2's callback for a received frame, and for the length of the next frame of a body.
typedef int (*libcurl_frame_function)(void *session, const void *frame, void *data);
typedef ssize_t (*libcurl_length_function)(
    void *session, uint8_t type, int32_t stream, int32_t session_window, int32_t stream_window,
    uint32_t longest, void *data);

/// nghttp2's callback for bytes of a request's body.
typedef ssize_t (*libcurl_body_function)(
    void *session, int32_t stream, uint8_t *bytes, size_t count, uint32_t *flags, void *source, void *data);

typedef int libcurl_verify_function(int verdict, void *store);

/// struct z_stream_s of libz, which is its ABI.
typedef struct {
    const uint8_t *next_in;
    unsigned left_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned left_out;
    unsigned long total_out;
    const char *reason;
    void *state, *(*allocate)(void *, unsigned, unsigned);
    void (*free)(void *, void *), *context;
    int kind;
    unsigned long checksum, reserved;
} libcurl_inflation;

/// A row for each function: its type, our name, its own name and its parameters.
#define LIBCURL_FUNCTIONS(row) \
    row(int, global_init, "curl_global_init", (long flags)) \
    row(const char *, version, "curl_version", (void)) \
    row(const struct libcurl_version *, version_info, "curl_version_info", (int age)) \
    row(void *, easy_init, "curl_easy_init", (void)) \
    row(void, easy_cleanup, "curl_easy_cleanup", (void *easy)) \
    row(int, easy_setopt, "curl_easy_setopt", (void *easy, int option, ...)) \
    row(int, easy_getinfo, "curl_easy_getinfo", (void *easy, int info, ...)) \
    row(int, easy_pause, "curl_easy_pause", (void *easy, int directions)) \
    row(const char *, easy_strerror, "curl_easy_strerror", (int code)) \
    row(void *, multi_init, "curl_multi_init", (void)) \
    row(int, multi_cleanup, "curl_multi_cleanup", (void *multi)) \
    row(int, multi_setopt, "curl_multi_setopt", (void *multi, int option, ...)) \
    row(int, multi_add_handle, "curl_multi_add_handle", (void *multi, void *easy)) \
    row(int, multi_remove_handle, "curl_multi_remove_handle", (void *multi, void *easy)) \
    row(int, multi_perform, "curl_multi_perform", (void *multi, int *running)) \
    row(int, multi_poll, "curl_multi_poll", \
        (void *multi, void *others, unsigned count, int wait, int *ready)) \
    row(int, multi_wakeup, "curl_multi_wakeup", (void *multi)) \
    row(int, multi_timeout, "curl_multi_timeout", (void *multi, long *milliseconds)) \
    row(libcurl_message *, multi_info_read, "curl_multi_info_read", (void *multi, int *left)) \
    row(void *, share_init, "curl_share_init", (void)) \
    row(int, share_setopt, "curl_share_setopt", (void *share, int option, ...)) \
    row(int, share_cleanup, "curl_share_cleanup", (void *share)) \
    row(struct libcurl_line *, slist_append, "curl_slist_append", \
        (struct libcurl_line *lines, const char *text)) \
    row(void, slist_free_all, "curl_slist_free_all", (struct libcurl_line *lines)) \
    row(void *, url_create, "curl_url", (void)) \
    row(void, url_cleanup, "curl_url_cleanup", (void *url)) \
    row(int, url_set, "curl_url_set", (void *url, int part, const char *value, unsigned flags)) \
    row(int, url_get, "curl_url_get", (void *url, int part, char **value, unsigned flags)) \
    row(void, free, "curl_free", (void *value)) \
    row(void, http2_set_read_length, \
        "nghttp2_session_callbacks_set_data_source_read_length_callback", \
        (void *callbacks, libcurl_length_function function)) \
    row(void, http2_set_on_frame, "nghttp2_session_callbacks_set_on_frame_recv_callback", \
        (void *callbacks, libcurl_frame_function function)) \
    row(void *, http2_stream_data, "nghttp2_session_get_stream_user_data", \
        (void *session, int32_t stream)) \
    row(uint32_t, http2_next_stream, "nghttp2_session_get_next_stream_id", (void *session)) \
    row(int, http2_is_sent, "nghttp2_session_get_stream_local_close", (void *session, int32_t stream)) \
    row(int, http2_submit_reset, "nghttp2_submit_rst_stream", \
        (void *session, uint8_t flags, int32_t stream, uint32_t error)) \
    row(int32_t, http2_submit_request, "nghttp2_submit_request", \
        (void *session, const void *priority, const void *fields, size_t count, const void *body, \
         void *data)) \
    row(int, initialize, "OPENSSL_init_crypto", (uint64_t options, const void *settings)) \
    row(int, new_index, "CRYPTO_get_ex_new_index", \
        (int class, long argument, void *pointer, void *create, void *copy, void *free)) \
    row(int, store_index, "SSL_get_ex_data_X509_STORE_CTX_idx", (void)) \
    row(int, set_context_data, "SSL_CTX_set_ex_data", (void *context, int index, void *data)) \
    row(void *, context_data, "SSL_CTX_get_ex_data", (const void *context, int index)) \
    row(void, set_verify, "SSL_CTX_set_verify", \
        (void *context, int mode, libcurl_verify_function *function)) \
    row(int, verify_mode, "SSL_CTX_get_verify_mode", (const void *context)) \
    row(void, set_observer, "SSL_CTX_set_info_callback", \
        (void *context, void (*function)(const void *ssl, int event, int value))) \
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
    row(void, clear_errors, "ERR_clear_error", (void)) \
    row(int, inflate_begin, "inflateInit2_", \
        (libcurl_inflation *inflation, int window, const char *version, int size)) \
    row(int, inflate_restart, "inflateReset2", (libcurl_inflation *inflation, int window)) \
    row(int, inflate, "inflate", (libcurl_inflation *inflation, int flush)) \
    row(int, inflate_end, "inflateEnd", (libcurl_inflation *inflation))

struct libcurl_version {  // the beginning of struct curl_version_info_data
    int age;
    const char *version;
    unsigned number;
    const char *host;
    int features;
    const char *tls;
};

struct libcurl_functions {
#define LIBCURL_FIELD(type, name, symbol, arguments) type (*name) arguments;
    LIBCURL_FUNCTIONS(LIBCURL_FIELD)
#undef LIBCURL_FIELD
};

/// The real functions, looked up once. One that libcurl lacks does nothing and returns null; those of other
/// libraries are null where libcurl does without them.
const struct libcurl_functions *libcurl_real(void);
/// The same; null if libcurl has another TLS library, whose contexts must not be passed to OpenSSL, or if a function
/// of OpenSSL is missing.
const struct libcurl_functions *libcurl_openssl(void);
/// The same; null without libz.
const struct libcurl_functions *libcurl_zlib(void);

/// Writes a name of a certificate on one line; an empty text if there is none.
void libcurl_write_name(const void *name, char *text, size_t size);

/// The handle of libcurl in a release, which opens it when it is needed (Sources/Packaging/libcurl.c); null, with
/// the loader's reason, if that fails. Other executables are linked with libcurl.
void *libcurl_opened(const char **reason) __attribute__((weak));

/// The function that `caller` would call if this module did not define one: for URLSession that is `real`. An app
/// or one of its libraries may be linked with another libcurl.
void *libcurl_next(const void *caller, const char *name, void *real);
