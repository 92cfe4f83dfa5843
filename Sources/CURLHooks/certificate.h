// The subject and issuer of the certificate that libcurl verifies.

#ifndef CURLHOOKS_CERTIFICATE_H
#define CURLHOOKS_CERTIFICATE_H

#if defined(__linux__)

#include <stdint.h>

/// Starts recording the verified certificate's subject and issuer in the transfer with that number.
void curlhooks_watch_certificates(void *easy, uint64_t identifier);

#endif
#endif
