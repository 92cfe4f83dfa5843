// A receiver for measuring: takes requests on 127.0.0.1 as fast as recv(2) gives them, a thread for
// each connection, and answers each with an empty 200 when its body has come. The port is printed.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { capacity = 1 << 20 };

// What was received of a connection and not yet used: bytes[start..<end].
struct input {
    int socket;
    size_t start, end;
    char bytes[capacity + 1];
};

static bool receive(struct input *input) {
    if (input->start > 0) {
        memmove(input->bytes, input->bytes + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    ssize_t count = recv(input->socket, input->bytes + input->end, capacity - input->end, 0);
    if (count <= 0) return false;
    input->end += (size_t)count;
    return true;
}

// The text up to and with `ending`, used; NULL at the end of the connection.
static char *line(struct input *input, const char *ending) {
    for (;;) {
        input->bytes[input->end] = 0;
        char *text = input->bytes + input->start;
        char *found = memmem(text, input->end - input->start, ending, strlen(ending));
        if (found) {
            *found = 0;
            input->start += (size_t)(found - text) + strlen(ending);
            return text;
        }
        if (input->end == capacity || !receive(input)) return NULL;
    }
}

static bool discard(struct input *input, uint64_t length) {
    for (;;) {
        uint64_t held = input->end - input->start;
        if (held >= length) break;
        length -= held;
        input->start = input->end = 0;
        if (!receive(input)) return false;
    }
    input->start += length;
    return true;
}

static bool discardChunks(struct input *input) {
    for (;;) {
        char *size = line(input, "\r\n");
        if (!size) return false;
        uint64_t length = strtoull(size, NULL, 16);
        if (!discard(input, length + 2)) return false;
        if (length == 0) return true;
    }
}

static bool reply(struct input *input, const char *response) {
    return send(input->socket, response, strlen(response), MSG_NOSIGNAL) > 0;
}

static void *serve(void *argument) {
    struct input *input = argument;
    char *head;
    while ((head = line(input, "\r\n\r\n"))) {
        const char *length = strcasestr(head, "\nContent-Length:");
        bool chunked = strcasestr(head, "\nTransfer-Encoding: chunked") != NULL;
        uint64_t count = length ? strtoull(length + 16, NULL, 10) : 0;
        if (strcasestr(head, "\nExpect:") && !reply(input, "HTTP/1.1 100 Continue\r\n\r\n")) break;
        if (!(chunked ? discardChunks(input) : discard(input, count))) break;
        if (!reply(input, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) break;
    }
    close(input->socket);
    free(input);
    return NULL;
}

int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 128) != 0
        || getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
        perror("sink");
        return 1;
    }
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    for (;;) {
        struct input *input = malloc(sizeof *input);
        input->socket = accept(listener, NULL, NULL);
        if (input->socket < 0) return 1;
        input->start = input->end = 0;
        setsockopt(input->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, input) != 0) return 1;
        pthread_detach(thread);
    }
}
