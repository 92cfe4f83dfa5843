#if defined(__linux__)

#define _GNU_SOURCE
#include "certificate.h"

#include <stdio.h>
#include <string.h>

#include "callers.h"
#include "libcurl.h"
#include "transfer.h"

// libcurl reports what is wrong with a certificate, but not whose certificate it is. If libcurl
// uses OpenSSL, this reads the subject during verification; the result is not changed.

enum {
    option_tls_context_function = 20108,  // CURLOPT_SSL_CTX_FUNCTION
    option_tls_context_data = 10109,
    class_of_contexts = 1,     // CRYPTO_EX_INDEX_SSL_CTX
    content_of_memory = 3,     // BIO_CTRL_INFO
    style_one_line = 0x82031B  // XN_FLAG_ONELINE, and UTF-8 as it is
};

typedef int verify_function(int verdict, void *store);

static struct {
    int (*new_index)(int class, long argument, void *pointer, void *create, void *copy, void *free);
    int (*store_index)(void);
    int (*set_context_data)(void *context, int index, void *data);
    void *(*context_data)(const void *context, int index);
    void (*set_verify)(void *context, int mode, verify_function *function);
    int (*verify_mode)(const void *context);
    void *(*store_data)(const void *store, int index);
    void *(*context_of)(const void *ssl);
    void *(*current_certificate)(const void *store);
    int (*depth)(const void *store);
    void *(*subject)(const void *certificate);
    void *(*issuer)(const void *certificate);
    void *(*memory_kind)(void);
    void *(*new_memory)(const void *kind);
    long (*control_memory)(void *memory, int command, long argument, void *pointer);
    int (*free_memory)(void *memory);
    int (*print_name)(void *memory, const void *name, int indent, unsigned long style);
} openssl;

static int context_index = -1;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static void look_up(void) {
    // The contexts of other TLS libraries must not be passed to OpenSSL.
    if (!curlhooks_uses_openssl()) return;
    const struct { void *function; const char *name; } names[] = {
        {&openssl.new_index, "CRYPTO_get_ex_new_index"},
        {&openssl.store_index, "SSL_get_ex_data_X509_STORE_CTX_idx"},
        {&openssl.set_context_data, "SSL_CTX_set_ex_data"},
        {&openssl.context_data, "SSL_CTX_get_ex_data"},
        {&openssl.set_verify, "SSL_CTX_set_verify"},
        {&openssl.verify_mode, "SSL_CTX_get_verify_mode"},
        {&openssl.store_data, "X509_STORE_CTX_get_ex_data"},
        {&openssl.context_of, "SSL_get_SSL_CTX"},
        {&openssl.current_certificate, "X509_STORE_CTX_get_current_cert"},
        {&openssl.depth, "X509_STORE_CTX_get_error_depth"},
        {&openssl.subject, "X509_get_subject_name"},
        {&openssl.issuer, "X509_get_issuer_name"},
        {&openssl.memory_kind, "BIO_s_mem"},
        {&openssl.new_memory, "BIO_new"},
        {&openssl.control_memory, "BIO_ctrl"},
        {&openssl.free_memory, "BIO_free"},
        {&openssl.print_name, "X509_NAME_print_ex"},
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *symbol = curlhooks_symbol(names[index].name);
        if (!symbol) return;
        memcpy(names[index].function, &symbol, sizeof symbol);
    }
    context_index = openssl.new_index(class_of_contexts, 0, NULL, NULL, NULL, NULL);
}

static void write_name(const void *name, char *text, size_t size) {
    text[0] = '\0';
    void *memory = name ? openssl.new_memory(openssl.memory_kind()) : NULL;
    if (!memory) return;
    char *bytes = NULL;
    if (openssl.print_name(memory, name, 0, style_one_line) >= 0) {
        long count = openssl.control_memory(memory, content_of_memory, 0, &bytes);
        if (bytes && count > 0) snprintf(text, size, "%.*s", (int)count, bytes);
    }
    openssl.free_memory(memory);
}

static int on_verify(int verdict, void *store) {
    const void *ssl = openssl.store_data(store, openssl.store_index());
    // A number, not a pointer: the context in libcurl's connection cache outlives the transfer.
    uint64_t identifier =
        ssl ? (uintptr_t)openssl.context_data(openssl.context_of(ssl), context_index) : 0;
    const void *certificate = openssl.current_certificate(store);
    // Keeps the refused certificate, or else the server's own, in which libcurl may find another
    // host.
    if (!certificate || (verdict && openssl.depth(store) != 0)) return verdict;
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = curlhooks_numbered(identifier);
    if (transfer) {
        write_name(openssl.subject(certificate), transfer->subject, sizeof transfer->subject);
        write_name(openssl.issuer(certificate), transfer->issuer, sizeof transfer->issuer);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return verdict;
}

static int on_tls_context(void *easy, void *context, void *identifier) {
    (void)easy;
    pthread_once(&looked_up, look_up);
    if (context_index < 0) return 0;
    if (openssl.set_context_data(context, context_index, identifier)) {
        openssl.set_verify(context, openssl.verify_mode(context), on_verify);
    }
    return 0;
}

void curlhooks_watch_certificates(void *easy, uint64_t identifier) {
    // If libcurl refuses the option, the subject stays empty.
    curlhooks_real()->easy_setopt(easy, option_tls_context_data, (void *)(uintptr_t)identifier);
    curlhooks_real()->easy_setopt(easy, option_tls_context_function, (void *)on_tls_context);
}

#endif
