// The length of HTTP/2's frames.

#ifndef CURLHOOKS_FRAMES_H
#define CURLHOOKS_FRAMES_H

#if defined(__linux__)

#include <stddef.h>

/// How much of a body to read at a time, if libcurl asks for `count` bytes: over HTTP/2 whole frames, and
/// few of them. A server that passes a body on at once keeps the window short, and waits while a piece
/// is read.
size_t curlhooks_piece(size_t count);

/// nghttp2_session_callbacks_new for libcurl: frames of a body that fill records of TLS.
int curlhooks_http2_callbacks(void **callbacks);

#endif
#endif
