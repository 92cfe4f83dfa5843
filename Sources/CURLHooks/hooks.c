#include "CURLHooks.h"
