/* Programs that are launched on memory of the caller. */
#include "checks.h"

#include <string.h>

/* y[i] = x[i] * factor, by the address of each. */
static const char kScale[] =
    "@gpu 630\n"
    "@stage COMP\n"
    "@wave 64\n"
    "@workgroup 1 1 1\n"
    "@system_value SYSTEM_VALUE_WORKGROUP_ID r48.x components xyz index 0\n"
    "@system_value SYSTEM_VALUE_LOCAL_INVOCATION_ID r0.x components x "
    "index 0\n"
    "@constants buffer 0 bytes 0..32 at c0\n"
    "@resource uniform_buffer 0 set 0 binding 0 unit 0\n"
    "@argument address x at 0 bytes 8\n"
    "@argument address y at 8 bytes 8\n"
    "@argument value factor at 16 bytes 4 floats 4\n"
    "@parameter SYSTEM_VALUE_WORKGROUP_SIZE c6.x count 3\n"
    "@immediate c7.x\n"
    "\n"
    "mov.u32u32 r0.y, r48.x\n"
    "(rpt5)nop\n"
    "mul.u24 r0.y, r0.y, c6.x\n"
    "(rpt5)nop\n"
    "add.u r0.x, r0.y, r0.x\n"
    "(rpt5)nop\n"
    "shl.b r0.y, r0.x, 2\n"
    "(rpt5)nop\n"
    "add.u r0.z, c0.x, r0.y\n"
    "mov.u32u32 r0.w, c0.y\n"
    "add.u r1.x, c0.z, r0.y\n"
    "mov.u32u32 r1.y, c0.w\n"
    "(rpt5)nop\n"
    "ldg.u32 r0.x, g[r0.z], 1\n"
    "(sy)mul.f r0.x, r0.x, c1.x\n"
    "(rpt5)nop\n"
    "stg.u32 g[r1.x], r0.x, 1\n"
    "end\n";
enum { kItems = 256, kStoreWord = 16 };

/* A launch of that program, and what it is given. */
typedef struct scaling {
    float x[kItems];
    float y[kItems];
    float factor;
    jacquard_argument arguments[3];
    jacquard_launch_options options;
} scaling;

static void begin(scaling* it) {
    memset(it, 0, sizeof *it);
    for (unsigned i = 0; i < kItems; ++i) {
        it->x[i] = (float)i;
    }
    it->factor = 0.5F;
    it->arguments[0].data = it->x;
    it->arguments[0].size = sizeof it->x;
    it->arguments[1].data = it->y;
    it->arguments[1].size = sizeof it->y;
    it->arguments[2].kind = JACQUARD_ARGUMENT_VALUE;
    it->arguments[2].data = &it->factor;
    it->arguments[2].size = sizeof it->factor;
    it->options.struct_size = sizeof it->options;
    it->options.grid[0] = kItems;
    it->options.group[0] = 64;
    it->options.group[1] = it->options.group[2] = 1;
    it->options.arguments = it->arguments;
    it->options.argument_count = 3;
}

static jacquard_program* assembled(jacquard_context* context) {
    jacquard_source text = source_of(kScale);
    jacquard_program* program = NULL;
    CHECK(jacquard_assemble(context, &text, 0, &program) == JACQUARD_OK);
    return program;
}

static void a_kernel_runs_on_arrays(jacquard_context* context, const jacquard_program* program) {
    scaling it;
    jacquard_launch_result result = {0};
    result.struct_size = sizeof result;
    begin(&it);
    CHECK(jacquard_launch(context, program, &it.options, &result) == JACQUARD_OK);
    CHECK(it.y[0] == 0.0F && it.y[1] == 0.5F && it.y[255] == 127.5F);
    CHECK(result.groups[0] == 4 && result.group[0] == 64 && result.steps > 0);
}

/* Arguments by name, in any order, and addresses of the caller's choice. */
static void arguments_have_names(jacquard_context* context, const jacquard_program* program) {
    scaling it;
    jacquard_range ranges[2] = {{0}};
    begin(&it);
    ranges[0].name = "in";
    ranges[0].address = UINT64_C(0x500000000);
    ranges[0].data = it.x;
    ranges[0].size = sizeof it.x;
    ranges[1].address = UINT64_C(0x700000000);
    ranges[1].data = it.y;
    ranges[1].size = sizeof it.y;
    it.options.ranges = ranges;
    it.options.range_count = 2;
    it.arguments[0].name = "y";
    it.arguments[0].kind = JACQUARD_ARGUMENT_POINTER;
    it.arguments[0].address = ranges[1].address;
    it.arguments[1].name = "x";
    it.arguments[1].kind = JACQUARD_ARGUMENT_POINTER;
    it.arguments[1].address = ranges[0].address;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_OK);
    CHECK(it.y[255] == 127.5F);
}

static void refuses(jacquard_context* context, const jacquard_program* program, scaling* it,
                    heard* told, const char* code, const char* part) {
    told->count = 0;
    CHECK(jacquard_launch(context, program, &it->options, NULL) == JACQUARD_MALFORMED);
    CHECK(told->count >= 1);
    CHECK(strcmp(told->code, code) == 0);
    CHECK(strstr(told->message, part) != NULL);
    CHECK(it->y[255] == 0.0F); /* nothing was run */
}

