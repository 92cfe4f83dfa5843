#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stddef.h>

static curlhooks_transfer *transfer_of(void *session, int32_t stream) {
    return curlhooks_transfer_of(libcurl_real()->http2_stream_data(session, stream));
}

// MARK: - The length of frames

// libcurl 7.88 writes each frame by itself, and nghttp2's frames are as long as a record of TLS, with their
// head nine bytes longer: so every other record would be of nine bytes.

enum { longest_record = 1 << 14, frame_head = 9 };  // RFC 8446 §5.1, RFC 9113 §4.1
enum { longest_payload = longest_record - frame_head };
/// Pieces of two frames were the fastest.
enum { longest_piece = 2 * longest_payload };

/// A frame fills a record. nghttp2 itself keeps to the windows, and to the longest frame that is allowed.
static ssize_t payload_length(
    void *session, uint8_t type, int32_t stream, int32_t session_window, int32_t stream_window,
    uint32_t longest, void *data) {
    (void)type, (void)session_window, (void)stream_window, (void)longest, (void)data;
    curlhooks_transfer *transfer = transfer_of(session, stream);
    if (transfer) transfer->sends_frames = true;
    return longest_payload;
}

size_t curlhooks_piece(const curlhooks_transfer *transfer, size_t count) {
    if (count < longest_payload || !transfer->sends_frames) return count;
    return count < longest_piece ? count - count % longest_payload : longest_piece;
}

// MARK: - The ends of streams

// A server that has answered need not read the rest of the request: it resets the stream without an
// error (RFC 9113 §8.1). libcurl 7.88 drops an answer that came in the same packet as this reset, goes on
// sending after a 2xx until that fails, and takes a reset without an error for the end of any response.

struct frame {  // nghttp2_data, nghttp2_rst_stream and nghttp2_goaway, which begin alike
    size_t length;
    int32_t stream;
    uint8_t type, flags, reserved;
    union {
        size_t padding;
        uint32_t error;
        int32_t last_stream;
    };
};
_Static_assert(offsetof(struct frame, error) == 16, "as in nghttp2.h");

enum { data_frame = 0, headers_frame = 1, reset_frame = 3, goaway_frame = 7 };
enum { ends_stream = 1 };                    // the flag END_STREAM
enum { no_error = 0, refused_stream = 7, http_1_1_required = 13 };  // RFC 9113 §7

/// libcurl's function, the same for all sessions.
static _Atomic(libcurl_frame_function) libcurls;

void curlhooks_reset_refused(curlhooks_transfer *transfer) {
    const struct libcurl_functions *real = libcurl_real();
    if (!transfer->is_refused || transfer->stream != CURLHOOKS_STREAM_ENDED || !transfer->session) return;
    if (real->http2_is_sent(transfer->session, transfer->stream_number) != 0) return;
    real->http2_submit_reset(transfer->session, 0, transfer->stream_number, no_error);
}

static void set_state(void *session, int32_t stream, enum curlhooks_stream state) {
    curlhooks_transfer *transfer = transfer_of(session, stream);
    if (!transfer) return;
    transfer->is_answered = true;  // libcurl 7.88 may not notice while it cannot send
    const bool has_ended = transfer->stream == CURLHOOKS_STREAM_ENDED;
    transfer->stream = state == CURLHOOKS_STREAM_CUT && has_ended ? CURLHOOKS_STREAM_ANSWERED : state;
    transfer->session = session;
    transfer->stream_number = stream;
    curlhooks_reset_refused(transfer);
}

/// Marks all streams above `last`, which the server has not processed; a client's streams are odd. A server that
/// has processed none refuses them.
static void set_unprocessed(void *session, int32_t last) {
    const uint32_t next = libcurl_real()->http2_next_stream(session);
    const int64_t first = last < 1 ? 1 : (int64_t)last + 1 + (last & 1);
    for (int64_t stream = first; stream < next; stream += 2) {
        set_state(
            session, (int32_t)stream, last < 1 ? CURLHOOKS_STREAM_REFUSED : CURLHOOKS_STREAM_UNPROCESSED);
    }
}

static int on_frame(void *session, const void *received, void *data) {
    const struct frame *frame = received;
    const libcurl_frame_function function = atomic_load(&libcurls);
    curlhooks_transfer *transfer;
    curlhooks_activity++;
    switch (frame->type) {
    case data_frame:
        transfer = transfer_of(session, frame->stream);
        if (transfer) transfer->received += (int64_t)(frame->length - frame->padding);
        // fall through
    case headers_frame:
        if (frame->flags & ends_stream) set_state(session, frame->stream, CURLHOOKS_STREAM_ENDED);
        break;
    case reset_frame:
        if (frame->error == refused_stream) set_state(session, frame->stream, CURLHOOKS_STREAM_REFUSED);
        if (frame->error == http_1_1_required) {
            transfer = transfer_of(session, frame->stream);
            if (transfer) transfer->wants_http1 = true;
            set_state(session, frame->stream, CURLHOOKS_STREAM_UNPROCESSED);
        }
        if (frame->error != no_error) break;
        set_state(session, frame->stream, CURLHOOKS_STREAM_CUT);
        return 0;  // nghttp2 tells libcurl that the stream is closed
    case goaway_frame: set_unprocessed(session, frame->last_stream); break;
    }
    return function(session, received, data);
}

/// What libcurl calls in place of nghttp2's own.
void nghttp2_session_callbacks_set_on_frame_recv_callback(
    void *callbacks, libcurl_frame_function function) {
    const struct libcurl_functions *real = libcurl_real();
    if (!real->http2_set_on_frame) return;  // an app's own nghttp2, where libcurl does without
    const bool is_watched = curlhooks_this_loop && function;
    if (is_watched) atomic_store(&libcurls, function);
    real->http2_set_on_frame(callbacks, is_watched ? on_frame : function);
    if (is_watched) real->http2_set_read_length(callbacks, payload_length);
}

// MARK: - The body of a request

/// The end of nghttp2's `nghttp2_data_provider`, which begins with libcurl's stream.
typedef struct {
    void *source;
    libcurl_body_function function;
} provider;

/// libcurl's function, the same for all sessions.
static _Atomic(libcurl_body_function) libcurls_body;

/// libcurl ends a body that it stops sending, and the server would take it for whole.
static ssize_t read_body(
    void *session, int32_t stream, uint8_t *bytes, size_t count, uint32_t *flags, void *source, void *data) {
    enum { deferred = -508 };  // NGHTTP2_ERR_DEFERRED
    const curlhooks_transfer *transfer = transfer_of(session, stream);
    if (!transfer || transfer->is_refused) return deferred;
    return atomic_load(&libcurls_body)(session, stream, bytes, count, flags, source, data);
}

int32_t nghttp2_submit_request(
    void *session, const void *priority, const void *fields, size_t count, const provider *body, void *data) {
    enum { invalid_state = -519 };  // NGHTTP2_ERR_…
    if (!libcurl_real()->http2_submit_request) return invalid_state;  // an app's own nghttp2, as above
    // libcurl before 7.80 does not report the connection of a second request.
    curlhooks_transfer *transfer = curlhooks_this_loop ? curlhooks_transfer_of(data) : NULL;
    if (transfer) curlhooks_begin_stream(transfer);
    if (transfer) transfer->has_stream = true;
    provider own = body ? *body : (provider){0};
    if (curlhooks_this_loop && body) {
        atomic_store(&libcurls_body, body->function);
        own.function = read_body;
    }
    return libcurl_real()->http2_submit_request(session, priority, fields, count, body ? &own : NULL, data);
}

#endif
