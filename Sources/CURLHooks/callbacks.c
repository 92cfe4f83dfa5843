#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

enum { abort_read = 0x10000000, pause = 0x10000001 };  // CURL_READFUNC_…, CURL_WRITEFUNC_PAUSE

// MARK: - Pieces of bodies

/// The app is about to be asked to give or to take bytes. The transfer counts as paused before: the app may resume it
/// at once. Both directions may be paused; one resumption is for both. Whether it was paused.
static bool ask(curlhooks_transfer *transfer) {
    curlhooks_activity++;
    return atomic_exchange(&transfer->is_paused, true);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    const bool was_paused = ask(transfer);
    const int taken = transfer->callbacks.body(transfer->callbacks.context, bytes, size * count);
    transfer->holds_body = taken == CURLHOOKS_NOT_NOW;
    if (transfer->holds_body) return pause;
    if (!was_paused) transfer->is_paused = false;
    return taken < 0 ? 0 : size * count;
}

static size_t on_read(char *buffer, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    const bool was_paused = ask(transfer);
    const ptrdiff_t read = transfer->callbacks.read(
        transfer->callbacks.context, buffer, curlhooks_piece(transfer, size * count));
    if (read == CURLHOOKS_NOT_NOW) return pause;
    if (!was_paused) transfer->is_paused = false;
    transfer->has_read = true;
    return read < 0 ? abort_read : (size_t)read;
}

/// libcurl only seeks to the start, to send the body again.
static int on_seek(void *data, int64_t offset, int origin) {
    enum { seek_is_done = 0, seek_failed = 1 };  // CURL_SEEKFUNC_…
    curlhooks_transfer *transfer = data;
    if (offset != 0 || origin != 0) return seek_failed;
    transfer->has_read = false;
    transfer->callbacks.rewind(transfer->callbacks.context);
    return seek_is_done;
}

// MARK: - Events

enum { option_fresh_connect = 74, option_forbid_reuse = 75, option_error_buffer = 10010 };

static bool begins(const char *text, const char *bytes, size_t count) {
    return count >= strlen(text) && memcmp(bytes, text, strlen(text)) == 0;
}

/// OpenSSL's structure for the connection of a transfer; null without one.
static const void *ssl_of(const curlhooks_transfer *transfer) {
    enum { info_tls = 0x400000 + 45 };  // CURLINFO_TLS_SSL_PTR
    const struct { int library; const void *session; } *found = NULL;
    if (!libcurl_openssl() || libcurl_real()->easy_getinfo(transfer->easy, info_tls, &found) != 0) return NULL;
    return found ? found->session : NULL;
}

/// Looks at the status line of a response. Where a refusal comes before all of the body was sent, the server may wait
/// for the rest: the connection must carry no other request. libcurl sees to that, but not after a 417, which it
/// answers itself, nor over HTTP/2, where it ends the body as if it were whole.
static void look_at_status(curlhooks_transfer *transfer, const char *bytes, size_t count) {
    if (begins("HTTP/", bytes, count) && !begins("HTTP/1.1 1", bytes, count)) {
        curlhooks_note_protocol(transfer, begins("HTTP/1.", bytes, count));
    }
    if (begins("HTTP/1.1 417", bytes, count) || begins("HTTP/1.0 417", bytes, count)) {
        libcurl_real()->easy_setopt(transfer->easy, option_forbid_reuse, 1L);
    } else if (begins("HTTP/2 ", bytes, count) && count > strlen("HTTP/2 ") && bytes[7] >= '3') {
        transfer->is_refused = true;
        curlhooks_reset_refused(transfer);
    }
}

static size_t on_header(char *bytes, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    curlhooks_activity++;
    if (!transfer->reports_connections && !transfer->is_answered) transfer->ssl = ssl_of(transfer);
    transfer->is_answered = true;
    look_at_status(transfer, bytes, size * count);
    const bool goes_on = transfer->callbacks.header(transfer->callbacks.context, bytes, size * count);
    return goes_on ? size * count : 0;
}

