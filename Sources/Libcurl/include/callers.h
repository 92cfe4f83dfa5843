// The libraries that call libcurl in this process: URLSession's, and others with a libcurl of their own.

#pragma once

/// A function of the libcurl under URLSession or of the libraries under that; null where there is none.
void *libcurl_symbol(const char *name);

/// The function that `caller` would call if this module did not define one; null if that is `real`, the
/// one that URLSession would call. An app or one of its libraries may be linked with another libcurl.
void *libcurl_function_of_others(const void *caller, const char *name, const void *real);
