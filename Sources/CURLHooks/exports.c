#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>

#include "CURLHooks.h"
#include "Libcurl.h"
#include "callers.h"
#include "functions.h"
#include "interposed.h"

// An executable exports what a shared library on the linker's command line defines, as libc does `send`, and no
// other function: Swift hands on to the linker what it finds in this section. Without a version, a function answers
// to references with any; a version would have to be one of the executable's or library's own.
#define EXPORT_BY_NAME(name) \
    __asm__(".pushsection .swift1_autolink_entries, \"e\", %progbits\n" \
            ".asciz \"-Wl,--export-dynamic-symbol=" name "\"\n" \
            ".popsection");

#define EXPORT(result, name, parameters, arguments) \
    result curl_##name parameters; \
    result curl_##name parameters { \
        const __typeof__(libcurl_real()->name) other = \
            libcurl_function_of_others(__builtin_return_address(0), "curl_" #name, libcurl_real()->name); \
        return other ? other arguments : curlhooks_##name arguments; \
    } \
    EXPORT_BY_NAME("curl_" #name)

CURLHOOKS_INTERPOSED(EXPORT)

EXPORT_BY_NAME("nghttp2_session_callbacks_set_on_frame_recv_callback")

bool curlhooks_in_effect(void) {
    if (!libcurl_is_complete()) return false;
    // In a release they are the only ones of these names.
    if (libcurl_opened) return true;
#define IS_EXPORTED(result, name, parameters, arguments) \
    if (dlsym(RTLD_DEFAULT, "curl_" #name) != (const void *)curl_##name) return false;
    CURLHOOKS_INTERPOSED(IS_EXPORTED)
    return true;
}

#endif
