// The length of HTTP/2's frames.

#ifndef CURLHOOKS_FRAMES_H
#define CURLHOOKS_FRAMES_H

#if defined(__linux__)

#include <stddef.h>

/// How much of a body to read at a time, if libcurl asks for `count` bytes. While it is read over HTTP/2,
/// the server waits: its window is short.
size_t curlhooks_piece(size_t count);

/// nghttp2_session_callbacks_new for libcurl: frames of a body that fill records of TLS.
int curlhooks_http2_callbacks(void **callbacks);

#endif
#endif
