/* The caller's allocator gives all that is handed out, gets all of it back, and may refuse. */
#include "checks.h"

#include <stdint.h>
#include <string.h>

/* Makes one of everything, in which any call may fail, and destroys it, the context first. */
static jacquard_status make_everything(counting* memory) {
    jacquard_context_options options;
    jacquard_source shader = source_of(kShader);
    jacquard_source runs = source_of(kCase);
    jacquard_context* context = NULL;
    jacquard_program* program = NULL;
    jacquard_text* text = NULL;
    jacquard_text* listing = NULL;
    jacquard_cost* cost = NULL;
    jacquard_results* results = NULL;
    jacquard_status status = JACQUARD_OK;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.allocator = counting_allocator(memory);
    status = jacquard_context_create(&options, &context);
    if (status == JACQUARD_OK) {
        status = jacquard_compile(context, &shader, NULL, &program);
    }
    if (status == JACQUARD_OK) {
        status = jacquard_program_assembly(program, &text);
    }
    if (status == JACQUARD_OK) {
        size_t count = 0;
        const uint64_t* words = jacquard_program_words(program, &count);
        status = jacquard_disassemble(context, words, count, 630, &listing);
    }
    if (status == JACQUARD_OK) {
        status = jacquard_program_cost(program, &cost);
    }
    if (status == JACQUARD_OK) {
        status = jacquard_run(context, program, &runs, &results);
    }
    jacquard_context_destroy(context);
    jacquard_program_destroy(program);
    if (text != NULL) {
        CHECK(strstr(jacquard_text_data(text), "end") != NULL);
    }
    jacquard_results_destroy(results);
    jacquard_text_destroy(text);
    jacquard_cost_destroy(cost);
    jacquard_text_destroy(listing);
    return status;
}

void test_memory(void) {
    counting memory = {0};
    size_t needed = 0;
    size_t i = 0;

    memory.left = SIZE_MAX;
    CHECK(make_everything(&memory) == JACQUARD_OK);
    CHECK(memory.blocks == 0 && memory.bytes == 0);
    needed = memory.all_blocks;
    CHECK(needed == 8); /* a context, a program, two texts with their letters, a report, results */

    for (i = 0; i < needed; ++i) {
        memset(&memory, 0, sizeof memory);
        memory.left = i;
        CHECK(make_everything(&memory) == JACQUARD_OUT_OF_MEMORY);
        CHECK(memory.blocks == 0 && memory.bytes == 0);
    }
}
