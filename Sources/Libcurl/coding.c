#if defined(__linux__)

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "Libcurl.h"
#include "callers.h"

// Decodes content codings with the libraries that libcurl has loaded: libcurl does not report a truncated
// stream. Declares the parts of their ABIs that are used, so that no headers are needed.

// MARK: - Libraries

struct zlib_stream {  // z_stream
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *free, *opaque;
    int data_type;
    unsigned long checksum, reserved;
};
enum { zlib_ok = 0, zlib_end = 1, zlib_stop_at_blocks = 5 };          // Z_OK, Z_STREAM_END, Z_BLOCK
enum { zlib_memory_error = -4, zlib_buffer_error = -5 };              // Z_MEM_ERROR, Z_BUF_ERROR
enum { zlib_window = 15, zlib_raw = -zlib_window, zlib_any_header = 32 };  // of inflateInit2

enum { brotli_end = 1, brotli_needs_input = 2, brotli_needs_output = 3 };  // BROTLI_DECODER_RESULT_…

struct zstd_input { const void *bytes; size_t size, position; };  // ZSTD_inBuffer
struct zstd_output { void *bytes; size_t size, position; };       // ZSTD_outBuffer

static struct {
    int (*zlib_create)(struct zlib_stream *stream, int window, const char *version, int size);
    int (*zlib_decode)(struct zlib_stream *stream, int flush);
    int (*zlib_free)(struct zlib_stream *stream);
    void *(*brotli_create)(void *allocate, void *free, void *opaque);
    int (*brotli_decode)(
        void *state, size_t *left, const uint8_t **input, size_t *room, uint8_t **output, size_t *total);
    void (*brotli_free)(void *state);
    void *(*zstd_create)(void);
    size_t (*zstd_decode)(void *state, struct zstd_output *output, struct zstd_input *input);
    unsigned (*zstd_is_error)(size_t code);
    size_t (*zstd_free)(void *state);
} libraries;

static void look_up(void) {
    const struct { void *function; const char *name; } names[] = {
        {&libraries.zlib_create, "inflateInit2_"},
        {&libraries.zlib_decode, "inflate"},
        {&libraries.zlib_free, "inflateEnd"},
        {&libraries.brotli_create, "BrotliDecoderCreateInstance"},
        {&libraries.brotli_decode, "BrotliDecoderDecompressStream"},
        {&libraries.brotli_free, "BrotliDecoderDestroyInstance"},
        {&libraries.zstd_create, "ZSTD_createDStream"},
        {&libraries.zstd_decode, "ZSTD_decompressStream"},
        {&libraries.zstd_is_error, "ZSTD_isError"},
        {&libraries.zstd_free, "ZSTD_freeDStream"},
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        libcurl_find(names[index].name, names[index].function);
    }
}

bool libcurl_can_decode(libcurl_coding coding) {
    static pthread_once_t looked_up = PTHREAD_ONCE_INIT;
    pthread_once(&looked_up, look_up);
    switch (coding) {
    case LIBCURL_GZIP:
    case LIBCURL_DEFLATE:
        return libraries.zlib_create && libraries.zlib_decode && libraries.zlib_free;
    case LIBCURL_BROTLI:
        return libraries.brotli_create && libraries.brotli_decode && libraries.brotli_free;
    case LIBCURL_ZSTD:
        return libraries.zstd_create && libraries.zstd_decode && libraries.zstd_is_error
            && libraries.zstd_free;
    }
    return false;
}

// MARK: - Decoders

struct libcurl_decoder {
    libcurl_coding coding;
    void *state;  // of brotli and zstd
    struct zlib_stream zlib;
    bool has_zlib, is_raw;
    uint8_t start[2];  // of a deflate stream, until its format is known
    size_t start_count;
    size_t trailing;  // how many bytes of raw deflate's unknown trailer have come
    bool is_at_end;
};

static bool open_zlib(struct libcurl_decoder *decoder, int window) {
    decoder->has_zlib =
        libraries.zlib_create(&decoder->zlib, window, "1", (int)sizeof decoder->zlib) == zlib_ok;
    return decoder->has_zlib;
}

libcurl_decoder *libcurl_decoder_create(libcurl_coding coding) {
    if (!libcurl_can_decode(coding)) return NULL;
    struct libcurl_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    bool is_open = true;
    switch (coding) {
    case LIBCURL_GZIP: is_open = open_zlib(decoder, zlib_window + zlib_any_header); break;
    case LIBCURL_DEFLATE: break;  // once its format is known
    case LIBCURL_BROTLI: decoder->state = libraries.brotli_create(NULL, NULL, NULL); break;
    case LIBCURL_ZSTD: decoder->state = libraries.zstd_create(); break;
    }
    if (coding == LIBCURL_BROTLI || coding == LIBCURL_ZSTD) is_open = decoder->state;
    if (is_open) return decoder;
    free(decoder);
    return NULL;
}

