// The length of HTTP/2's frames.

#ifndef CURLHOOKS_FRAMES_H
#define CURLHOOKS_FRAMES_H

#if defined(__linux__)

/// nghttp2_session_callbacks_new for libcurl: frames of a body that fill records of TLS.
int curlhooks_http2_callbacks(void **callbacks);

#endif
#endif
