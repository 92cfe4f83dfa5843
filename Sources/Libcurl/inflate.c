#if defined(__linux__)

#include <limits.h>
#include <stdlib.h>

#include "functions.h"

// zlib.h is not needed to build.

// Z_OK, Z_STREAM_END, Z_DATA_ERROR, Z_BUF_ERROR, Z_NO_FLUSH
enum { ok = 0, stream_end = 1, invalid = -3, no_progress = -5, no_flush = 0 };
/// Arguments of inflateInit2: zlib's header, none, or gzip's, with a window of any size.
enum { zlib_window = 15, bare_window = -15, gzip_window = 15 + 16, any_window = 15 + 32 };

struct libcurl_inflater {
    bool is_gzip, has_begun, is_at_end;
    libcurl_inflation inflation;
};

bool libcurl_can_inflate(void) { return libcurl_zlib() != NULL; }

libcurl_inflater *libcurl_inflater_create(bool is_gzip) {
    libcurl_inflater *inflater = libcurl_zlib() ? calloc(1, sizeof *inflater) : NULL;
    if (inflater) inflater->is_gzip = is_gzip;
    return inflater;
}

void libcurl_inflater_free(libcurl_inflater *inflater) {
    if (inflater->has_begun) libcurl_zlib()->inflate_end(&inflater->inflation);
    free(inflater);
}

bool libcurl_inflater_is_at_end(const libcurl_inflater *inflater) { return inflater->is_at_end; }

/// Begins the stream at its first byte, or another one after its end; libz's result.
static int begin(libcurl_inflater *inflater, uint8_t first) {
    const struct libcurl_functions *zlib = libcurl_zlib();
    if (inflater->is_at_end && inflater->is_gzip) {
        return zlib->inflate_restart(&inflater->inflation, gzip_window);
    }
    if (inflater->is_at_end) {
        inflater->inflation.reason = "bytes follow after their end";
        return invalid;
    }
    // zlib's header begins with the method, 8, and the size of the window, at most 7. No encoder
    // begins bare DEFLATE so: it would be an uncompressed block with a bit of padding set to 1.
    const int window = (first & 0x8F) == 8 ? zlib_window : bare_window;
    const int code = zlib->inflate_begin(
        &inflater->inflation, inflater->is_gzip ? any_window : window, "1", sizeof inflater->inflation);
    inflater->has_begun = code == ok;
    return code;
}

libcurl_inflated libcurl_inflate(
    libcurl_inflater *inflater, const void *input, size_t count, void *output, size_t room) {
    libcurl_inflation *inflation = &inflater->inflation;
    const unsigned given = count < UINT_MAX ? (unsigned)count : UINT_MAX;
    const unsigned wanted = room < UINT_MAX ? (unsigned)room : UINT_MAX;
    inflation->next_in = input;
    inflation->left_in = given;
    inflation->next_out = output;
    inflation->left_out = wanted;
    int code = ok;
    // Also without input: there may be output that had no room.
    do {
        const bool is_outside = !inflater->has_begun || inflater->is_at_end;
        if (is_outside && inflation->left_in == 0) break;
        if (is_outside) code = begin(inflater, *inflation->next_in);
        if (code == ok) code = libcurl_zlib()->inflate(inflation, no_flush);
        inflater->is_at_end = code == stream_end;
        if (code == stream_end) code = ok;
    } while (code == ok && inflation->left_in > 0 && inflation->left_out > 0);
    return (libcurl_inflated){
        .taken = given - inflation->left_in, .made = wanted - inflation->left_out,
        .code = code == no_progress ? ok : code, .reason = inflation->reason ? inflation->reason : ""};
}

#endif