void libcurl_decoder_free(libcurl_decoder *decoder) {
    if (decoder->has_zlib) libraries.zlib_free(&decoder->zlib);
    if (decoder->state && decoder->coding == LIBCURL_BROTLI) libraries.brotli_free(decoder->state);
    if (decoder->state && decoder->coding == LIBCURL_ZSTD) libraries.zstd_free(decoder->state);
    free(decoder);
}

bool libcurl_decoder_is_at_end(const libcurl_decoder *decoder) { return decoder->is_at_end; }

static libcurl_decoded inflate_some(
    struct libcurl_decoder *decoder, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    struct zlib_stream *zlib = &decoder->zlib;
    const size_t all = *room;
    int result = zlib_ok;
    zlib->next_in = *input;
    zlib->avail_in = (unsigned)*left;
    zlib->next_out = output;
    zlib->avail_out = (unsigned)all;
    while (result == zlib_ok && zlib->avail_out == all) result = libraries.zlib_decode(zlib, zlib_stop_at_blocks);
    *input = zlib->next_in;
    *left = zlib->avail_in;
    *room = zlib->avail_out;
    if (result == zlib_end) decoder->is_at_end = true;
    if (result == zlib_ok || result == zlib_end || result == zlib_buffer_error) return LIBCURL_DECODED;
    *room = all;
    return result == zlib_memory_error ? LIBCURL_NO_MEMORY : LIBCURL_UNDECODABLE;
}

/// 'deflate' is a zlib stream (RFC 9110 §8.4.1.2); some servers send it without zlib's header. Its first
/// two bytes tell which it is.
static libcurl_decoded find_format(
    struct libcurl_decoder *decoder, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    while (decoder->start_count < 2 && *left > 0) {
        decoder->start[decoder->start_count++] = *(*input)++;
        (*left)--;
    }
    if (decoder->start_count < 2) return LIBCURL_DECODED;
    const unsigned start = decoder->start[0] << 8 | decoder->start[1];
    decoder->is_raw = (decoder->start[0] & 0x0F) != 8 || start % 31 != 0;
    if (!open_zlib(decoder, decoder->is_raw ? zlib_raw : zlib_window)) return LIBCURL_NO_MEMORY;
    const uint8_t *start_bytes = decoder->start;
    size_t count = sizeof decoder->start;
    return inflate_some(decoder, &start_bytes, &count, output, room);
}

static libcurl_decoded decode_brotli(
    struct libcurl_decoder *decoder, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    const int result = libraries.brotli_decode(decoder->state, left, input, room, &output, NULL);
    decoder->is_at_end = result == brotli_end;
    const bool goes_on = result == brotli_needs_input || result == brotli_needs_output;
    return decoder->is_at_end || goes_on ? LIBCURL_DECODED : LIBCURL_UNDECODABLE;
}

/// zstd is a sequence of frames (RFC 8878 §3).
static libcurl_decoded decode_zstd(
    struct libcurl_decoder *decoder, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    if (decoder->is_at_end && *left == 0) return LIBCURL_DECODED;
    struct zstd_input in = {*input, *left, 0};
    struct zstd_output out = {output, *room, 0};
    const size_t result = libraries.zstd_decode(decoder->state, &out, &in);
    *input += in.position;
    *left -= in.position;
    *room -= out.position;
    if (libraries.zstd_is_error(result)) return LIBCURL_UNDECODABLE;
    decoder->is_at_end = result == 0;
    return LIBCURL_DECODED;
}

libcurl_decoded libcurl_decode(
    libcurl_decoder *decoder, const uint8_t **input, size_t *left, uint8_t *output, size_t *room) {
    enum { longest_trailer = 4 };  // of raw deflate, as libcurl tolerates it
    if (decoder->coding == LIBCURL_DEFLATE && !decoder->has_zlib) {
        return find_format(decoder, input, left, output, room);
    }
    if (decoder->is_at_end && decoder->coding != LIBCURL_ZSTD) {
        decoder->trailing += *left;
        *input += *left;
        *left = 0;
        return decoder->trailing <= (decoder->is_raw ? longest_trailer : 0) ? LIBCURL_DECODED : LIBCURL_TOO_LONG;
    }
    switch (decoder->coding) {
    case LIBCURL_GZIP:
    case LIBCURL_DEFLATE: return inflate_some(decoder, input, left, output, room);
    case LIBCURL_BROTLI: return decode_brotli(decoder, input, left, output, room);
    case LIBCURL_ZSTD: return decode_zstd(decoder, input, left, output, room);
    }
    return LIBCURL_UNDECODABLE;
}

#endif
