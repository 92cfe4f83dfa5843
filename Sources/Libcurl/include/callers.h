// The libraries that call libcurl in this process: URLSession's, and others with a libcurl of their own.

#pragma once

#include <stdbool.h>

/// Stores a function of the libcurl under URLSession, or of the libraries under that, in the function pointer at
/// `pointer`: null, and false, if there is none.
bool libcurl_find(const char *name, void *pointer);

/// The function that `caller` would call if this module did not define one; null if that is `real`, the
/// one that URLSession would call. An app or one of its libraries may be linked with another libcurl.
void *libcurl_function_of_others(const void *caller, const char *name, const void *real);
