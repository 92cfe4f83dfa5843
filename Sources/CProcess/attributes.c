#if defined(__linux__)
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#endif

#include "CProcess.h"

#if defined(__linux__)

enum { most = 1 << 16 };  // of names and of a value: XATTR_LIST_MAX, XATTR_SIZE_MAX

/// Whether the file at `path` has each of these attributes with the descriptor's value.
static bool has_all(const char *path, int descriptor, const char *names, ssize_t size, char *room) {
    char *own = room, *other = room + most;
    for (const char *name = names; name < names + size; name += strlen(name) + 1) {
        const ssize_t count = fgetxattr(descriptor, name, own, most);
        if (count < 0 || getxattr(path, name, other, most) != count) return false;
        if (memcmp(own, other, (size_t)count) != 0) return false;
    }
    return true;
}

bool cprocess_has_same_attributes(const char *path, int descriptor) {
    // Where a file system has none, these fail.
    const ssize_t size = listxattr(path, NULL, 0), other_size = flistxattr(descriptor, NULL, 0);
    if (size <= 0 && other_size <= 0) return true;
    char *room = malloc(3 * most);
    if (!room || size != other_size) {
        free(room);
        return false;
    }
    const ssize_t count = flistxattr(descriptor, room, most);
    const bool is_same = count == size && has_all(path, descriptor, room, count, room + most);
    free(room);
    return is_same;
}

#else

bool cprocess_has_same_attributes(const char *path, int descriptor) {
    (void)path, (void)descriptor;
    return true;
}

#endif
