#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frames.h"
#include "real.h"
#include "sockets.h"

// Numbers of libcurl's options (part of its ABI).
enum {
    option_write_data = 10001,
    option_read_data = 10009,
    option_read_function = 20012,
    option_url = 10002,
    option_error_buffer = 10010,
    option_write_function = 20011,
    option_http_header = 10023,
    option_header_data = 10029,
    option_verbose = 41,
    option_no_progress = 43,
    option_progress_data = 10057,
    option_header_function = 20079,
    option_debug_function = 20094,
    option_debug_data = 10095,
    option_share = 10100,
    option_close_socket_function = 20208,
    option_close_socket_data = 10209,
    option_xferinfo_function = 20219,
    option_seek_function = 20167,
    option_seek_data = 10168,
    option_suppress_connect_headers = 265,
    option_quick_exit = 322,
    option_sockopt_function = 20148,
    option_sockopt_data = 10149,
    option_prereq_function = 20312,
    option_prereq_data = 10313,
};

enum { abort_read = 0x10000000, pause = 0x10000001 };  // CURL_READFUNC_…, CURL_WRITEFUNC_PAUSE

// MARK: - Callbacks of libcurl

static void pass_on(curlhooks_transfer *transfer, const char *bytes) {
    size_t count = strlen(bytes);
    char copy[32];
    memcpy(copy, bytes, count + 1);
    transfer->urlsession_header(copy, 1, count, transfer->urlsession_header_data);
}

/// Passes URLSession the head of a plain success, and only at the end: URLSession fails on many
/// valid heads, drops the body of a redirect, loses the head when the body is sent again, and traps
/// if a transfer succeeds without a head.
static void pass_head_on(curlhooks_transfer *transfer) {
    if (!transfer->urlsession_header) return;
    pass_on(transfer, "HTTP/1.1 200 OK\r\n");
    pass_on(transfer, "\r\n");
}

static size_t on_header(char *bytes, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    return transfer->callbacks.header(transfer->callbacks.context, bytes, size * count) ? size * count : 0;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    int taken;
    do {
        curlhooks_asking(transfer);
        taken = transfer->callbacks.body(transfer->callbacks.context, bytes, size * count);
        if (taken == CURLHOOKS_NOT_NOW && curlhooks_pause(transfer)) return pause;
    } while (taken == CURLHOOKS_NOT_NOW);
    if (taken < 0) return 0;
    transfer->delivered += (int64_t)(size * count);
    return size * count;
}

static size_t on_read(char *buffer, size_t size, size_t count, void *data) {
    curlhooks_transfer *transfer = data;
    ptrdiff_t read;
    do {
        curlhooks_asking(transfer);
        read = transfer->callbacks.read(
            transfer->callbacks.context, buffer, curlhooks_piece(size * count));
        if (read == CURLHOOKS_NOT_NOW && curlhooks_pause(transfer)) return pause;
    } while (read == CURLHOOKS_NOT_NOW);
    return read < 0 ? abort_read : (size_t)read;
}

/// libcurl only seeks to the start, to send the body again.
static int on_seek(void *data, int64_t offset, int origin) {
    enum { seek_is_done = 0, seek_failed = 1 };  // CURL_SEEKFUNC_…
    curlhooks_transfer *transfer = data;
    if (offset != 0 || origin != 0) return seek_failed;
    transfer->callbacks.rewind(transfer->callbacks.context);
    return seek_is_done;
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
    if (sent != transfer->sent) curlhooks_note_sent();
    transfer->sent = sent;
    curlhooks_fit_queue(transfer, to_send - sent);
    // Of this moment: the queue may have grown by megabytes since the last one.
    int64_t queued = curlhooks_unacknowledged(transfer);
    return transfer->callbacks.moved(transfer->callbacks.context, sent, queued) ? 0 : 1;
}

static curlhooks_request request_of(curlhooks_transfer *transfer) {
    enum { info_request_size = 0x20000C };  // CURLINFO_REQUEST_SIZE
    pthread_mutex_lock(&curlhooks_lock);
    const enum curlhooks_stream stream = transfer->stream;
    pthread_mutex_unlock(&curlhooks_lock);
    return (curlhooks_request){
        .written = curlhooks_info_number(transfer->easy, info_request_size), .reason = transfer->error,
        .is_refused = stream == CURLHOOKS_STREAM_REFUSED,
        .is_unprocessed = stream == CURLHOOKS_STREAM_UNPROCESSED};
}

