// The callbacks by which libcurl reports a transfer, and a transfer's beginning and end.

#pragma once

#include "transfer.h"

/// The transfer is about to be given to libcurl.
void curlhooks_begin(curlhooks_transfer *transfer);
/// The transfer has ended with a CURLcode; once.
void curlhooks_finish(curlhooks_transfer *transfer, int code);