static void what_is_wrong_is_named(jacquard_context* context, const jacquard_program* program,
                                   heard* told) {
    scaling it;
    jacquard_range range = {0};
    jacquard_binding binding = {0};
    begin(&it);
    it.options.argument_count = 2;
    refuses(context, program, &it, told, "D215", "without argument 2 (factor)");
    begin(&it);
    it.arguments[2].size = 2;
    refuses(context, program, &it, told, "D215", "argument 2 (factor) is a value of 4 bytes");
    begin(&it);
    it.arguments[0].kind = JACQUARD_ARGUMENT_LOCAL;
    refuses(context, program, &it, told, "D215", "argument 0 (x)");
    begin(&it);
    it.arguments[0].name = "z";
    it.arguments[1].name = "y";
    it.arguments[2].name = "factor";
    refuses(context, program, &it, told, "D215", "no argument 'z'");
    begin(&it);
    it.arguments[0].kind = JACQUARD_ARGUMENT_POINTER;
    it.arguments[0].address = 0x1234;
    refuses(context, program, &it, told, "D215", "which is in no range");
    begin(&it);
    it.options.grid[0] = 100;
    refuses(context, program, &it, told, "D216", "no multiple of the 64");
    begin(&it);
    it.options.grid[0] = 70000;
    it.options.group[0] = 1;
    refuses(context, program, &it, told, "D216", "70000 workgroups along the axis x");
    begin(&it);
    it.options.group[0] = 2048;
    it.options.grid[0] = 2048;
    refuses(context, program, &it, told, "D216", "2048");
    begin(&it);
    range.address = 1;
    range.data = it.x;
    range.size = 4;
    it.options.ranges = &range;
    it.options.range_count = 1;
    refuses(context, program, &it, told, "D218", "share memory of the caller");
    begin(&it);
    binding.set = 1;
    it.options.bindings = &binding;
    it.options.binding_count = 1;
    refuses(context, program, &it, told, "D218", "set 1 and binding 0");
}

/* The store of the last group reaches past the end. */
static void memory_ends_where_it_ends(jacquard_context* context, const jacquard_program* program,
                                      heard* told) {
    scaling it;
    begin(&it);
    it.arguments[1].size = sizeof it.y - 4;
    told->count = 0;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_FAULTED);
    CHECK(told->count == 1 && strcmp(told->code, "D204") == 0);
    CHECK(strstr(told->message, "stg.u32") != NULL);
    CHECK(strstr(told->message, "line 31") != NULL);
    CHECK(it.y[255] == 0.0F);
}

static void fill_in(void* user, const jacquard_trace_event* event) {
    unsigned* counts = user;
    counts[0] += 1;
    counts[1] += event->word == kStoreWord;
    counts[2] += (unsigned)event->access_count;
    for (size_t i = 0; i < event->access_count; ++i) {
        counts[3] += event->accesses[i].is_store && event->accesses[i].memory_size == 1 &&
                     event->accesses[i].memory[0] == 'y';
    }
}

static void a_trace_tells_what_it_is_asked(jacquard_context* context,
                                           const jacquard_program* program) {
    scaling it;
    unsigned counts[4] = {0};
    begin(&it);
    it.options.on_trace = fill_in;
    it.options.trace_user = counts;
    it.options.trace_memory = "y";
    it.options.trace_lanes[0] = 3;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_OK);
    CHECK(counts[0] == 4 && counts[1] == 4 && counts[2] == 8 && counts[3] == 8);
    memset(counts, 0, sizeof counts);
    it.options.trace_memory = NULL;
    it.options.trace_first_word = 0;
    it.options.trace_end_word = 2;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_OK);
    CHECK(counts[0] == 8 && counts[2] == 0);
}

static void structures_are_checked(jacquard_context* context, const jacquard_program* program) {
    scaling it;
    jacquard_launch_result result = {0};
    begin(&it);
    CHECK(jacquard_launch(NULL, program, &it.options, NULL) == JACQUARD_WRONG_USE);
    CHECK(jacquard_launch(context, NULL, &it.options, NULL) == JACQUARD_WRONG_USE);
    CHECK(jacquard_launch(context, program, NULL, NULL) == JACQUARD_WRONG_USE);
    CHECK(jacquard_launch(context, program, &it.options, &result) == JACQUARD_WRONG_USE);
    it.options.arguments = NULL;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_WRONG_USE);
    begin(&it);
    it.arguments[0].data = NULL;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_WRONG_USE);
    begin(&it);
    it.arguments[0].kind = 99;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_WRONG_USE);
    begin(&it);
    it.options.struct_size = 0;
    CHECK(jacquard_launch(context, program, &it.options, NULL) == JACQUARD_WRONG_USE);
}

void test_launching(void) {
    heard told = {0};
    jacquard_context_options options = {0};
    jacquard_context* context = NULL;
    jacquard_program* program = NULL;
    options.struct_size = sizeof options;
    options.on_diagnostic = hear;
    options.diagnostic_user = &told;
    CHECK(jacquard_context_create(&options, &context) == JACQUARD_OK);
    program = assembled(context);
    a_kernel_runs_on_arrays(context, program);
    arguments_have_names(context, program);
    what_is_wrong_is_named(context, program, &told);
    memory_ends_where_it_ends(context, program, &told);
    a_trace_tells_what_it_is_asked(context, program);
    structures_are_checked(context, program);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
}
