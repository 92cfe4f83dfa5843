#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

// libcurl reports what is wrong with a certificate, but not whose certificate it is. If libcurl
// uses OpenSSL, this reads the subject during verification; the result is not changed.

static int context_index;
static pthread_once_t has_index = PTHREAD_ONCE_INIT;

static void create_index(void) {
    enum { class_of_contexts = 1 };  // CRYPTO_EX_INDEX_SSL_CTX
    context_index = libcurl_openssl()->new_index(class_of_contexts, 0, NULL, NULL, NULL, NULL);
}

static int on_verify(int verdict, void *store) {
    const struct libcurl_functions *openssl = libcurl_openssl();
    const void *ssl = openssl->store_data(store, openssl->store_index());
    // A number, not a pointer: the context in libcurl's connection cache outlives the transfer.
    const uint64_t identifier =
        ssl ? (uintptr_t)openssl->context_data(openssl->context_of(ssl), context_index) : 0;
    const void *certificate = openssl->current_certificate(store);
    // Keeps the refused certificate, or else the server's own, in which libcurl may find another
    // host.
    if (!certificate || (verdict && openssl->depth(store) != 0)) return verdict;
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = curlhooks_numbered(identifier);
    if (transfer) {
        libcurl_write_name(openssl->subject(certificate), transfer->subject, sizeof transfer->subject);
        libcurl_write_name(openssl->issuer(certificate), transfer->issuer, sizeof transfer->issuer);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return verdict;
}

static int on_tls_context(void *easy, void *context, void *identifier) {
    (void)easy;
    const struct libcurl_functions *openssl = libcurl_openssl();
    if (!openssl) return 0;
    pthread_once(&has_index, create_index);
    if (context_index >= 0 && openssl->set_context_data(context, context_index, identifier)) {
        openssl->set_verify(context, openssl->verify_mode(context), on_verify);
    }
    return 0;
}

void curlhooks_watch_certificates(void *easy, uint64_t identifier) {
    // If libcurl refuses the options (CURLOPT_SSL_CTX_…), the subject stays empty.
    libcurl_real()->easy_setopt(easy, 10109, (void *)(uintptr_t)identifier);
    libcurl_real()->easy_setopt(easy, 20108, (void *)on_tls_context);
}

#endif
