/* What programs compute. */
#include "checks.h"

#include <string.h>

static jacquard_program* compiled(jacquard_context* context, const char* text) {
    jacquard_source shader = source_of(text);
    jacquard_program* program = NULL;
    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK);
    return program;
}

/* The product of (2, 3, 4, 1) and (1, 2, 3, 4) as bits of floats. */
static void is_the_product(const jacquard_results* results) {
    static const uint32_t product[4] = {0x40000000, 0x40c00000, 0x41400000, 0x40800000};
    jacquard_output output = {0};
    output.struct_size = sizeof output;
    CHECK(jacquard_results_count(results) == 1);
    CHECK(jacquard_results_live_lanes(results, 0) == 0xf);
    CHECK(jacquard_results_output_count(results, 0) == 1);
    CHECK(jacquard_results_get_output(results, 0, 0, &output) == JACQUARD_OK);
    CHECK(output.index == 0 && output.semantic_index == 0);
    CHECK(strcmp(output.semantic, "COLOR") == 0);
    CHECK(output.vertex == -1 && output.lanes == 0xf);
    CHECK(memcmp(output.values[0], product, sizeof product) == 0);
    CHECK(output.values[1][0] == 0); /* the case gives lane 0 alone */
    CHECK(jacquard_results_get_output(results, 0, 1, &output) == JACQUARD_WRONG_USE);
    CHECK(jacquard_results_get_output(results, 1, 0, &output) == JACQUARD_WRONG_USE);
}

static void both_engines_run_a_case(jacquard_context* context) {
    jacquard_source shader = source_of(kShader);
    jacquard_source runs = source_of(kCase);
    jacquard_program* program = compiled(context, kShader);
    jacquard_results* results = NULL;
    CHECK(jacquard_run(context, program, &runs, &results) == JACQUARD_OK);
    jacquard_program_destroy(program);
    is_the_product(results);
    jacquard_results_destroy(results);
    CHECK(jacquard_interpret(context, &shader, NULL, &runs, &results) == JACQUARD_OK);
    is_the_product(results);
    jacquard_results_destroy(results);
}

static void without_a_case_all_is_0(jacquard_context* context) {
    jacquard_program* program = compiled(context, kShader);
    jacquard_results* results = NULL;
    jacquard_output output = {0};
    output.struct_size = sizeof output;
    CHECK(jacquard_run(context, program, NULL, &results) == JACQUARD_OK);
    CHECK(jacquard_results_get_output(results, 0, 0, &output) == JACQUARD_OK);
    CHECK(output.values[0][0] == 0);
    jacquard_results_destroy(results);
    jacquard_program_destroy(program);
}

static void memory_is_handed_out(jacquard_context* context) {
    jacquard_source shader = source_of("COMP\nDCL BUFFER[0]\n  0: END\n");
    jacquard_source runs = source_of("shader tests/a.comp.tgsi\n"
                                     "run\n"
                                     "MEMORY ssbo 1 1 00000005 00000000 00000000 00000000\n");
    jacquard_results* results = NULL;
    jacquard_memory memory = {0};
    memory.struct_size = sizeof memory;
    CHECK(jacquard_interpret(context, &shader, NULL, &runs, &results) == JACQUARD_OK);
    CHECK(jacquard_results_memory_count(results, 0) == 2);
    CHECK(jacquard_results_get_memory(results, 0, 1, &memory) == JACQUARD_OK);
    CHECK(strcmp(memory.space, "ssbo") == 0 && memory.buffer == 1);
    CHECK(memory.word_count == 8 && memory.words[4] == 5);
    CHECK(jacquard_results_get_memory(results, 0, 2, &memory) == JACQUARD_WRONG_USE);
    jacquard_results_destroy(results);
}

static void the_interpreter_runs_for_parts_that_there_are(void) {
    heard last = {0};
    jacquard_context_options listens = {0};
    jacquard_context* context = NULL;
    jacquard_source shader = source_of(kShader);
    jacquard_compile_options options = {0};
    jacquard_results* results = NULL;
    listens.struct_size = sizeof listens;
    listens.on_diagnostic = hear;
    listens.diagnostic_user = &last;
    CHECK(jacquard_context_create(&listens, &context) == JACQUARD_OK);
    options.struct_size = sizeof options;
    options.gpu = 999;
    CHECK(jacquard_interpret(context, &shader, &options, NULL, &results) == JACQUARD_UNKNOWN_PART);
    CHECK(strcmp(last.code, "D103") == 0 && results == NULL);
    options.gpu = 730;
    options.wave_size = 3; /* no power of two */
    CHECK(jacquard_interpret(context, &shader, &options, NULL, &results) == JACQUARD_WRONG_USE);
    CHECK(strcmp(last.code, "B102") == 0 && results == NULL);
    options.wave_size = 0;
    CHECK(jacquard_interpret(context, &shader, &options, NULL, &results) == JACQUARD_OK);
    jacquard_results_destroy(results);
    jacquard_context_destroy(context);
}

static void what_cannot_run_says_why(void) {
    heard last = {0};
    jacquard_context_options options = {0};
    jacquard_context* context = NULL;
    jacquard_source runs = source_of("run\nCONST nothing\n");
    jacquard_source endless = source_of("nop\nl1: jump #l1\nend\n");
    jacquard_source unready = source_of("mul.f r0.x, r0.x, r0.y\nmul.f r0.z, r0.x, r0.x\nend\n");
    jacquard_program* program = NULL;
    jacquard_results* results = NULL;
    options.struct_size = sizeof options;
    options.on_diagnostic = hear;
    options.diagnostic_user = &last;
    CHECK(jacquard_context_create(&options, &context) == JACQUARD_OK);

    program = compiled(context, kShader);
    runs.name = "a.case";
    CHECK(jacquard_run(context, program, &runs, &results) == JACQUARD_MALFORMED);
    CHECK(results == NULL && strcmp(last.source_name, "a.case") == 0);
    jacquard_program_destroy(program);

    CHECK(jacquard_assemble(context, &endless, 630, &program) == JACQUARD_OK);
    CHECK(jacquard_run(context, program, NULL, &results) == JACQUARD_TOO_LARGE);
    CHECK(strcmp(last.code, "L106") == 0);
    jacquard_program_destroy(program);

    CHECK(jacquard_assemble(context, &unready, 630, &program) == JACQUARD_OK);
    CHECK(jacquard_run(context, program, NULL, &results) == JACQUARD_FAULTED);
    CHECK(strcmp(last.code, "D204") == 0);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
}

void test_running(void) {
    jacquard_context* context = NULL;
    CHECK(jacquard_context_create(NULL, &context) == JACQUARD_OK);
    both_engines_run_a_case(context);
    without_a_case_all_is_0(context);
    memory_is_handed_out(context);
    jacquard_context_destroy(context);
    the_interpreter_runs_for_parts_that_there_are();
    what_cannot_run_says_why();
}
