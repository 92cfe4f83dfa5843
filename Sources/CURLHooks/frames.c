#if defined(__linux__)

#define _GNU_SOURCE
#include "frames.h"

#include <stdint.h>
#include <sys/types.h>

#include "real.h"
#include "sockets.h"

// libcurl 7.88 writes each frame of HTTP/2 by itself, and nghttp2's are as long as a record of TLS,
// with their head nine bytes longer: so every other record is of nine bytes.

enum { longest_record = 1 << 14, frame_head = 9 };  // RFC 8446 §5.1, RFC 9113 §4.1
enum { longest_payload = longest_record - frame_head };
enum { out_of_memory = -901 };  // NGHTTP2_ERR_NOMEM

/// A frame fills a record. nghttp2 itself keeps to the windows, and to the longest frame that is allowed.
static ssize_t payload_length(
    void *session, uint8_t type, int32_t stream, int32_t session_window, int32_t stream_window,
    uint32_t longest, void *data) {
    (void)session, (void)type, (void)stream, (void)session_window, (void)stream_window;
    (void)longest, (void)data;
    curlhooks_note_frame();
    return longest_payload;
}

/// Of curl's time 512 MiB through nginx take 0.80 with two frames, 0.84 with one, three or four, and 0.95
/// with libcurl's whole buffer.
enum { longest_piece = 2 * longest_payload };

size_t curlhooks_piece(size_t count) {
    if (count < longest_payload || !curlhooks_sends_frames()) return count;
    return count < longest_piece ? count - count % longest_payload : longest_piece;
}

int curlhooks_http2_callbacks(void **callbacks) {
    const struct curlhooks_functions *real = curlhooks_real();
    if (!real->http2_callbacks_new) return out_of_memory;
    const int code = real->http2_callbacks_new(callbacks);
    if (code == 0 && real->http2_set_read_length) real->http2_set_read_length(*callbacks, payload_length);
    return code;
}

#endif
