// The loop that drives transfers: a multi handle of libcurl and its thread.

#pragma once

#include "transfer.h"

/// Starts the transfer soon; once, from any thread. The loop keeps it until it has ended.
void curlhooks_start(curlhooks_transfer *transfer);
