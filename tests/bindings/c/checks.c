#include "checks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char kShader[] = "FRAG\n"
                       "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                       "DCL OUT[0], COLOR\n"
                       "DCL CONST[0]\n"
                       "  0: MUL OUT[0], CONST[0], IN[0]\n"
                       "  1: END\n";

const char kCase[] = "shader tests/a.frag.tgsi\n"
                     "run\n"
                     "CONST 0 0 40000000 40400000 40800000 3f800000\n"
                     "IN 0 lane 0 3f800000 40000000 40400000 40800000\n";

const char kLoop[] = "FRAG\n"
                     "DCL OUT[0], COLOR\n"
                     "DCL CONST[0]\n"
                     "DCL TEMP[0]\n"
                     "IMM[0] UINT32 {0, 1, 0, 0}\n"
                     "  0: MOV TEMP[0], IMM[0].xxxx\n"
                     "  1: BGNLOOP\n"
                     "  2:   USGE TEMP[0].y, TEMP[0].xxxx, CONST[0].xxxx\n"
                     "  3:   UIF TEMP[0].yyyy\n"
                     "  4:     BRK\n"
                     "  5:   ENDIF\n"
                     "  6:   UADD TEMP[0].x, TEMP[0].xxxx, IMM[0].yyyy\n"
                     "  7: ENDLOOP\n"
                     "  8: MOV OUT[0], TEMP[0].xxxx\n"
                     "  9: END\n";

static int failed = 0;

void check(int holds, const char* what, const char* file, int line) {
    if (!holds) {
        printf("%s:%d: does not hold: %s\n", file, line, what);
        ++failed;
    }
}

int failures(void) {
    return failed;
}

/* In front of each block stands its size, with room for any alignment. */
enum { kBefore = 32 };

static void* give(void* user, size_t size) {
    counting* state = user;
    unsigned char* block = NULL;
    if (state->left == 0) {
        return NULL;
    }
    if (state->left != SIZE_MAX) {
        --state->left;
    }
    block = malloc(size + kBefore);
    if (block == NULL) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    ++state->blocks;
    ++state->all_blocks;
    state->bytes += size;
    return block + kBefore;
}

static void take(void* user, void* memory, size_t size) {
    counting* state = user;
    unsigned char* block = (unsigned char*)memory - kBefore;
    size_t given = 0;
    memcpy(&given, block, sizeof given);
    CHECK(given == size);
    --state->blocks;
    state->bytes -= size;
    memset(block, 0xdd, size + kBefore);
    free(block);
}

jacquard_allocator counting_allocator(counting* state) {
    jacquard_allocator allocator;
    allocator.allocate = give;
    allocator.release = take;
    allocator.user = state;
    return allocator;
}

void hear(void* user, const jacquard_diagnostic* diagnostic) {
    heard* last = user;
    ++last->count;
    CHECK(diagnostic->struct_size == sizeof *diagnostic);
    snprintf(last->code, sizeof last->code, "%s", diagnostic->code);
    snprintf(last->source_name, sizeof last->source_name, "%s", diagnostic->source_name);
    snprintf(last->message, sizeof last->message, "%s", diagnostic->message);
    last->position = diagnostic->position;
    last->notes = diagnostic->note_count;
}

jacquard_source source_of(const char* text) {
    jacquard_source source;
    memset(&source, 0, sizeof source);
    source.struct_size = sizeof source;
    source.data = text;
    source.size = strlen(text);
    return source;
}

int main(void) {
    test_compiling();
    test_words();
    test_running();
    test_launching();
    test_use();
    test_memory();
    printf("%d failed\n", failures());
    return failures() != 0;
}
