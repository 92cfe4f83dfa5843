// The ends of HTTP/2's streams.

#ifndef CURLHOOKS_STREAMS_H
#define CURLHOOKS_STREAMS_H

#if defined(__linux__)

#include <stdint.h>

/// The state of a transfer's stream, as the server has reported it (RFC 9113 §6.4, §6.8, §8.1).
enum curlhooks_stream {
    CURLHOOKS_STREAM_OPEN,
    CURLHOOKS_STREAM_ENDED,
    /// It was reset without an error after its end: the server wants no more of the request.
    CURLHOOKS_STREAM_ANSWERED,
    /// It was reset without an error before its end.
    CURLHOOKS_STREAM_CUT,
    /// REFUSED_STREAM: the server has taken nothing of the request.
    CURLHOOKS_STREAM_REFUSED,
    /// GOAWAY or HTTP_1_1_REQUIRED: the server has taken nothing of the request on this connection.
    CURLHOOKS_STREAM_UNPROCESSED,
};

/// nghttp2's callback for a received frame.
typedef int (*curlhooks_frame_function)(void *session, const void *frame, void *data);
/// nghttp2_session_callbacks_set_on_frame_recv_callback for libcurl.
void curlhooks_watch_frames(void *callbacks, curlhooks_frame_function function);

#endif
#endif
