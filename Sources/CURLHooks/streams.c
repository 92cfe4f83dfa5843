#if defined(__linux__)

#define _GNU_SOURCE
#include "streams.h"

#include <stdatomic.h>
#include <stddef.h>

#include "real.h"
#include "transfer.h"

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

static _Atomic(curlhooks_frame_function) libcurls;

/// Records the state for the stream's transfer, whose handle is the stream's user data.
static void note(void *session, int32_t stream, enum curlhooks_stream state) {
    curlhooks_note_stream(curlhooks_real()->http2_stream_data(session, stream), state);
}

/// Marks all streams above `last`, which the server has not processed; a client's streams are odd.
static void note_unprocessed(void *session, int32_t last) {
    const uint32_t next = curlhooks_real()->http2_next_stream(session);
    const int64_t first = last < 1 ? 1 : (int64_t)last + 1 + (last & 1);
    for (int64_t stream = first; stream < next; stream += 2) {
        note(session, (int32_t)stream, CURLHOOKS_STREAM_UNPROCESSED);
    }
}

static int on_frame(void *session, const void *received, void *data) {
    const struct frame *frame = received;
    const curlhooks_frame_function function = atomic_load(&libcurls);
    switch (frame->type) {
    case data_frame:
        curlhooks_note_data(
            curlhooks_real()->http2_stream_data(session, frame->stream), frame->length - frame->padding);
        // fall through
    case headers_frame:
        if (frame->flags & ends_stream) note(session, frame->stream, CURLHOOKS_STREAM_ENDED);
        break;
    case reset_frame:
        if (frame->error == refused_stream) note(session, frame->stream, CURLHOOKS_STREAM_REFUSED);
        // The server asks for the same request by HTTP/1.1, and libcurl sends it.
        if (frame->error == http_1_1_required) note(session, frame->stream, CURLHOOKS_STREAM_UNPROCESSED);
        if (frame->error != no_error) break;
        note(session, frame->stream, CURLHOOKS_STREAM_CUT);
        return 0;  // nghttp2 tells libcurl that the stream is closed
    case goaway_frame: note_unprocessed(session, frame->last_stream); break;
    }
    return function(session, received, data);
}

void curlhooks_watch_frames(void *callbacks, curlhooks_frame_function function) {
    const struct curlhooks_functions *real = curlhooks_real();
    if (!real->http2_set_on_frame) return;
    const bool is_watched = function && real->http2_stream_data && real->http2_next_stream;
    if (is_watched) atomic_store(&libcurls, function);
    real->http2_set_on_frame(callbacks, is_watched ? on_frame : function);
}

#endif
