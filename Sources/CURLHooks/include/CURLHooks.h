// Sends uploads through libcurl itself, beneath URLSession, and reports how they go.
//
// FoundationNetworking calls the system's libcurl through dynamic symbols. This module defines some of them
// itself (urlsession.c). If the executable exports them, they are called first, and call the real libcurl. A
// request to the placeholder URL of a transfer starts that transfer, in a loop with a thread and a multi
// handle of its own. All other requests pass unchanged.
//
// From the bottom: libcurl < transfer < socket, http2, certificate, cookies, exit < callbacks < loop <
// urlsession. What merely asks libcurl, OpenSSL and decoders stands apart: facts, key, coding.
//
// Linux only; elsewhere the module is empty.

#ifndef CURLHOOKS_H
#define CURLHOOKS_H

#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The URL of a request that stands for a transfer, without the transfer's number; it is never used
/// (RFC 6761 §6.4).
#define CURLHOOKS_URL "http://formpost.invalid/"

/// How a transfer ended.
typedef struct {
    /// A CURLcode.
    int code;
    const char *_Nonnull reason;
    /// The names in the refused certificate, or else in the server's; empty if unknown.
    const char *_Nonnull subject, *_Nonnull issuer;
    /// As `curlhooks_unacknowledged`.
    int64_t queued;
} curlhooks_end;

/// What `read` returns if the body has no bytes at the moment, and `body` if its bytes cannot be taken:
/// pauses the transfer until `curlhooks_resume`.
enum { CURLHOOKS_NOT_NOW = -2 };

/// The state of a transfer's request so far.
typedef struct {
    /// The bytes of requests that libcurl has written.
    int64_t written;
    /// libcurl's sentence about a connection that failed; empty if there is none.
    const char *_Nonnull reason;
    /// The server has refused the request's stream, or has ended the connection without it (HTTP/2): it has
    /// taken nothing of the request.
    bool is_refused, is_unprocessed;
} curlhooks_request;

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
    /// A connection is being made: the first one, or another one to send the request again. False aborts.
    bool (*_Nonnull connecting)(void *_Nonnull context, curlhooks_request request);
    /// The connection is open, perhaps since an earlier transfer, and the request is about to be sent.
    /// False aborts.
    bool (*_Nonnull connected)(void *_Nonnull context, curlhooks_request request);
    /// How many bytes libcurl has written so far, and how many of them are unacknowledged; called at
    /// least about once a second. False aborts.
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

/// Initialises libcurl, if nobody has yet. Before 7.84 no other thread may do so meanwhile.
void curlhooks_prepare(void);

/// Null if memory or threads are short.
curlhooks_loop *_Nullable curlhooks_loop_create(int connections_per_host);
/// The loop ends with its last transfer. It must not be used any more.
void curlhooks_loop_release(curlhooks_loop *_Nonnull loop);

/// A transfer that is not started yet. Null if memory is short; the context is released then.
curlhooks_transfer *_Nullable curlhooks_transfer_create(
    curlhooks_loop *_Nonnull loop, curlhooks_callbacks callbacks, curlhooks_cookies *_Nullable cookies,
    bool verbose);
/// Releases the creator's reference; URLSession and the loop keep their own.
void curlhooks_transfer_release(curlhooks_transfer *_Nonnull transfer);
/// The number that follows `CURLHOOKS_URL`.
uint64_t curlhooks_transfer_identifier(const curlhooks_transfer *_Nonnull transfer);

/// Ends the transfer soon; callable from any thread. `done` follows unless it has been called.
void curlhooks_abort(curlhooks_transfer *_Nonnull transfer);
/// Goes on after `CURLHOOKS_NOT_NOW`; callable from any thread.
void curlhooks_resume(curlhooks_transfer *_Nonnull transfer);
/// Bytes that libcurl has written but the other end has not acknowledged, including headers and
/// TLS.
int64_t curlhooks_unacknowledged(curlhooks_transfer *_Nonnull transfer);
/// Whether URLSession has started the transfer.
bool curlhooks_is_started(curlhooks_transfer *_Nonnull transfer);

/// Sets an option before the transfer is started; a CURLcode.
int curlhooks_set_number(curlhooks_transfer *_Nonnull transfer, int option, int64_t value);
int curlhooks_set_string(curlhooks_transfer *_Nonnull transfer, int option, const char *_Nullable value);
/// Appends a line to the list that `option` takes (`CURLOPT_HTTPHEADER`, `CURLOPT_RESOLVE`, …).
int curlhooks_add_line(curlhooks_transfer *_Nonnull transfer, int option, const char *_Nonnull line);

