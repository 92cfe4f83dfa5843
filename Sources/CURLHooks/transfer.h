// What the hooked functions ask of the transfers they know.

#ifndef CURLHOOKS_TRANSFER_H
#define CURLHOOKS_TRANSFER_H

#include "CURLHooks.h"

#if defined(__linux__)

enum { CURLHOOKS_FAILED_INIT = 2, CURLHOOKS_BAD_HANDLE = 1 };  // CURLE_FAILED_INIT, CURLM_BAD_HANDLE

/// Whether the option was taken care of and must not reach libcurl as URLSession gave it.
bool curlhooks_intercept(void *easy, int option, void *value);
/// The handle is gone, and libcurl's hold on its transfer with it.
void curlhooks_forget(void *easy);
/// libcurl has ended the transfer of this handle.
void curlhooks_finish(void *easy, int code);
/// The real curl_easy_setopt.
int curlhooks_real_setopt(void *easy, int option, void *value);

#endif
#endif
