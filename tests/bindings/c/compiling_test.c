/* Compiling, assembling, and what a program says of itself. */
#include "checks.h"

#include <stddef.h>
#include <string.h>

static jacquard_context* listening(heard* last) {
    jacquard_context_options options = {0};
    jacquard_context* context = NULL;
    memset(last, 0, sizeof *last);
    options.struct_size = sizeof options;
    options.on_diagnostic = hear;
    options.diagnostic_user = last;
    CHECK(jacquard_context_create(&options, &context) == JACQUARD_OK);
    return context;
}

static void a_shader_becomes_words(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader = source_of(kShader);
    jacquard_compile_options options = {0};
    jacquard_program* program = NULL;
    const uint64_t* words = NULL;
    size_t count = 0;
    size_t i = 0;
    uint32_t instructions = 0;

    options.struct_size = sizeof options;
    options.gpu = 730;
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_OK);
    CHECK(last.count == 0);
    CHECK(jacquard_program_gpu(program) == 730);
    CHECK(strcmp(jacquard_program_stage(program), "FRAG") == 0);
    words = jacquard_program_words(program, &count);
    CHECK(words != NULL && count > 4);

    for (i = 0; i < jacquard_statistic_count(); ++i) {
        if (strcmp(jacquard_statistic_name(i), "instructions") == 0) {
            instructions = jacquard_program_statistic(program, i);
        }
    }
    CHECK(instructions > 4);
    CHECK(jacquard_statistic_name(jacquard_statistic_count()) == NULL);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
}

static const char kWriter[] = "VERT\n"
                              "DCL IN[0]\n"
                              "DCL OUT[0], POSITION\n"
                              "DCL OUT[1], GENERIC[0]\n"
                              "DCL OUT[2], GENERIC[1]\n"
                              "IMM[0] FLT32 {1.0, 0.5, 0.0, 2.0}\n"
                              "  0: MOV OUT[0], IN[0]\n"
                              "  1: MOV OUT[1], IMM[0]\n"
                              "  2: ADD OUT[2], IN[0], IMM[0]\n"
                              "  3: END\n";
static const char kReader[] = "FRAG\n"
                              "DCL IN[0], GENERIC[0], PERSPECTIVE\n"
                              "DCL OUT[0], COLOR\n"
                              "  0: MOV OUT[0], IN[0]\n"
                              "  1: END\n";

static void stages_are_compiled_for_each_other(void) {
    heard last;
    jacquard_context* context = listening(&last);
    const jacquard_source writer = source_of(kWriter);
    const jacquard_source reader = source_of(kReader);
    const jacquard_source* const shaders[] = {&reader, &writer};
    const jacquard_source* const twice[] = {&writer, &writer};
    const jacquard_source* const missing[] = {&writer, NULL};
    jacquard_program* programs[2] = {NULL, NULL};
    jacquard_program* alone = NULL;
    size_t count = 0;
    size_t count_alone = 0;

    CHECK(jacquard_compile_stages(context, shaders, 2, NULL, 0, programs) == JACQUARD_OK);
    CHECK(last.count == 0);
    CHECK(strcmp(jacquard_program_stage(programs[0]), "FRAG") == 0);
    CHECK(strcmp(jacquard_program_stage(programs[1]), "VERT") == 0);
    CHECK(jacquard_compile(context, &writer, NULL, &alone) == JACQUARD_OK);
    jacquard_program_words(programs[1], &count);
    jacquard_program_words(alone, &count_alone);
    CHECK(count < count_alone); /* nobody reads the sum */
    jacquard_program_destroy(alone);
    jacquard_program_destroy(programs[0]);
    jacquard_program_destroy(programs[1]);

    CHECK(jacquard_compile_stages(context, twice, 2, NULL, 0, programs) == JACQUARD_MALFORMED);
    CHECK(programs[0] == NULL && programs[1] == NULL);
    CHECK(last.count == 1);
    CHECK(jacquard_compile_stages(context, missing, 2, NULL, 0, programs) == JACQUARD_WRONG_USE);
    CHECK(jacquard_compile_stages(context, shaders, 0, NULL, 0, programs) == JACQUARD_WRONG_USE);
    CHECK(jacquard_compile_stages(context, shaders, 2, NULL, 0, NULL) == JACQUARD_WRONG_USE);
    jacquard_context_destroy(context);
}

static void instructions_know_their_text_and_line(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader = source_of(kShader);
    jacquard_program* program = NULL;
    jacquard_instruction instruction = {0};
    size_t count = 0;
    size_t i = 0;
    unsigned products = 0;

    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK);
    CHECK(jacquard_program_gpu(program) == 630);
    jacquard_program_words(program, &count);
    instruction.struct_size = sizeof instruction;
    for (i = 0; i < count; ++i) {
        CHECK(jacquard_program_instruction(program, i, &instruction) == JACQUARD_OK);
        if (instruction.name != NULL && strcmp(instruction.name, "mul.f") == 0) {
            ++products;
            CHECK(instruction.category == 2);
            CHECK(instruction.line == 5);
            CHECK(instruction.file == NULL);
            CHECK(strstr(instruction.text, "mul.f") != NULL);
        }
    }
    CHECK(products > 0);
    CHECK(jacquard_program_instruction(program, count, &instruction) == JACQUARD_WRONG_USE);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
}

