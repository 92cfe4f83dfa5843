// libdispatch's interface, as far as it is used here. (Its header needs Swift's toolchain.)
//
// libcurl's handles are used on URLSession's queue only, so what other threads want is done there.

#ifndef CURLHOOKS_QUEUE_H
#define CURLHOOKS_QUEUE_H

#if defined(__linux__)

/// The queue that has called URLSession, which called libcurl.
void *dispatch_get_current_queue(void);
void dispatch_async_f(void *queue, void *context, void (*work)(void *context));
void dispatch_retain(void *object);
void dispatch_release(void *object);

#endif
#endif