/// Null if memory is short.
curlhooks_cookies *_Nullable curlhooks_cookies_create(void);
/// Releases the creator's reference; transfers keep their own as long as their handles exist.
void curlhooks_cookies_release(curlhooks_cookies *_Nonnull cookies);
/// Whether a transfer has got so far that libcurl has read the files of cookies.
bool curlhooks_has_cookies(curlhooks_cookies *_Nonnull cookies);
/// Calls `each` with each cookie in Netscape's format, those of a host in the order in which they were
/// set; from any thread. False if they cannot be read.
bool curlhooks_each_cookie(
    curlhooks_cookies *_Nonnull cookies, void *_Nonnull context,
    void (*_Nonnull each)(void *_Nonnull context, const char *_Nonnull line));

/// Content codings (RFC 9110 §8.4.1, RFC 7932, RFC 8878).
typedef enum {
    CURLHOOKS_GZIP,
    CURLHOOKS_DEFLATE,
    CURLHOOKS_BROTLI,
    CURLHOOKS_ZSTD
} curlhooks_coding;

typedef enum {
    CURLHOOKS_DECODED,
    CURLHOOKS_UNDECODABLE,
    /// Bytes follow the end of the coded stream.
    CURLHOOKS_TOO_LONG,
    CURLHOOKS_NO_MEMORY
} curlhooks_decoded;

/// Whether the process has the library that decodes it.
bool curlhooks_can_decode(curlhooks_coding coding);
/// Decodes a stream, piece by piece, and knows whether its end has come.
typedef struct curlhooks_decoder curlhooks_decoder;
/// Null if memory is short or the library is missing.
curlhooks_decoder *_Nullable curlhooks_decoder_create(curlhooks_coding coding);
void curlhooks_decoder_free(curlhooks_decoder *_Nonnull decoder);
/// Decodes some of the `left` bytes at `input` to `output`, and advances `input`; `room` is what is left
/// of the output. To be called again while input is left or output comes.
curlhooks_decoded curlhooks_decode(
    curlhooks_decoder *_Nonnull decoder, const uint8_t *_Nonnull *_Nonnull input, size_t *_Nonnull left,
    uint8_t *_Nonnull output, size_t *_Nonnull room);
bool curlhooks_decoder_is_at_end(const curlhooks_decoder *_Nonnull decoder);

/// libcurl's text for a CURLcode.
const char *_Nullable curlhooks_error_text(int code);

/// The result of `curl_easy_getinfo`; 0 or null if libcurl does not know it.
int64_t curlhooks_info_number(void *_Nonnull easy, int info);
const char *_Nullable curlhooks_info_string(void *_Nonnull easy, int info);
/// Calls `each` with every line about the server's certificates, and the number of the certificate.
void curlhooks_each_certificate_line(
    void *_Nonnull easy, void *_Nonnull context,
    void (*_Nonnull each)(void *_Nonnull context, int certificate, const char *_Nonnull line));

/// `reference` resolved against `base` (which may be null) as libcurl reads URLs; to be freed by the caller.
/// Null with `*code` a CURLUcode when libcurl cannot read it, and `*code` unchanged when it cannot be asked.
/// `keep_dots` leaves /../ and /./ as they are.
char *_Nullable curlhooks_url_resolve(
    const char *_Nullable base, const char *_Nonnull reference, bool keep_dots, int *_Nonnull code);
/// A part of `url` (`CURLUPart`), to be freed by the caller; null where there is none.
char *_Nullable curlhooks_url_part(const char *_Nonnull url, int part);
/// `url` with another value of a part, or without the part; to be freed by the caller. Null where libcurl
/// cannot read it.
char *_Nullable curlhooks_url_with_part(
    const char *_Nonnull url, int part, const char *_Nullable value);
/// Whether the passphrase opens the private key in a PEM file: 1 or 0, or -1 if this is not known.
int curlhooks_opens_key(const char *_Nonnull path, const char *_Nonnull passphrase);
/// libcurl's name and version with those of its TLS library and others.
const char *_Nullable curlhooks_version(void);
/// The features that libcurl was built with (`CURL_VERSION_…`).
int curlhooks_features(void);

#endif
#endif
