#if defined(__linux__)

#define _GNU_SOURCE
#include "callers.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

/// A library or the executable, in memory.
struct module {
    uintptr_t begin, end;
    const char *path;  // empty for the executable
};

static struct module urlsession;
static void *urlsession_handle;  // RTLD_NEXT if FoundationNetworking is linked statically
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

struct search {
    uintptr_t address;
    struct module *found;
};

/// Whether it is the module with the address; then fills it in.
static int compare(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    const struct search *search = data;
    uintptr_t begin = UINTPTR_MAX, end = 0;
    for (size_t index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type != PT_LOAD) continue;
        const uintptr_t first = info->dlpi_addr + info->dlpi_phdr[index].p_vaddr;
        const uintptr_t last = first + info->dlpi_phdr[index].p_memsz;
        if (first < begin) begin = first;
        if (last > end) end = last;
    }
    if (search->address < begin || search->address >= end) return 0;
    *search->found = (struct module){begin, end, info->dlpi_name};
    return 1;
}

static bool find_module(const void *address, struct module *found) {
    struct search search = {(uintptr_t)address, found};
    return dl_iterate_phdr(compare, &search);
}

static void look_up(void) {
    urlsession_handle = dlopen("libFoundationNetworking.so", RTLD_LAZY | RTLD_NOLOAD);
    struct link_map *map = NULL;
    if (urlsession_handle && dlinfo(urlsession_handle, RTLD_DI_LINKMAP, &map) == 0) {
        find_module(map->l_ld, &urlsession);
    } else {
        urlsession_handle = RTLD_NEXT;
        find_module(&urlsession, &urlsession);
    }
}

bool libcurl_find(const char *name, void *pointer) {
    pthread_once(&looked_up, look_up);
    void *symbol = dlsym(urlsession_handle, name);
    memcpy(pointer, &symbol, sizeof symbol);
    return symbol;
}

void *libcurl_function_of_others(const void *caller, const char *name, const void *real) {
    pthread_once(&looked_up, look_up);
    if ((uintptr_t)caller >= urlsession.begin && (uintptr_t)caller < urlsession.end) return NULL;
    struct module module;
    if (!find_module(caller, &module)) return NULL;
    void *function = NULL;
    if (module.path[0] == '\0') {
        function = dlsym(RTLD_NEXT, name);
    } else {
        void *handle = dlopen(module.path, RTLD_LAZY | RTLD_NOLOAD);
        if (!handle) return NULL;
        function = dlsym(handle, name);
        dlclose(handle);
    }
    return function == real ? NULL : function;
}

#endif
