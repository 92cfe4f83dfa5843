#define _GNU_SOURCE
#include "CProcess.h"

#if defined(__linux__)
#include <sys/mman.h>

int cprocess_memory_file(void) { return memfd_create("formpost", MFD_CLOEXEC); }
#else
int cprocess_memory_file(void) { return -1; }
#endif