static int on_debug(void *easy, int kind, char *bytes, size_t count, void *data) {
    (void)easy;
    curlhooks_transfer *transfer = data;
    transfer->callbacks.debug(transfer->callbacks.context, kind, bytes, count);
    return 0;
}

static int on_progress(void *data, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent) {
    (void)to_receive, (void)received;
    curlhooks_transfer *transfer = data;
    curlhooks_fit_queue(transfer, to_send - sent);
    if (transfer->is_cut) sent = transfer->sent;
    transfer->is_whole = to_send > 0 && sent == to_send;
    if (sent != transfer->sent) {
        curlhooks_activity++;
    } else if (!transfer->has_queue) {
        return 0;  // libcurl calls several times for each step
    }
    transfer->sent = sent;
    // Asks now: the queue may have grown by megabytes since libcurl's last report.
    const int64_t queued = curlhooks_unacknowledged(transfer);
    transfer->has_queue = queued > 0;
    return transfer->callbacks.moved(transfer->callbacks.context, sent, queued) ? 0 : 1;
}

static curlhooks_request request_of(const curlhooks_transfer *transfer) {
    enum { info_request_size = 0x20000C };  // CURLINFO_REQUEST_SIZE
    return (curlhooks_request){
        .written = libcurl_info_number(transfer->easy, info_request_size), .reason = transfer->error,
        .is_shared = transfer->has_stream, .is_refused = transfer->stream == CURLHOOKS_STREAM_REFUSED,
        .is_unprocessed = transfer->stream == CURLHOOKS_STREAM_UNPROCESSED};
}

bool curlhooks_has_answer(const curlhooks_transfer *transfer) {
    enum { info_status = 0x200002, info_size_download = 0x600008 };  // CURLINFO_…; before decoding
    if (transfer->stream != CURLHOOKS_STREAM_ENDED && transfer->stream != CURLHOOKS_STREAM_ANSWERED) return false;
    return !transfer->holds_body && libcurl_info_number(transfer->easy, info_status) >= 200
        && (transfer->received == 0
            || libcurl_info_number(transfer->easy, info_size_download) == transfer->received);
}

void curlhooks_begin_stream(curlhooks_transfer *transfer) {
    transfer->wants_http1 = transfer->holds_body = transfer->is_refused = false;
    transfer->answered = 0;
    transfer->session = NULL;
    transfer->stream = CURLHOOKS_STREAM_OPEN;
    transfer->received = 0;
}

bool curlhooks_report_connection(curlhooks_transfer *transfer, bool is_open) {
    const curlhooks_request request = request_of(transfer);
    curlhooks_activity++;
    curlhooks_cookies_loaded(transfer->cookies);
    pthread_mutex_lock(&curlhooks_lock);
    transfer->is_connected = is_open;
    pthread_mutex_unlock(&curlhooks_lock);
    transfer->sends_frames = transfer->has_stream = transfer->is_whole = transfer->is_cut = false;
    if (is_open) {
        transfer->is_answered = transfer->is_closed = false;
        transfer->ssl = ssl_of(transfer);
        // libcurl 7.88 does not do so after a 417 in the middle of the body.
        if (transfer->has_read) on_seek(transfer, 0, 0);
        libcurl_real()->easy_setopt(transfer->easy, option_forbid_reuse, 0L);
        curlhooks_begin_stream(transfer);
    }
    return transfer->callbacks.connection(transfer->callbacks.context, is_open, request);
}

/// The kept connection has been shut: libcurl fails to write the request and connects anew, as it does if a server has
/// closed one. No byte was written, so this is no error. But libcurl keeps only the first sentence about an error:
/// it has nowhere to put one until the new socket.
static void replace_connection(curlhooks_transfer *transfer) {
    libcurl_real()->easy_setopt(transfer->easy, option_fresh_connect, 1L);
    libcurl_real()->easy_setopt(transfer->easy, option_error_buffer, NULL);
}

