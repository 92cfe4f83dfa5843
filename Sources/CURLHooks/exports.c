#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>

#include "CURLHooks.h"
#include "callers.h"
#include "functions.h"
#include "interposed.h"

// A linker exports from an executable the functions that a shared library on its command line asks for.
// FoundationNetworking asks for libcurl's by name and version: Debian's and Ubuntu's, with OpenSSL or
// GnuTLS; other builds of libcurl have no versions. (With @@ lld would not export them.)
#define VERSIONS(name) \
    __asm__(".symver curl_" #name ", curl_" #name "@CURL_OPENSSL_4\n" \
            ".symver curl_" #name ", curl_" #name "@CURL_GNUTLS_4");

#define EXPORT(result, name, parameters, arguments) \
    result curl_##name parameters; \
    result curl_##name parameters { \
        const __typeof__(libcurl_real()->name) other = \
            libcurl_function_of_others(__builtin_return_address(0), "curl_" #name, libcurl_real()->name); \
        return other ? other arguments : curlhooks_##name arguments; \
    } \
    VERSIONS(name)

CURLHOOKS_INTERPOSED(EXPORT)

// Only libcurl asks for libnghttp2's functions, and is not on the command line. Swift hands on to the linker
// what it finds in this section. (`send` needs nothing: libc is always on the command line, and defines it.)
#define EXPORT_BY_NAME(name) \
    __asm__(".pushsection .swift1_autolink_entries, \"e\", %progbits\n" \
            ".asciz \"-Wl,--export-dynamic-symbol=" #name "\"\n" \
            ".popsection");

EXPORT_BY_NAME(nghttp2_session_callbacks_set_on_frame_recv_callback)

/// Whether a reference to the function leads here, with a version or without.
static bool is_exported(const char *name, const void *own) {
    return dlsym(RTLD_DEFAULT, name) == own || dlvsym(RTLD_DEFAULT, name, "CURL_OPENSSL_4") == own
        || dlvsym(RTLD_DEFAULT, name, "CURL_GNUTLS_4") == own;
}

bool curlhooks_in_effect(void) {
    if (!libcurl_is_complete()) return false;
#define IS_EXPORTED(result, name, parameters, arguments) \
    if (!is_exported("curl_" #name, (const void *)curl_##name)) return false;
    CURLHOOKS_INTERPOSED(IS_EXPORTED)
    return true;
}

#endif