static void faults_have_places(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader =
        source_of("FRAG\nDCL OUT[0], COLOR\n  0: MUV OUT[0], OUT[0]\n  1: END\n");
    jacquard_program* program = (jacquard_program*)&last;

    shader.name = "a.tgsi";
    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_MALFORMED);
    CHECK(program == NULL);
    CHECK(last.count == 1);
    CHECK(strcmp(last.source_name, "a.tgsi") == 0);
    CHECK(last.position.line == 3 && last.position.column == 6);
    CHECK(last.code[0] == 'T');
    CHECK(last.notes == 1); /* did you mean 'MUL'? */
    jacquard_context_destroy(context);
}

static void state_makes_other_words(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader =
        source_of("FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nMOV OUT[0], IN[0]\nEND\n");
    jacquard_compile_options options = {0};
    jacquard_program* plain = NULL;
    jacquard_program* opaque = NULL;
    size_t count = 0;

    options.struct_size = sizeof options;
    CHECK(jacquard_compile(context, &shader, &options, &plain) == JACQUARD_OK);
    options.state = "flat_shade+alpha_to_one";
    CHECK(jacquard_compile(context, &shader, &options, &opaque) == JACQUARD_OK);
    CHECK(*jacquard_program_words(plain, &count) != *jacquard_program_words(opaque, &count));
    jacquard_program_destroy(plain);
    jacquard_program_destroy(opaque);
    jacquard_context_destroy(context);
}

static void waves_are_as_wide_as_asked_for(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader = source_of("shader compute\n"
                                       "property \"CS_FIXED_BLOCK_WIDTH\" 96\n\n"
                                       "function \"main\" entry {\n    b0:\n"
                                       "        %0:32 = load_subgroup_size\n"
                                       "        %1:32 = const 0\n"
                                       "        store_ssbo %0, %1, %1 {write_mask=x, align_mul=4}\n"
                                       "}\n");
    jacquard_compile_options options = {0};
    jacquard_program* program = NULL;
    jacquard_text* header = NULL;

    options.struct_size = sizeof options;
    options.wave_size = 128;
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_OK);
    CHECK(jacquard_program_header(program, &header) == JACQUARD_OK);
    CHECK(strstr(jacquard_text_data(header), "\"wave_size\": 128") != NULL);
    jacquard_text_destroy(header);
    jacquard_program_destroy(program);
    options.gpu = 610;
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_NOT_SUPPORTED);
    CHECK(strcmp(last.code, "I304") == 0);
    jacquard_context_destroy(context);
}

/* Programs that were compiled against version 0.1.0 know the members where they are. */
static void options_stay_where_they_are(void) {
    static const size_t words[] = {
        offsetof(jacquard_compile_options, gpu), offsetof(jacquard_compile_options, precise),
        offsetof(jacquard_compile_options, check), offsetof(jacquard_compile_options, binning)};
    static const size_t pointers[] = {offsetof(jacquard_compile_options, feeds),
                                      offsetof(jacquard_compile_options, patches),
                                      offsetof(jacquard_compile_options, entry),
                                      offsetof(jacquard_compile_options, stage),
                                      offsetof(jacquard_compile_options, specialisations),
                                      offsetof(jacquard_compile_options, specialisation_count),
                                      offsetof(jacquard_compile_options, state),
                                      offsetof(jacquard_compile_options, wave_size),
                                      offsetof(jacquard_compile_options, precision)};
    size_t i = 0;
    for (i = 0; i < sizeof words / sizeof *words; ++i) {
        CHECK(words[i] == sizeof(size_t) + i * sizeof(uint32_t));
    }
    for (i = 0; i < sizeof pointers / sizeof *pointers; ++i) {
        CHECK(pointers[i] == sizeof(size_t) + 4 * sizeof(uint32_t) + i * sizeof(void*));
    }
}

static void the_library_tells_its_options(void) {
    const size_t count = jacquard_compile_option_count();
    jacquard_compile_option option = {0};
    size_t i = 0;
    size_t before = 0;
    option.struct_size = sizeof option;
    for (i = 0; i < count; ++i) {
        CHECK(jacquard_get_compile_option(i, &option) == JACQUARD_OK);
        CHECK(option.offset > before && option.offset < sizeof(jacquard_compile_options));
        CHECK(option.kind <= JACQUARD_OPTION_SPECIALISATIONS);
        CHECK(option.doc[0] != '\0' && option.values != NULL);
        before = option.offset;
        if (strcmp(option.name, "precision") == 0) {
            CHECK(option.offset == offsetof(jacquard_compile_options, precision));
            CHECK(option.kind == JACQUARD_OPTION_TEXT);
            CHECK(strcmp(option.values, "relaxed, full") == 0);
        }
    }
    CHECK(count >= 12);
    CHECK(jacquard_get_compile_option(count, &option) == JACQUARD_WRONG_USE);
    CHECK(jacquard_get_compile_option(0, NULL) == JACQUARD_WRONG_USE);
}

