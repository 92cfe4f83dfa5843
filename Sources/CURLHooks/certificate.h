// The subject and issuer of the certificate that libcurl verifies.

#pragma once

#include <stdint.h>

/// Starts recording the verified certificate's subject and issuer in the transfer with that number.
void curlhooks_watch_certificates(void *easy, uint64_t identifier);
