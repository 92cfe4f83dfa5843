// The functions of libcurl that URLSession calls here first.

#pragma once

/// Each once: its result, its name without `curl_`, its parameters, and these as arguments.
#define CURLHOOKS_INTERPOSED(each) \
    each(int, multi_add_handle, (void *multi, void *easy), (multi, easy)) \
    each(int, multi_remove_handle, (void *multi, void *easy), (multi, easy))

// The functions that URLSession's calls reach (urlsession.c).
#define CURLHOOKS_DECLARE(result, name, parameters, arguments) result curlhooks_##name parameters;
CURLHOOKS_INTERPOSED(CURLHOOKS_DECLARE)