static void statuses_tell_faults_apart(void) {
    heard last;
    jacquard_context_options small = {0};
    jacquard_context* context = listening(&last);
    jacquard_context* narrow = NULL;
    jacquard_source shader = source_of(kShader);
    jacquard_source text = source_of("what is this?\n");
    jacquard_compile_options options = {0};
    jacquard_program* program = NULL;

    options.struct_size = sizeof options;
    options.gpu = 999;
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_UNKNOWN_PART);
    CHECK(strcmp(last.code, "D103") == 0);
    CHECK(jacquard_compile(context, &text, NULL, &program) == JACQUARD_MALFORMED);
    CHECK(strcmp(last.code, "D201") == 0);
    options.gpu = 0;
    options.stage = "pixel";
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_WRONG_USE);
    CHECK(strcmp(last.code, "B102") == 0);
    options.stage = NULL;
    options.precision = "half";
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_WRONG_USE);
    CHECK(strcmp(last.code, "B102") == 0);
    options.precision = "full";
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_OK);
    jacquard_program_destroy(program);
    program = NULL;
    options.state = "flat_shad+alpha_to_one";
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_WRONG_USE);
    CHECK(strcmp(last.code, "B102") == 0);

    options.state = NULL;
    options.wave_size = 3; /* no power of two */
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_WRONG_USE);
    CHECK(strcmp(last.code, "B102") == 0);
    options.wave_size = 256;
    CHECK(jacquard_compile(context, &shader, &options, &program) == JACQUARD_WRONG_USE);
    CHECK(strstr(last.message, "wave_size") != NULL && strstr(last.message, "not 256") != NULL);
    CHECK(program == NULL);

    small.struct_size = sizeof small;
    small.max_instructions = 2;
    CHECK(jacquard_context_create(&small, &narrow) == JACQUARD_OK);
    CHECK(jacquard_compile(narrow, &shader, NULL, &program) == JACQUARD_TOO_LARGE);
    CHECK(program == NULL);
    jacquard_context_destroy(narrow);
    jacquard_context_destroy(context);

    CHECK(strcmp(jacquard_status_text(JACQUARD_TOO_LARGE), "too large") == 0);
    CHECK(strcmp(jacquard_status_text(77), "unknown status") == 0);
}

static void assembly_reads_back(void) {
    heard last;
    jacquard_context* context = listening(&last);
    jacquard_source shader = source_of(kShader);
    jacquard_source assembly = {0};
    jacquard_source wrong = source_of("nop\nmal.f r0.x, r0.x, r0.y\nend\n");
    jacquard_source header = {0};
    jacquard_program* program = NULL;
    jacquard_program* again = NULL;
    jacquard_program* third = NULL;
    jacquard_text* text = NULL;
    jacquard_text* json = NULL;
    const uint64_t* words = NULL;
    size_t count = 0;
    size_t more = 0;

    CHECK(jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK);
    words = jacquard_program_words(program, &count);
    CHECK(jacquard_program_assembly(program, &text) == JACQUARD_OK);
    CHECK(strlen(jacquard_text_data(text)) == jacquard_text_size(text));
    assembly = source_of(jacquard_text_data(text));
    CHECK(jacquard_assemble(context, &assembly, 0, &again) == JACQUARD_OK);
    CHECK(memcmp(words, jacquard_program_words(again, &more), count * sizeof *words) == 0);
    CHECK(more == count);

    CHECK(jacquard_program_header(program, &json) == JACQUARD_OK);
    header = source_of(jacquard_text_data(json));
    CHECK(jacquard_program_create(context, words, count, &header, 0, &third) == JACQUARD_OK);
    CHECK(jacquard_program_gpu(third) == 630);
    CHECK(strcmp(jacquard_program_stage(third), "FRAG") == 0);

    jacquard_text_destroy(text);
    jacquard_text_destroy(json);
    jacquard_program_destroy(program);
    jacquard_program_destroy(again);
    jacquard_program_destroy(third);
    CHECK(jacquard_assemble(context, &wrong, 630, &program) == JACQUARD_MALFORMED);
    CHECK(last.position.line == 2);
    CHECK(jacquard_assemble(context, &wrong, 999, &program) == JACQUARD_UNKNOWN_PART);
    jacquard_context_destroy(context);
}

void test_compiling(void) {
    a_shader_becomes_words();
    stages_are_compiled_for_each_other();
    instructions_know_their_text_and_line();
    faults_have_places();
    state_makes_other_words();
    waves_are_as_wide_as_asked_for();
    options_stay_where_they_are();
    the_library_tells_its_options();
    statuses_tell_faults_apart();
    assembly_reads_back();
}
