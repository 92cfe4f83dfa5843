// The cookies that transfers share, as the transfers use them.

#pragma once

#include "CURLHooks.h"

/// Lets an easy handle share the cookies; the CURLcode.
int curlhooks_use_cookies(void *_Nonnull easy, const curlhooks_cookies *_Nonnull cookies);
/// libcurl has read the files of cookies; they may be null.
void curlhooks_cookies_loaded(curlhooks_cookies *_Nullable cookies);
