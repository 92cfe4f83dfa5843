// What libcurl knows, and the libraries under it: URLs, facts about a transfer, certificates and keys.
// Nothing here depends on the hooks, except for the handle of a transfer to ask about.
//
// Linux only: elsewhere the module has no functions.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Why libcurl cannot be opened, as the loader puts it; null if it can, or if the executable is linked with it.
const char *_Nullable libcurl_missing(void);
/// Whether all functions of libcurl are there that are called: it is 7.68 or later.
bool libcurl_is_complete(void);
/// Initialises libcurl, if nobody has yet. Before 7.84 no other thread may do so meanwhile.
void libcurl_prepare(void);

/// The result of `curl_easy_getinfo`; 0 or null if libcurl does not know it.
int64_t libcurl_info_number(void *_Nonnull easy, int info);
const char *_Nullable libcurl_info_string(void *_Nonnull easy, int info);

/// struct curl_slist
struct libcurl_line {
    char *_Nonnull text;
    struct libcurl_line *_Nullable next;
};

/// struct curl_certinfo: the lines about each certificate.
struct libcurl_certificates {
    int count;
    struct libcurl_line *_Nullable *_Nullable lines;
};

/// The server's certificates, which belong to the handle; null if libcurl does not know them.
const struct libcurl_certificates *_Nullable libcurl_server_certificates(void *_Nonnull easy);

/// `reference` resolved against `base` as libcurl reads URLs; to be freed by the caller. `base`, or `reference` if that
/// is null, has a scheme.
/// Null with `*code` a CURLUcode when libcurl cannot read it, and `*code` unchanged when it cannot be asked.
/// `keep_dots` leaves /../ and /./ as they are.
char *_Nullable libcurl_url_resolve(
    const char *_Nullable base, const char *_Nonnull reference, bool keep_dots, int *_Nonnull code);
/// Whether the passphrase opens the private key in a PEM file: 1 or 0, or -1 if this is not known.
int libcurl_opens_key(const char *_Nonnull path, const char *_Nonnull passphrase);
/// libcurl's name and version with those of its TLS library and others.
const char *_Nullable libcurl_version(void);
/// libcurl's version, a byte for each of its three numbers.
unsigned libcurl_version_number(void);
/// The TLS library with its version, such as `GnuTLS/3.7.9`; empty if there is none.
const char *_Nonnull libcurl_tls(void);
/// The features that libcurl was built with (`CURL_VERSION_…`).
int libcurl_features(void);

/// Decompresses a stream of gzip (RFC 1952), zlib (RFC 1950) or bare DEFLATE (RFC 1951). Used by
/// one thread at a time.
typedef struct libcurl_inflater libcurl_inflater;

/// What was taken of the input, and made of it.
typedef struct {
    size_t taken, made;
    /// 0, or libz's result if the rest cannot be decompressed: LIBCURL_INFLATE_NO_MEMORY or another.
    int code;
    /// libz's words for that; empty if it has none.
    const char *_Nonnull reason;
} libcurl_inflated;

enum { LIBCURL_INFLATE_NO_MEMORY = -4 };  // Z_MEM_ERROR

/// Whether there is a libz.
bool libcurl_can_inflate(void);
/// For the content coding gzip or deflate (RFC 9110 §8.4.1). As in curl, the data of gzip may be
/// zlib's, and those of deflate may be bare. Null if memory is short, or if there is no libz.
libcurl_inflater *_Nullable libcurl_inflater_create(bool is_gzip);
void libcurl_inflater_free(libcurl_inflater *_Nonnull inflater);
/// Decompresses until no input or no room is left. Another stream of gzip may follow the first.
libcurl_inflated libcurl_inflate(
    libcurl_inflater *_Nonnull inflater, const void *_Nullable input, size_t count,
    void *_Nullable output, size_t room);
/// Whether the stream has come to its end.
bool libcurl_inflater_is_at_end(const libcurl_inflater *_Nonnull inflater);
