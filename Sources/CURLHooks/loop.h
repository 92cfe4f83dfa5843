// The loop that drives transfers: a multi handle of libcurl and the thread that alone uses it.

#pragma once

#include "transfer.h"

/// Starts the transfer soon; once, from any thread. The loop keeps it until it has ended.
void curlhooks_start(curlhooks_transfer *transfer);
