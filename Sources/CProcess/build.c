#define _GNU_SOURCE
#include "CProcess.h"

#include <dlfcn.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#if defined(__linux__)
// A release is linked with an object that has it (build-release).
extern const char formpost_commit[] __attribute__((weak));

const char *cprocess_commit(void) { return formpost_commit ? formpost_commit : ""; }
#else
const char *cprocess_commit(void) { return ""; }
#endif

const char *cprocess_libc_version(void) {
#if defined(__GLIBC__)
    return gnu_get_libc_version();
#else
    return 0;
#endif
}

bool cprocess_has_static_runtime(void) {
    Dl_info runtime, own;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    if (!symbol) return true;
    return dladdr(symbol, &runtime) && dladdr((void *)cprocess_has_static_runtime, &own) &&
           runtime.dli_fbase == own.dli_fbase;
}