static int on_prerequest(void *data, char *remote, char *local, int remote_port, int local_port) {
    enum { request_is_sent = 0, request_is_aborted = 1 };  // CURL_PREREQFUNC_…
    curlhooks_transfer *transfer = data;
    curlhooks_find_socket(transfer, remote, local, remote_port, local_port);
    if (curlhooks_shut_stale(transfer)) {
        replace_connection(transfer);
        return request_is_sent;
    }
    return curlhooks_report_connection(transfer, true) ? request_is_sent : request_is_aborted;
}

/// A socket was created. libcurl may connect again within a transfer, to answer a challenge.
static int on_new_socket(void *data, int socket, int purpose) {
    enum { socket_is_used = 0, socket_is_refused = 1 };  // CURL_SOCKOPT_…
    (void)purpose;
    curlhooks_transfer *transfer = data;
    curlhooks_use_socket(transfer, socket);
    libcurl_real()->easy_setopt(transfer->easy, option_error_buffer, transfer->error);
    if (!transfer->reports_connections) return socket_is_used;
    return curlhooks_report_connection(transfer, false) ? socket_is_used : socket_is_refused;
}

// MARK: - Certificates

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
    const uint64_t number =
        ssl ? (uintptr_t)openssl->context_data(openssl->context_of(ssl), context_index) : 0;
    const void *certificate = openssl->current_certificate(store);
    // Keeps the refused certificate, or else the server's own, in which libcurl may find another
    // host.
    if (!certificate || (verdict && openssl->depth(store) != 0)) return verdict;
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = curlhooks_numbered(number);
    if (transfer) {
        libcurl_write_name(openssl->subject(certificate), transfer->subject, sizeof transfer->subject);
        libcurl_write_name(openssl->issuer(certificate), transfer->issuer, sizeof transfer->issuer);
    }
    pthread_mutex_unlock(&curlhooks_lock);
    return verdict;
}

/// An event of a connection. libcurl 7.88 does not tell an end with a close_notify from one without.
static void on_tls_event(const void *ssl, int event, int value) {
    enum { alert_is_read = 0x4004, close_notify = 0 };  // SSL_CB_READ_ALERT
    curlhooks_transfer *transfer;
    LIST_FOREACH(transfer, &curlhooks_running, running) {
        if (transfer->ssl != ssl) continue;
        if (event == alert_is_read && (value & 0xFF) == close_notify) transfer->is_closed = true;
    }
}

static int on_tls_context(void *easy, void *context, void *number) {
    (void)easy;
    const struct libcurl_functions *openssl = libcurl_openssl();
    if (!openssl) return 0;
    openssl->set_observer(context, on_tls_event);
    pthread_once(&has_index, create_index);
    if (context_index >= 0 && openssl->set_context_data(context, context_index, number)) {
        openssl->set_verify(context, openssl->verify_mode(context), on_verify);
    }
    return 0;
}

// MARK: - The easy handle