/// False if the transfer is to be aborted.
static bool tell_of_connection(curlhooks_transfer *transfer) {
    curlhooks_cookies_loaded(transfer->cookies);
    const curlhooks_request request = request_of(transfer);
    pthread_mutex_lock(&curlhooks_lock);
    transfer->is_connected = true;
    transfer->stream = CURLHOOKS_STREAM_OPEN;
    transfer->received = transfer->delivered = 0;
    pthread_mutex_unlock(&curlhooks_lock);
    return transfer->callbacks.connected(transfer->callbacks.context, request);
}

static int on_prerequest(void *data, char *remote, char *local, int remote_port, int local_port) {
    enum { request_is_sent = 0, request_is_aborted = 1 };  // CURL_PREREQFUNC_…
    (void)remote, (void)local, (void)remote_port, (void)local_port;
    return tell_of_connection(data) ? request_is_sent : request_is_aborted;
}

/// A socket was created. libcurl may connect again within a transfer, to answer a challenge.
static int on_new_socket(void *data, int socket, int purpose) {
    (void)socket, (void)purpose;
    curlhooks_transfer *transfer = data;
    curlhooks_cookies_loaded(transfer->cookies);
    pthread_mutex_lock(&curlhooks_lock);
    transfer->is_connected = false;
    pthread_mutex_unlock(&curlhooks_lock);
    enum { socket_is_used = 0, socket_is_refused = 1 };  // CURL_SOCKOPT_…
    const bool goes_on =
        transfer->callbacks.connecting(transfer->callbacks.context, request_of(transfer));
    return goes_on ? socket_is_used : socket_is_refused;
}

// MARK: - Between URLSession and libcurl

/// Takes the waiting transfer that a header list names.
static curlhooks_transfer *take_named(const struct curlhooks_line *line) {
    const size_t length = strlen(CURLHOOKS_MARKER);
    for (; line; line = line->next) {
        if (strncasecmp(line->text, CURLHOOKS_MARKER, length) != 0 || line->text[length] != ':') continue;
        uint64_t identifier = strtoull(line->text + length + 1, NULL, 10);
        curlhooks_transfer *transfer = curlhooks_take_waiting(identifier);
        if (transfer) return transfer;
    }
    return NULL;
}

static void *argument_of(const struct curlhooks_option *option) {
    if (option->is_list) return option->lines;
    if (option->number >= 10000 && option->number < 20000) return option->string;
    return (void *)(intptr_t)option->value;
}

static void attach(void *easy, curlhooks_transfer *transfer) {
    const struct { int option; void *value; } own[] = {
        {option_error_buffer, transfer->error},
        {option_header_data, transfer}, {option_header_function, (void *)on_header},
        {option_write_data, transfer}, {option_write_function, (void *)on_body},
        {option_read_data, transfer}, {option_read_function, (void *)on_read},
        {option_seek_data, transfer}, {option_seek_function, (void *)on_seek},
        {option_progress_data, transfer}, {option_xferinfo_function, (void *)on_progress},
        {option_no_progress, (void *)0},
        {option_debug_data, transfer}, {option_debug_function, (void *)on_debug},
        {option_verbose, (void *)(intptr_t)transfer->verbose},
    };
    for (size_t index = 0; index < sizeof own / sizeof *own; index++) {
        if (curlhooks_real()->easy_setopt(easy, own[index].option, own[index].value) != 0) {
            transfer->refused_option = own[index].option;
        }
    }
    // Distinguishes a proxy's answer to CONNECT from the response. libcurl before 7.80 cannot
    // report when the connection is open, but can suppress such answers.
    curlhooks_real()->easy_setopt(easy, option_prereq_data, transfer);
    if (curlhooks_real()->easy_setopt(easy, option_prereq_function, (void *)on_prerequest) != 0) {
        curlhooks_real()->easy_setopt(easy, option_suppress_connect_headers, (void *)1);
        tell_of_connection(transfer);
    } else {
        curlhooks_real()->easy_setopt(easy, option_sockopt_data, transfer);
        curlhooks_real()->easy_setopt(easy, option_sockopt_function, (void *)on_new_socket);
    }
    // A resolver that does not answer ends by itself: libcurl would wait for it, with all transfers. From
    // 7.87 on.
    curlhooks_real()->easy_setopt(easy, option_quick_exit, (void *)1);
    // First: files of cookies are read into what is shared.
    if (transfer->cookies
        && curlhooks_real()->easy_setopt(easy, option_share, curlhooks_share_of(transfer->cookies))) {
        transfer->refused_option = option_share;
    }
    for (const struct curlhooks_option *option = transfer->options; option; option = option->next) {
        if (curlhooks_real()->easy_setopt(easy, option->number, argument_of(option)) != 0) {
            transfer->refused_option = option->number;
        }
    }
    curlhooks_watch_certificates(transfer);
    // An option that libcurl lacks must not be ignored: the transfer fails before it starts.
    if (transfer->refused_option) {
        curlhooks_real()->easy_setopt(easy, option_url, "refused://");
    }
}

