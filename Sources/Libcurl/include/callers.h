// The libcurl under URLSession, and the libraries that call a libcurl in this process: others may have their own.

#pragma once

#include <stdbool.h>

/// The handle of libcurl in a release, which opens it when it is needed (Sources/Packaging/libcurl.c); null, with
/// the loader's reason, if that fails. Other executables are linked with libcurl.
void *libcurl_opened(const char **reason) __attribute__((weak));

/// Stores a function of the libcurl under URLSession, or of the libraries under that, in the function pointer at
/// `pointer`: null, and false, if there is none.
bool libcurl_find(const char *name, void *pointer);

/// The function that `caller` would call if this module did not define one: for URLSession that is `real`. An app
/// or one of its libraries may be linked with another libcurl.
void *libcurl_next(const void *caller, const char *name, void *real);