/// Sets what every transfer needs; false if libcurl refuses it.
static bool set_own_options(curlhooks_transfer *transfer, bool verbose) {
    const struct { int option; void *value; } rows[] = {
        {99, (void *)1},              // CURLOPT_NOSIGNAL
        {181, (void *)3},             // CURLOPT_PROTOCOLS: http and https
        {41, (void *)(intptr_t)verbose},                          // CURLOPT_VERBOSE
        {43, (void *)0},                                          // CURLOPT_NOPROGRESS
        {10103, transfer},                                        // CURLOPT_PRIVATE
        {option_error_buffer, transfer->error},
        {10029, transfer}, {20079, (void *)on_header},            // CURLOPT_HEADER…
        {10001, transfer}, {20011, (void *)on_body},              // CURLOPT_WRITE…
        {10009, transfer}, {20012, (void *)on_read},              // CURLOPT_READ…
        {10168, transfer}, {20167, (void *)on_seek},              // CURLOPT_SEEK…
        {10057, transfer}, {20219, (void *)on_progress},          // CURLOPT_XFERINFO…
        {10095, transfer}, {20094, (void *)on_debug},             // CURLOPT_DEBUG…
        {10149, transfer}, {20148, (void *)on_new_socket},        // CURLOPT_SOCKOPT…
        {20208, (void *)curlhooks_close},                         // CURLOPT_CLOSESOCKETFUNCTION
    };
    const struct libcurl_functions *real = libcurl_real();
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        if (real->easy_setopt(transfer->easy, rows[index].option, rows[index].value) != 0) return false;
    }
    // CURLOPT_PREREQ…: tells a proxy's answer to CONNECT from the response. libcurl before 7.80 cannot report
    // when the connection is open, but can suppress such answers (CURLOPT_SUPPRESS_CONNECT_HEADERS).
    real->easy_setopt(transfer->easy, 10313, transfer);
    transfer->reports_connections = real->easy_setopt(transfer->easy, 20312, on_prerequest) == 0;
    if (!transfer->reports_connections) real->easy_setopt(transfer->easy, 265, 1L);
    // CURLOPT_SSL_CTX_…: if libcurl refuses them, the names in the certificate stay empty.
    real->easy_setopt(transfer->easy, 10109, (void *)(uintptr_t)transfer->number);
    real->easy_setopt(transfer->easy, 20108, (void *)on_tls_context);
    // CURLOPT_QUICK_EXIT, from 7.87 on: a resolver that does not answer ends by itself.
    real->easy_setopt(transfer->easy, 322, 1L);
    return true;
}

curlhooks_transfer *curlhooks_transfer_create(
    uint64_t number, curlhooks_loop *loop, curlhooks_callbacks callbacks, curlhooks_cookies *cookies,
    bool verbose) {
    curlhooks_transfer *transfer = calloc(1, sizeof *transfer);
    void *easy = transfer ? libcurl_real()->easy_init() : NULL;
    if (!easy) {
        free(transfer);
        callbacks.release(callbacks.context);
        return NULL;
    }
    *transfer = (curlhooks_transfer){
        .holds = 1, .number = number, .callbacks = callbacks, .loop = loop, .easy = easy, .cookies = cookies};
    curlhooks_register(transfer);
    // The shared cookies come first: files of cookies are read into them.
    if ((cookies && curlhooks_use_cookies(easy, cookies) != 0) || !set_own_options(transfer, verbose)) {
        curlhooks_transfer_release(transfer);
        return NULL;
    }
    return transfer;
}

void curlhooks_finish(curlhooks_transfer *transfer, int code) {
    enum { info_size_upload = 0x600007 };
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_measure(transfer);
    transfer->is_ended = true;
    transfer->socket = transfer->other_socket = 0;
    pthread_mutex_unlock(&curlhooks_lock);
    if (code != LIBCURL_ABORTED) curlhooks_cookies_loaded(transfer->cookies);
    // libcurl has not sent the request by HTTP/1.1.
    if (transfer->wants_http1) transfer->stream = CURLHOOKS_STREAM_REFUSED;
    const int64_t written = libcurl_info_number(transfer->easy, info_size_upload);
    const char *reason = transfer->error[0] ? transfer->error : libcurl_real()->easy_strerror(code);
    if (code == 0 && transfer->stream == CURLHOOKS_STREAM_CUT) {
        code = LIBCURL_HTTP2_STREAM;
        reason = "HTTP/2 stream was closed before the end of the response";
    } else if ((code == LIBCURL_HTTP2_STREAM || code == LIBCURL_SEND_ERROR || code == LIBCURL_RECV_ERROR)
               && curlhooks_has_answer(transfer)) {
        code = 0;  // only the rest of the request could not be sent, or the connection was lost after the response
    }
    const curlhooks_end end = {
        .code = code, .reason = reason ? reason : "", .subject = transfer->subject,
        .issuer = transfer->issuer, .queued = transfer->queued,
        .dropped = transfer->is_cut ? written - transfer->sent : 0,
        .is_unclosed = transfer->ssl && !transfer->is_closed, .request = request_of(transfer)};
    transfer->callbacks.done(transfer->callbacks.context, end, transfer->easy);
}

#endif
