// Writes ICU's data, which Foundation carries, without that of languages other than English: of 34 MB
// 11 are left. formpost speaks English, and its dates are those of HTTP (the locale en_US_POSIX).
//
// It is linked with Foundation's ICU, whose data is one table of named items, sorted by name; ICU
// takes an item that is not there as it takes a language that it does not know.
//
// ICU_DATA is the name of the data: it has ICU's version in it.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const unsigned char ICU_DATA[];

// Offsets from the table's beginning, which is its count of items.
struct item {
    uint32_t name, content;
};

static bool begins(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

// Names are as icudt76l/en.res and icudt76l/zone/en_GB.res.
static bool isKept(const char *name) {
    const char *file = strrchr(name, '/') + 1;
    const char *ending = strrchr(file, '.');
    // The dictionaries divide Asian languages into words.
    if (!ending || strcmp(ending, ".res") != 0) return !ending || strcmp(ending, ".dict") != 0;
    // A language's code has two or three letters; root, pool, zoneinfo64 and the like belong to all.
    size_t letters = strcspn(file, "_.");
    return letters > 3 || begins(file, "res_index") || begins(file, "en_") || begins(file, "en.");
}

static void put(const void *bytes, size_t count) {
    if (fwrite(bytes, 1, count, stdout) != count) exit(1);
}

static void pad(size_t count) {
    static const char zeros[16];
    put(zeros, -count % sizeof zeros);
}

int main(void) {
    uint16_t header;
    uint32_t count;
    memcpy(&header, ICU_DATA, sizeof header);
    const unsigned char *table = ICU_DATA + header;
    memcpy(&count, table, sizeof count);
    const struct item *items = (const struct item *)(table + sizeof count);

    // The last item's end is not known; it is Zulu's.
    if (count == 0 || isKept((const char *)table + items[count - 1].name)) return 1;
    struct item *kept = calloc(count, sizeof *kept);
    uint32_t *sources = calloc(count, sizeof *sources);
    uint32_t keptCount = 0;
    for (uint32_t index = 0; kept && sources && index < count; index++) {
        if (isKept((const char *)table + items[index].name)) sources[keptCount++] = index;
    }

    uint32_t place = sizeof count + keptCount * sizeof *kept;
    for (uint32_t index = 0; index < keptCount; index++) {
        kept[index].name = place;
        place += strlen((const char *)table + items[sources[index]].name) + 1;
    }
    // Each item's content begins at a multiple of 16 of the table, as ICU's own do.
    uint32_t names = place;
    for (uint32_t index = 0; index < keptCount; index++) {
        const struct item *item = &items[sources[index]];
        place += -place % 16;
        kept[index].content = place;
        place += item[1].content - item[0].content;
    }

    put(ICU_DATA, header);
    put(&keptCount, sizeof keptCount);
    put(kept, keptCount * sizeof *kept);
    for (uint32_t index = 0; index < keptCount; index++) {
        const char *name = (const char *)table + items[sources[index]].name;
        put(name, strlen(name) + 1);
    }
    place = names;
    for (uint32_t index = 0; index < keptCount; index++) {
        const struct item *item = &items[sources[index]];
        pad(place);
        put(table + item[0].content, item[1].content - item[0].content);
        place = kept[index].content + (item[1].content - item[0].content);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}
