// Sends uploads through libcurl itself, beneath URLSession, and reports how they go.
//
// FoundationNetworking calls the system's libcurl by symbols. This module defines some of them itself
// (urlsession.c), which are found first, and call the real libcurl; so it does with some that libcurl calls
// (`send` in socket.c, nghttp2's in http2.c). A request to the placeholder URL of a transfer starts that
// transfer, in a loop with a thread and a multi handle of its own. All other requests pass unchanged.
//
// From the bottom: Libcurl < transfer < socket, http2, cookies < callbacks < loop <
// urlsession. Libcurl is the module that asks libcurl and the libraries under it, and needs no hooks.
//
// Linux only: elsewhere the module has no functions.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The URL of a request that stands for a transfer, without the transfer's number; it is never used
/// (RFC 6761 §6.4).
#define CURLHOOKS_URL "http://formpost.invalid/"

/// The result of `read` if the body has no bytes at the moment, and `body` if its bytes cannot be taken:
/// pauses the transfer until `curlhooks_resume`.
enum { CURLHOOKS_NOT_NOW = -2 };

/// The state of a transfer's request so far.
typedef struct {
    /// The bytes of requests that libcurl has written.
    int64_t written;
    /// libcurl's sentence about a connection that failed; empty if there is none.
    const char *_Nonnull reason;
    /// The server has taken nothing of the request: it has refused its stream (HTTP/2) or all of the
    /// connection's, or has ended the connection without it.
    bool is_refused, is_unprocessed;
    /// Other requests may share the connection (HTTP/2): its unacknowledged bytes may be theirs.
    bool is_shared;
} curlhooks_request;

/// How a transfer ended.
typedef struct {
    /// A CURLcode.
    int code;
    const char *_Nonnull reason;
    /// The names in the refused certificate, or else in the server's; empty if unknown.
    const char *_Nonnull subject, *_Nonnull issuer;
    /// As `curlhooks_unacknowledged`.
    int64_t queued;
    /// How many of the bytes that libcurl has written may never have been sent.
    int64_t dropped;
    /// The server has sent no close_notify over TLS (RFC 8446 §6.1). If the connection has ended,
    /// somebody else may have ended it.
    bool is_unclosed;
    /// The state of the request, of which the server may have taken nothing.
    curlhooks_request request;
} curlhooks_end;

/// The callbacks of a transfer. All are called on the thread of its loop, but for `done` and `release`.
typedef struct {
    void *_Nonnull context;
    /// A line of a response head as it was received, with its line end. False aborts.
    bool (*_Nonnull header)(void *_Nonnull context, const char *_Nonnull bytes, size_t count);
    /// Bytes of the response body: 0 if they were taken, −1 aborts, or `CURLHOOKS_NOT_NOW`: they come
    /// again. May block, and all transfers of the loop with it.
    int (*_Nonnull body)(void *_Nonnull context, const char *_Nonnull bytes, size_t count);
    /// Fills the buffer with the next bytes of the request's body: how many, 0 at its end, −1 aborts,
    /// or `CURLHOOKS_NOT_NOW`.
    ptrdiff_t (*_Nonnull read)(void *_Nonnull context, char *_Nonnull buffer, size_t count);
    /// The body will be read again from its start.
    void (*_Nonnull rewind)(void *_Nonnull context);
    /// A line of information, a head or other wire data (`curl_infotype`).
    void (*_Nonnull debug)(void *_Nonnull context, int kind, const char *_Nonnull bytes, size_t count);
    /// A connection is being made: the first one, or another one to send the request again. Or it is open, perhaps
    /// since an earlier transfer, and the request is about to be sent. False aborts.
    bool (*_Nonnull connection)(void *_Nonnull context, bool is_open, curlhooks_request request);
    /// How many bytes of the body libcurl has written so far, and how many bytes are unacknowledged. Called when
    /// more was written, and at each step of libcurl until all is acknowledged. False aborts.
    bool (*_Nonnull moved)(void *_Nonnull context, int64_t written, int64_t queued);
    /// The transfer ended; called once if it was started, on the thread that aborts if the loop has not begun
    /// it. `easy` is valid for `curlhooks_info_…` during the call only.
    void (*_Nonnull done)(void *_Nonnull context, curlhooks_end end, void *_Nonnull easy);
    /// No callback will be called any more.
    void (*_Nonnull release)(void *_Nonnull context);
} curlhooks_callbacks;

/// The thread that drives transfers, with connections of its own.
typedef struct curlhooks_loop curlhooks_loop;
/// A transfer: options, headers and callbacks for one request of URLSession.
typedef struct curlhooks_transfer curlhooks_transfer;
/// The cookies that transfers share.
typedef struct curlhooks_cookies curlhooks_cookies;

/// Whether FoundationNetworking's calls to libcurl go through this module in this process.
bool curlhooks_in_effect(void);

/// Null if memory or threads are short. libcurl is initialised before.
curlhooks_loop *_Nullable curlhooks_loop_create(int connections_per_host);
/// The loop ends with its last transfer. It must not be used any more.
void curlhooks_loop_release(curlhooks_loop *_Nonnull loop);

/// A transfer that is not started yet. Its number, which is not 0, is random: no server can guess the URL that stands
/// for it, and redirect a session of the app there. The context keeps the cookies. Null if memory is short; the context
/// is released then.
curlhooks_transfer *_Nullable curlhooks_transfer_create(
    uint64_t number, curlhooks_loop *_Nonnull loop, curlhooks_callbacks callbacks,
    curlhooks_cookies *_Nullable cookies, bool verbose);
/// Releases a reference, such as the creator's; URLSession and the loop have their own. The last one frees the
/// transfer.
void curlhooks_transfer_release(curlhooks_transfer *_Nonnull transfer);

/// Ends the transfer soon; callable from any thread. `done` follows unless it has been called.
void curlhooks_abort(curlhooks_transfer *_Nonnull transfer);
/// Goes on after `CURLHOOKS_NOT_NOW`; callable from any thread.
void curlhooks_resume(curlhooks_transfer *_Nonnull transfer);
/// Bytes that libcurl has written but the other end has not acknowledged, including headers and
/// TLS.
int64_t curlhooks_unacknowledged(curlhooks_transfer *_Nonnull transfer);
/// Whether URLSession has started the transfer.
bool curlhooks_is_started(curlhooks_transfer *_Nonnull transfer);

/// Sets an option to the string, or to the number if that is null, before the transfer is started; a CURLcode.
int curlhooks_set(
    curlhooks_transfer *_Nonnull transfer, int option, int64_t number, const char *_Nullable string);
/// Appends a line to the list that `option` takes (`CURLOPT_HTTPHEADER`, `CURLOPT_RESOLVE`, …).
int curlhooks_add_line(curlhooks_transfer *_Nonnull transfer, int option, const char *_Nonnull line);

/// Null if memory is short.
curlhooks_cookies *_Nullable curlhooks_cookies_create(void);
/// No transfer may share them any more.
void curlhooks_cookies_free(curlhooks_cookies *_Nonnull cookies);
/// Whether a transfer has got so far that libcurl has read the files of cookies.
bool curlhooks_has_cookies(curlhooks_cookies *_Nonnull cookies);
/// Calls `each` with each cookie in Netscape's format, those of a host in the order in which they were
/// set; from any thread. False if they cannot be read.
bool curlhooks_each_cookie(
    curlhooks_cookies *_Nonnull cookies, void *_Nonnull context,
    void (*_Nonnull each)(void *_Nonnull context, const char *_Nonnull line));