bool curlhooks_intercept(void *easy, int option, void *value) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *attaching = NULL;
    bool taken = false;
    struct curlhooks_handle *handle = curlhooks_handle_of(easy, option == option_header_function || option == option_header_data);
    if (handle && handle->transfer) {
        // After the setup, URLSession may only set how sockets are closed.
        taken = option != option_close_socket_function && option != option_close_socket_data;
    } else if (handle && option == option_header_function) {
        handle->header = (curlhooks_header_function)value;
    } else if (handle && option == option_header_data) {
        handle->header_data = value;
    } else if (handle && option == option_http_header && (attaching = take_named(value))) {
        handle->transfer = attaching;
        attaching->is_attached = true;
        attaching->easy = easy;
        attaching->urlsession_header = handle->header;
        attaching->urlsession_header_data = handle->header_data;
        taken = true;
    }
    pthread_mutex_unlock(&curlhooks_lock);
    if (attaching) attach(easy, attaching);
    return taken;
}

void curlhooks_finish(void *easy, int code) {
    pthread_mutex_lock(&curlhooks_lock);
    struct curlhooks_handle *handle = curlhooks_handle_of(easy, false);
    curlhooks_transfer *transfer = handle ? handle->transfer : NULL;
    bool is_end = transfer && !transfer->is_finished;
    if (transfer) transfer->is_finished = true;
    pthread_mutex_unlock(&curlhooks_lock);
    if (!is_end) return;
    if (code != CURLHOOKS_ABORTED) curlhooks_cookies_loaded(transfer->cookies);
    if (code == 0) pass_head_on(transfer);
    const char *reason = transfer->error[0] ? transfer->error : curlhooks_error_text(code);
    if (code == 0 && transfer->stream == CURLHOOKS_STREAM_CUT) {
        code = CURLHOOKS_HTTP2_STREAM;
        reason = "HTTP/2 stream was closed before the end of the response";
    } else if (code == CURLHOOKS_HTTP2_STREAM && transfer->stream == CURLHOOKS_STREAM_ANSWERED
               && transfer->delivered == transfer->received) {
        code = 0;  // only the rest of the request could not be sent
    }
    curlhooks_end end = {
        .code = code, .refused = transfer->refused_option, .reason = reason ? reason : "",
        .subject = transfer->subject, .issuer = transfer->issuer,
        .queued = curlhooks_unacknowledged(transfer)};
    transfer->callbacks.done(transfer->callbacks.context, end, easy);
}

void curlhooks_name_certificate(uint64_t identifier, const char *subject, const char *issuer) {
    pthread_mutex_lock(&curlhooks_lock);
    curlhooks_transfer *transfer = curlhooks_transfer_numbered(identifier);
    if (transfer) {
        snprintf(transfer->subject, sizeof transfer->subject, "%s", subject);
        snprintf(transfer->issuer, sizeof transfer->issuer, "%s", issuer);
    }
    pthread_mutex_unlock(&curlhooks_lock);
}

#endif
