/* How the library may be used: structures of other versions, wrong pointers, order of destruction.
 */
#include "checks.h"

#include <string.h>

static void older_and_newer_callers_are_understood(void) {
    struct newer {
        jacquard_context_options known;
        uint64_t unknown;
    } newer;
    jacquard_context_options older;
    jacquard_context* context = NULL;

    /* Compiled before there were limits: what stands behind its end is not looked at. */
    memset(&older, 0xff, sizeof older);
    memset(&older, 0, offsetof(jacquard_context_options, max_input_bytes));
    older.struct_size = offsetof(jacquard_context_options, max_input_bytes);
    CHECK(jacquard_context_create(&older, &context) == JACQUARD_OK);
    jacquard_context_destroy(context);

    memset(&newer, 0, sizeof newer);
    newer.known.struct_size = sizeof newer;
    CHECK(jacquard_context_create(&newer.known, &context) == JACQUARD_OK);
    jacquard_context_destroy(context);
    newer.unknown = 1;
    CHECK(jacquard_context_create(&newer.known, &context) == JACQUARD_WRONG_USE);
    CHECK(context == NULL);
    newer.known.struct_size = 0;
    CHECK(jacquard_context_create(&newer.known, &context) == JACQUARD_WRONG_USE);
    newer.known.struct_size = offsetof(jacquard_context_options, on_diagnostic) + 4;
    CHECK(jacquard_context_create(&newer.known, &context) == JACQUARD_WRONG_USE);
}

static void answers_fit_the_callers_structure(void) {
    jacquard_context* context = NULL;
    jacquard_source shader = source_of(kShader);
    jacquard_program* program = NULL;
    struct {
        jacquard_instruction known;
        uint64_t behind;
    } larger;
    jacquard_instruction small;

    CHECK(jacquard_context_create(NULL, &context) == JACQUARD_OK);
    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK);
    memset(&small, 0x55, sizeof small);
    small.struct_size = offsetof(jacquard_instruction, name);
    CHECK(jacquard_program_instruction(program, 0, &small) == JACQUARD_OK);
    CHECK(small.word == jacquard_program_words(program, NULL)[0]);
    CHECK(small.category == 0x55555555); /* behind what the caller has */
    memset(&larger, 0x55, sizeof larger);
    larger.known.struct_size = sizeof larger;
    CHECK(jacquard_program_instruction(program, 0, &larger.known) == JACQUARD_OK);
    CHECK(larger.behind == 0);
    CHECK(larger.known.struct_size == sizeof larger);
    jacquard_release_memory(); /* what is in use stays as it is */
    CHECK(small.word == jacquard_program_words(program, NULL)[0]);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
    jacquard_release_memory();
}

static void null_is_wrong_use_and_no_crash(void) {
    jacquard_source shader = source_of(kShader);
    jacquard_source hollow = {0};
    jacquard_context* context = NULL;
    jacquard_program* program = NULL;
    jacquard_text* text = NULL;
    jacquard_cost* cost = NULL;
    jacquard_results* results = NULL;
    jacquard_context_options half = {0};
    size_t count = 1;

    CHECK(jacquard_context_create(NULL, NULL) == JACQUARD_WRONG_USE);
    half.struct_size = sizeof half;
    half.allocator.allocate = counting_allocator(NULL).allocate;
    CHECK(jacquard_context_create(&half, &context) == JACQUARD_WRONG_USE);
    CHECK(jacquard_context_create(NULL, &context) == JACQUARD_OK);
    CHECK(jacquard_compile(NULL, &shader, NULL, &program) == JACQUARD_WRONG_USE);
    CHECK(jacquard_compile(context, NULL, NULL, &program) == JACQUARD_WRONG_USE);
    CHECK(jacquard_compile(context, &shader, NULL, NULL) == JACQUARD_WRONG_USE);
    CHECK(jacquard_compile(context, &hollow, NULL, &program) == JACQUARD_WRONG_USE);
    hollow.struct_size = sizeof hollow;
    CHECK(jacquard_compile(context, &hollow, NULL, &program) == JACQUARD_MALFORMED);
    hollow.size = 1;
    CHECK(jacquard_compile(context, &hollow, NULL, &program) == JACQUARD_WRONG_USE);
    CHECK(jacquard_assemble(context, NULL, 0, &program) == JACQUARD_WRONG_USE);
    CHECK(jacquard_program_create(context, NULL, 1, NULL, 0, &program) == JACQUARD_WRONG_USE);
    CHECK(jacquard_disassemble(context, NULL, 1, 630, &text) == JACQUARD_WRONG_USE);
    CHECK(jacquard_explain_name(context, NULL, &text) == JACQUARD_WRONG_USE);
    CHECK(jacquard_explain_word(NULL, 0, 630, &text) == JACQUARD_WRONG_USE);
    CHECK(jacquard_program_header(NULL, &text) == JACQUARD_WRONG_USE);
    CHECK(jacquard_program_cost(NULL, &cost) == JACQUARD_WRONG_USE);
    CHECK(jacquard_run(context, NULL, NULL, &results) == JACQUARD_WRONG_USE);
    CHECK(jacquard_interpret(context, NULL, NULL, NULL, &results) == JACQUARD_WRONG_USE);
    jacquard_context_destroy(context);

    CHECK(jacquard_program_words(NULL, &count) == NULL && count == 0);
    CHECK(jacquard_program_gpu(NULL) == 0 && jacquard_program_stage(NULL) == NULL);
    CHECK(jacquard_text_data(NULL) == NULL && jacquard_text_size(NULL) == 0);
    CHECK(jacquard_cost_figure_count(NULL) == 0 && jacquard_cost_line_count(NULL) == 0);
    CHECK(jacquard_results_count(NULL) == 0);
    CHECK(jacquard_results_live_lanes(NULL, 0) == 0);
    CHECK(jacquard_results_output_count(NULL, 0) == 0);
    CHECK(jacquard_results_memory_count(NULL, 0) == 0);
    CHECK(jacquard_find_part(NULL) == 0);
    jacquard_context_destroy(NULL);
    jacquard_program_destroy(NULL);
    jacquard_text_destroy(NULL);
    jacquard_cost_destroy(NULL);
    jacquard_results_destroy(NULL);
}

void test_use(void) {
    older_and_newer_callers_are_understood();
    answers_fit_the_callers_structure();
    null_is_wrong_use_and_no_crash();
}
