/* Words, names and costs. */
#include "checks.h"

#include <math.h>
#include <string.h>

static void words_become_text(jacquard_context* context) {
    const uint64_t words[2] = {UINT64_C(0x4730000a00002006), UINT64_C(0xffffffffffffffff)};
    jacquard_text* text = NULL;
    CHECK(jacquard_disassemble(context, words, 2, 630, &text) == JACQUARD_OK);
    CHECK(strcmp(jacquard_text_data(text), "bary.f r2.z, 6, r0.x\n.word 0xffffffffffffffff\n") ==
          0);
    jacquard_text_destroy(text);
    CHECK(jacquard_disassemble(context, NULL, 0, 630, &text) == JACQUARD_OK);
    CHECK(jacquard_text_size(text) == 0);
    jacquard_text_destroy(text);
    CHECK(jacquard_disassemble(context, words, 2, 1, &text) == JACQUARD_UNKNOWN_PART);
    CHECK(text == NULL);
}

static void words_and_names_are_explained(jacquard_context* context) {
    jacquard_text* text = NULL;
    CHECK(jacquard_explain_word(context, UINT64_C(0x4730000a00002006), 630, &text) == JACQUARD_OK);
    CHECK(strstr(jacquard_text_data(text), "defs/ir3/") != NULL);
    jacquard_text_destroy(text);
    CHECK(jacquard_explain_word(context, ~UINT64_C(0), 630, &text) == JACQUARD_OK);
    CHECK(strncmp(jacquard_text_data(text), "nearest instructions", 20) == 0);
    jacquard_text_destroy(text);
    CHECK(jacquard_explain_name(context, "ir3:mul.f", &text) == JACQUARD_OK);
    CHECK(strstr(jacquard_text_data(text), "Product.") != NULL);
    jacquard_text_destroy(text);
    CHECK(jacquard_explain_name(context, "B102", &text) == JACQUARD_OK);
    jacquard_text_destroy(text);
    CHECK(jacquard_explain_name(context, "fmull", &text) == JACQUARD_MALFORMED);
}

static jacquard_cost* cost_of(jacquard_context* context, const char* text) {
    jacquard_source shader = source_of(text);
    jacquard_program* program = NULL;
    jacquard_cost* cost = NULL;
    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK);
    CHECK(jacquard_program_cost(program, &cost) == JACQUARD_OK);
    jacquard_program_destroy(program); /* the report stays */
    return cost;
}

static void costs_are_figures_and_lines(jacquard_context* context) {
    jacquard_cost* cost = cost_of(context, kShader);
    jacquard_cost_figure figure = {0};
    jacquard_cost_line line = {0};
    size_t i = 0;
    unsigned sections = 0;
    char section[32] = "";

    figure.struct_size = sizeof figure;
    CHECK(jacquard_cost_figure_count(cost) > 20);
    for (i = 0; i < jacquard_cost_figure_count(cost); ++i) {
        CHECK(jacquard_cost_get_figure(cost, i, &figure) == JACQUARD_OK);
        CHECK(figure.is_bounded == 1 && isfinite(figure.value));
        if (strcmp(section, figure.section) != 0) {
            strncpy(section, figure.section, sizeof section - 1);
            ++sections;
        }
        if (i == 0) {
            CHECK(strcmp(figure.section, "instructions") == 0);
            CHECK(strcmp(figure.name, "total") == 0);
            CHECK(figure.value > 4);
        }
    }
    CHECK(sections > 5);
    CHECK(jacquard_cost_get_figure(cost, i, &figure) == JACQUARD_WRONG_USE);

    line.struct_size = sizeof line;
    CHECK(jacquard_cost_line_count(cost) > 0);
    CHECK(jacquard_cost_get_line(cost, 0, &line) == JACQUARD_OK);
    CHECK(line.line == 5 && line.cycles > 0 && line.waits <= line.cycles);
    jacquard_cost_destroy(cost);
}

static void a_loop_without_a_known_end_has_no_longest_path(jacquard_context* context) {
    jacquard_cost* cost = cost_of(context, kLoop);
    jacquard_cost_figure figure = {0};
    size_t i = 0;
    unsigned unbounded = 0;
    figure.struct_size = sizeof figure;
    for (i = 0; i < jacquard_cost_figure_count(cost); ++i) {
        CHECK(jacquard_cost_get_figure(cost, i, &figure) == JACQUARD_OK);
        if (!figure.is_bounded) {
            CHECK(strcmp(figure.section, "longest") == 0);
            ++unbounded;
        }
    }
    CHECK(unbounded > 0);
    jacquard_cost_destroy(cost);
}

static void parts_have_names(void) {
    CHECK(jacquard_find_part("a6xx") != 0);
    CHECK(jacquard_find_part("a730") == 730);
    CHECK(jacquard_find_part("a999") == 0);
    CHECK(strcmp(jacquard_revision_of_part(630), "a6xx") == 0);
    CHECK(jacquard_revision_of_part(1) == NULL);
}

static void versions_agree(void) {
    CHECK(jacquard_version() == JACQUARD_VERSION);
    CHECK(strcmp(jacquard_version_text(), JACQUARD_VERSION_STRING) == 0);
    CHECK(JACQUARD_VERSION >= JACQUARD_MAKE_VERSION(0, 1, 0));
}

void test_words(void) {
    jacquard_context* context = NULL;
    CHECK(jacquard_context_create(NULL, &context) == JACQUARD_OK);
    words_become_text(context);
    words_and_names_are_explained(context);
    costs_are_figures_and_lines(context);
    a_loop_without_a_known_end_has_no_longest_path(context);
    parts_have_names();
    versions_agree();
    jacquard_context_destroy(context);
}
