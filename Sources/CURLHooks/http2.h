// HTTP/2 as libnghttp2 reports it, under libcurl: the ends of streams and the length of frames.

#pragma once

#include "functions.h"
#include "transfer.h"

/// nghttp2_session_callbacks_set_on_frame_recv_callback for libcurl, on the loop's thread.
void curlhooks_watch_frames(void *callbacks, libcurl_frame_function function);
/// How much of a body to read at a time, if libcurl asks for `count` bytes: over HTTP/2 whole frames, and
/// few of them. A server that passes a body on at once keeps the window short, and waits while a piece
/// is read.
size_t curlhooks_piece(const curlhooks_transfer *transfer, size_t count);
