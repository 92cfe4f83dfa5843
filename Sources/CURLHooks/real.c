#if defined(__linux__)

#define _GNU_SOURCE
#include "real.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct curlhooks_functions functions;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static void look_up(void) {
    const struct { void *function; const char *name; } names[] = {
        {&functions.easy_setopt, "curl_easy_setopt"},
        {&functions.easy_cleanup, "curl_easy_cleanup"},
        {&functions.easy_pause, "curl_easy_pause"},
        {&functions.multi_setopt, "curl_multi_setopt"},
        {&functions.multi_add_handle, "curl_multi_add_handle"},
        {&functions.multi_socket_action, "curl_multi_socket_action"},
        {&functions.multi_timeout, "curl_multi_timeout"},
        {&functions.multi_info_read, "curl_multi_info_read"},
        {&functions.multi_cleanup, "curl_multi_cleanup"},
        {&functions.http2_callbacks_new, "nghttp2_session_callbacks_new"},
        {&functions.http2_set_read_length,
         "nghttp2_session_callbacks_set_data_source_read_length_callback"},
        {&functions.http2_set_on_frame, "nghttp2_session_callbacks_set_on_frame_recv_callback"},
        {&functions.http2_stream_data, "nghttp2_session_get_stream_user_data"},
        {&functions.http2_next_stream, "nghttp2_session_get_next_stream_id"},
        {&functions.send, "send"},
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *symbol = dlsym(RTLD_NEXT, names[index].name);
        memcpy(names[index].function, &symbol, sizeof symbol);
    }
}

const struct curlhooks_functions *curlhooks_real(void) {
    pthread_once(&looked_up, look_up);
    return &functions;
}

#endif
