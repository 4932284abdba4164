#ifndef JACQUARD_JACQUARD_H
#define JACQUARD_JACQUARD_H

/*
 * The C interface of the library: compiles shaders to Adreno machine code; assembles, disassembles
 * and explains machine code, reports its cost, and runs it.
 *
 *   jacquard_context* context = NULL;
 *   jacquard_program* program = NULL;
 *   jacquard_source shader = {sizeof shader};
 *   shader.data = text;
 *   shader.size = strlen(text);
 *   if (jacquard_context_create(NULL, &context) == JACQUARD_OK &&
 *       jacquard_compile(context, &shader, NULL, &program) == JACQUARD_OK) {
 *       size_t count = 0;
 *       const uint64_t* words = jacquard_program_words(program, &count);
 *       ...
 *   }
 *   jacquard_program_destroy(program);
 *   jacquard_context_destroy(context);
 *
 * Rules for all functions:
 *
 * - No function terminates the process, prints, or throws. There is no global state.
 * - Several threads may use a context at once, provided its allocator and its callback allow that.
 *   The same goes for every other object, as long as no thread destroys it meanwhile.
 * - Input may be arbitrary. A call that needs more than the limits of its context permit returns
 *   JACQUARD_TOO_LARGE.
 * - A function that returns a jacquard_status writes to its last argument if the status is
 *   JACQUARD_OK; otherwise, if that argument receives a handle, the handle is set to NULL. Other
 *   pointers may be NULL only where documented; elsewhere the result is JACQUARD_WRONG_USE, 0
 *   or NULL.
 * - The caller destroys every object that a function created. The order does not matter: an object
 *   keeps what it needs of its context alive. Destroying NULL does nothing. A returned pointer
 *   belongs to the object it came from, is valid as long as that object, and must not be written
 *   through.
 * - `struct_size` is the size of the structure at the caller's compile time. The caller sets it in
 *   every structure it passes and sets the other members to what it wants or to 0; 0 and NULL
 *   always select the default. This lets later versions append members. If a structure from a later
 *   version sets a member that this version does not know, the call returns JACQUARD_WRONG_USE.
 * - Texts are UTF-8. Names and messages are zero-terminated. Input texts have an explicit size; so
 *   does a jacquard_text, whose data is zero-terminated as well.
 */

#include <jacquard/generated/errors/status.h>
#include <jacquard/generated/options/compile_options.h>
#include <jacquard/generated/version.h>

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define JACQUARD_API __attribute__((visibility("default")))
#else
#define JACQUARD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* For example "not supported"; "unknown status" for any other number. */
JACQUARD_API const char* jacquard_status_text(int status);

/* The version of the linked library. JACQUARD_VERSION and JACQUARD_VERSION_STRING are the version
 * of the header. */
JACQUARD_API uint32_t jacquard_version(void);
JACQUARD_API const char* jacquard_version_text(void);

/* ---- contexts ------------------------------------------------------------------------------- */

/* What calls share: the allocator, the limits and the diagnostic callback. */
typedef struct jacquard_context jacquard_context;

/* Provides the memory of every object, text and array that the library returns. Temporary memory
 * comes from the C++ heap and is bounded by `max_memory`; see jacquard_release_memory().
 *
 * allocate: returns `size` bytes (at least 1) aligned for any type, or NULL on failure.
 * release:  frees what `allocate` returned, never NULL, given the same size.
 * Neither may throw, longjmp or call the library. Set both or neither. */
typedef struct jacquard_allocator {
    void* (*allocate)(void* user, size_t size);
    void (*release)(void* user, void* memory, size_t size);
    void* user; /* passed to both */
} jacquard_allocator;

typedef enum jacquard_severity { JACQUARD_ERROR = 0, JACQUARD_WARNING = 1 } jacquard_severity;

/* A position in a text, counted from 1; a tab is one column. Line 0 means the whole text. */
typedef struct jacquard_position {
    uint32_t line;
    uint32_t column; /* in bytes */
} jacquard_position;

/* Additional information, for example where the other definition is. */
typedef struct jacquard_note {
    jacquard_position position;
    const char* message;
} jacquard_note;

/* A fault found in an input. Valid until the callback returns. */
typedef struct jacquard_diagnostic {
    size_t struct_size; /* set by the library */
    jacquard_severity severity;
    const char* code;        /* "T102"; jacquard_explain_name() explains it */
    const char* source_name; /* from the jacquard_source */
    jacquard_position position;
    const char* message;
    const jacquard_note* notes;
    size_t note_count;
} jacquard_diagnostic;

/* Called for every fault, on the thread of the call that found it and before that call returns. It
 * must not throw or longjmp. It may call the library but not destroy arguments of the call. */
typedef void (*jacquard_diagnostic_callback)(void* user, const jacquard_diagnostic* diagnostic);

typedef struct jacquard_context_options {
    size_t struct_size;
    jacquard_allocator allocator; /* default: malloc() and free() */
    jacquard_diagnostic_callback on_diagnostic;
    void* diagnostic_user; /* passed to on_diagnostic */
    /* Limits of one call; docs/use-the-library.md lists the defaults. */
    uint64_t max_input_bytes;
    uint64_t max_instructions;
    uint64_t max_nesting;
    uint64_t max_registers;
    uint64_t max_memory; /* bytes */
    uint64_t max_steps;  /* instructions issued by a run */
    uint64_t max_errors; /* reported for one input */
} jacquard_context_options;

/* `options` may be NULL: then everything has its default, and diagnostics are discarded.
 * WRONG_USE, OUT_OF_MEMORY. */
JACQUARD_API jacquard_status jacquard_context_create(const jacquard_context_options* options,
                                                     jacquard_context** context);
JACQUARD_API void jacquard_context_destroy(jacquard_context* context);

/* A thread keeps up to 16 MiB of temporary memory from call to call, which saves the system the
 * work of clearing it. This gives back what the calling thread keeps; its end does so, too. */
JACQUARD_API void jacquard_release_memory(void);

/* ---- texts ---------------------------------------------------------------------------------- */

/* A text that a function returned. */
typedef struct jacquard_text jacquard_text;

JACQUARD_API const char* jacquard_text_data(const jacquard_text* text);
/* In bytes, without the terminating zero. */
JACQUARD_API size_t jacquard_text_size(const jacquard_text* text);
JACQUARD_API void jacquard_text_destroy(jacquard_text* text);

/* ---- parts ---------------------------------------------------------------------------------- */

/* The GPU with that name: "630" and "a630" name a part, "a6xx" the first part of a revision.
 * 0 if there is none. */
JACQUARD_API uint32_t jacquard_find_part(const char* name);
/* The part that is meant where none is named, such as 630. */
JACQUARD_API uint32_t jacquard_default_part(void);
/* "a6xx" for 630; NULL if there is no such part. Static. */
JACQUARD_API const char* jacquard_revision_of_part(uint32_t gpu);

/* ---- compiling ------------------------------------------------------------------------------ */

typedef enum jacquard_language {
    JACQUARD_DETECT = 0, /* SPIR-V by its magic number, text by its first word */
    JACQUARD_TGSI = 1,
    JACQUARD_NIR = 2,
    JACQUARD_SPIRV = 3 /* in either byte order, or as assembly */
} jacquard_language;

/* An input in memory. It need not outlive the call. */
typedef struct jacquard_source {
    size_t struct_size;
    uint32_t language; /* a jacquard_language; used where a shader is expected */
    const void* data;  /* may be NULL if the size is 0 */
    size_t size;       /* in bytes */
    const char* name;  /* for diagnostics; default "<input>" */
} jacquard_source;

/* jacquard_compile_options, which <jacquard/generated/options/compile_options.h> declares, says how
 * a shader is compiled. Its members, for who makes a binding to another language: */

/* What a member holds. */
typedef enum jacquard_option_kind {
    JACQUARD_OPTION_PART = 0,           /* uint32_t: the number of a part */
    JACQUARD_OPTION_FLAG = 1,           /* uint32_t: nonzero for on */
    JACQUARD_OPTION_NUMBER = 2,         /* uint32_t */
    JACQUARD_OPTION_TEXT = 3,           /* const char* */
    JACQUARD_OPTION_SPECIALISATIONS = 4 /* a pointer to them; size_t, their number, follows it */
} jacquard_option_kind;

typedef struct jacquard_compile_option {
    size_t struct_size;
    const char* name;
    uint32_t kind;       /* a jacquard_option_kind */
    uint32_t interprets; /* nonzero: jacquard_interpret() heeds it, too */
    size_t offset;       /* in jacquard_compile_options */
    const char* doc;     /* sentences */
    const char* values;  /* of a text: what it may be, with commas between; "" for any */
} jacquard_compile_option;

JACQUARD_API size_t jacquard_compile_option_count(void);
/* The members are in their order. WRONG_USE past the last one. The caller sets `struct_size` of the
 * result. */
JACQUARD_API jacquard_status jacquard_get_compile_option(size_t index,
                                                         jacquard_compile_option* option);

/* Machine code and a description of what it needs to run. Immutable. */
typedef struct jacquard_program jacquard_program;

/* Compiles a shader. `options` may be NULL.
 * MALFORMED, NOT_SUPPORTED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_compile(jacquard_context* context,
                                              const jacquard_source* shader,
                                              const jacquard_compile_options* options,
                                              jacquard_program** program);

/* Compiles shaders as the stages of one pipeline, each for the one that reads its outputs: of what
 * a stage hands on, constants and uniforms move into the reader, what nobody reads is not computed,
 * and the rest takes as few slots as it can. `shaders` are `count` pointers, from 1 to 5, in any
 * order of the stages; `options`, which may be NULL, are for all of them. Nonzero `keep_locations`
 * leaves varyings in the slots that the shaders give them, for stages that another compiler makes.
 * `programs` receives `count` handles, in the order of the shaders; unless the status is
 * JACQUARD_OK, each is set to NULL. MALFORMED, NOT_SUPPORTED, TOO_LARGE, OUT_OF_MEMORY,
 * UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_compile_stages(
    jacquard_context* context, const jacquard_source* const* shaders, size_t count,
    const jacquard_compile_options* options, uint32_t keep_locations, jacquard_program** programs);

/* Assembles a program from the form that jacquard_program_assembly() prints, or from instructions
 * and labels alone. `gpu` is the part to assemble for; 0: the part that the text names, or the
 * default one.
 * MALFORMED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_assemble(jacquard_context* context,
                                               const jacquard_source* text, uint32_t gpu,
                                               jacquard_program** program);

/* Wraps existing machine words in a program. `header` is JSON as from jacquard_program_header(). It
 * may be NULL: then the program has no inputs or outputs. `gpu` 0: the part that the header names.
 * MALFORMED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_create(jacquard_context* context,
                                                     const uint64_t* words, size_t word_count,
                                                     const jacquard_source* header, uint32_t gpu,
                                                     jacquard_program** program);

JACQUARD_API void jacquard_program_destroy(jacquard_program* program);

/* The part that the program was made for. */
JACQUARD_API uint32_t jacquard_program_gpu(const jacquard_program* program);
/* "VERT", "FRAG", "COMP", "TESS_CTRL", "TESS_EVAL" or "GEOM". */
JACQUARD_API const char* jacquard_program_stage(const jacquard_program* program);
/* The machine words, in host byte order. `count` receives their number. */
JACQUARD_API const uint64_t* jacquard_program_words(const jacquard_program* program, size_t* count);

/* What the program needs to run, as JSON. OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_header(const jacquard_program* program,
                                                     jacquard_text** json);
/* The program as assembly, with its header as directives. OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_assembly(const jacquard_program* program,
                                                       jacquard_text** text);

/* The compiler's statistics: how many there are, their names (such as "full_registers") and their
 * values for a program. NULL and 0 past the last one. */
JACQUARD_API size_t jacquard_statistic_count(void);
JACQUARD_API const char* jacquard_statistic_name(size_t index);
JACQUARD_API uint32_t jacquard_program_statistic(const jacquard_program* program, size_t index);

/* Large enough for the text of any instruction with its terminating zero. */
#define JACQUARD_MAX_INSTRUCTION_TEXT 256

/* A word of a program. */
typedef struct jacquard_instruction {
    size_t struct_size;
    uint64_t word;
    const char* name;  /* "mad.f32"; NULL if the word is not an instruction of the part */
    uint32_t category; /* 0 to 7 */
    uint32_t line;     /* in the source; 0 if unknown */
    const char* file;  /* if the module names its source files; else NULL */
    char text[JACQUARD_MAX_INSTRUCTION_TEXT]; /* as assembly, with relative branches */
} jacquard_instruction;

/* The word at `index`. WRONG_USE if there is none. The caller sets `struct_size` of the result. */
JACQUARD_API jacquard_status jacquard_program_instruction(const jacquard_program* program,
                                                          size_t index,
                                                          jacquard_instruction* instruction);

/* ---- words ---------------------------------------------------------------------------------- */

/* The words as assembly with labels, one line per word. Words that are not instructions of the part
 * become `.word 0x...`. TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_disassemble(jacquard_context* context, const uint64_t* words,
                                                  size_t word_count, uint32_t gpu,
                                                  jacquard_text** text);

/* Shows what each bit of a word means and which table line says so. For a word that is not an
 * instruction of the part, lists the instructions that come closest.
 * OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_explain_word(jacquard_context* context, uint64_t word,
                                                   uint32_t gpu, jacquard_text** text);

/* Everything the tables say about a name: "fmul", "ir3:mov", or a diagnostic's code such as "T102".
 * MALFORMED if no table has it; OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_explain_name(jacquard_context* context, const char* name,
                                                   jacquard_text** text);

/* ---- costs ---------------------------------------------------------------------------------- */

/* What a program costs, judged by its words and its header. */
typedef struct jacquard_cost jacquard_cost;

/* One figure of a report; docs/what-a-shader-costs.md explains each. */
typedef struct jacquard_cost_figure {
    size_t struct_size;
    const char* section; /* "longest" */
    const char* name;    /* "issue", unique within its section */
    const char* label;   /* for display */
    double value;        /* in cycles, instructions, registers ..., depending on the section */
    uint32_t is_bounded; /* 0: no value, because a loop has no known trip count */
} jacquard_cost_figure;

/* The cost of a source line. Lines are ordered from the costliest down. */
typedef struct jacquard_cost_line {
    size_t struct_size;
    uint32_t line;
    const char* file; /* if the module names its source files; else NULL */
    double cycles;    /* to issue its instructions and wait for them, each executed once */
    double waits;     /* the part of `cycles` spent waiting */
} jacquard_cost_line;

/* OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_cost(const jacquard_program* program,
                                                   jacquard_cost** cost);
JACQUARD_API void jacquard_cost_destroy(jacquard_cost* cost);

/* Every report has the same figures in the same order. */
JACQUARD_API size_t jacquard_cost_figure_count(const jacquard_cost* cost);
/* WRONG_USE past the last one. The caller sets `struct_size` of the result. */
JACQUARD_API jacquard_status jacquard_cost_get_figure(const jacquard_cost* cost, size_t index,
                                                      jacquard_cost_figure* figure);
JACQUARD_API size_t jacquard_cost_line_count(const jacquard_cost* cost);
/* WRONG_USE past the last one. The caller sets `struct_size` of the result. */
JACQUARD_API jacquard_status jacquard_cost_get_line(const jacquard_cost* cost, size_t index,
                                                    jacquard_cost_line* line);

/* ---- running -------------------------------------------------------------------------------- */

/* The results of the runs of a case. */
typedef struct jacquard_results jacquard_results;

/* An output of a run for the lanes of a quad: top left, top right, bottom left, bottom right. */
typedef struct jacquard_output {
    size_t struct_size;
    uint32_t index;       /* of its declaration in the shader */
    const char* semantic; /* "COLOR" */
    uint32_t semantic_index;
    int32_t vertex;        /* within the patch or among the emitted ones; -1: not per vertex */
    uint32_t lanes;        /* one bit for each lane that has the output */
    uint32_t values[4][4]; /* lane, then component: the bits of 32-bit values */
} jacquard_output;

/* A buffer of the case, as a run left it. */
typedef struct jacquard_memory {
    size_t struct_size;
    const char* space; /* "ssbo" */
    uint32_t buffer;   /* its number in that space */
    const uint32_t* words;
    size_t word_count;
} jacquard_memory;

/* Runs a program's words in the emulator, once for each run of a case file;
 * docs/compile-a-shader.md describes the format. `runs` may be NULL: then there is one run with all
 * inputs 0.
 * MALFORMED, NOT_SUPPORTED if the words cannot be executed, FAULTED, TOO_LARGE, OUT_OF_MEMORY,
 * UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_run(jacquard_context* context,
                                          const jacquard_program* program,
                                          const jacquard_source* runs, jacquard_results** results);

/* Runs a TGSI or NIR shader in the interpreter, independently of any part; otherwise like
 * jacquard_run(). Of the options `precise`, `feeds` and `state` are used, and
 * `gpu` and `wave_size` for how work groups run.
 * MALFORMED, NOT_SUPPORTED, FAULTED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_interpret(jacquard_context* context,
                                                const jacquard_source* shader,
                                                const jacquard_compile_options* options,
                                                const jacquard_source* runs,
                                                jacquard_results** results);

JACQUARD_API void jacquard_results_destroy(jacquard_results* results);

/* The number of runs. */
JACQUARD_API size_t jacquard_results_count(const jacquard_results* results);
/* One bit for each lane that ran to the end. */
JACQUARD_API uint32_t jacquard_results_live_lanes(const jacquard_results* results, size_t run);
JACQUARD_API size_t jacquard_results_output_count(const jacquard_results* results, size_t run);
/* WRONG_USE past the last one. The caller sets `struct_size` of the result. */
JACQUARD_API jacquard_status jacquard_results_get_output(const jacquard_results* results,
                                                         size_t run, size_t index,
                                                         jacquard_output* output);
JACQUARD_API size_t jacquard_results_memory_count(const jacquard_results* results, size_t run);
/* WRONG_USE past the last one. The caller sets `struct_size` of the result. */
JACQUARD_API jacquard_status jacquard_results_get_memory(const jacquard_results* results,
                                                         size_t run, size_t index,
                                                         jacquard_memory* memory);

/* ---- launching ------------------------------------------------------------------------------- */

/* Memory of the caller that a program reaches from an address on. Ranges must not overlap. */
typedef struct jacquard_range {
    const char* name; /* for messages and traces; may be NULL */
    uint64_t address;
    void* data; /* is written where the program writes */
    size_t size;
} jacquard_range;

typedef enum jacquard_argument_kind {
    JACQUARD_ARGUMENT_BUFFER = 0,  /* `data` and `size`; the library finds an address for it */
    JACQUARD_ARGUMENT_VALUE = 1,   /* `data` and `size`: a scalar, vector or structure */
    JACQUARD_ARGUMENT_POINTER = 2, /* `address`, in one of the ranges, or 0 */
    JACQUARD_ARGUMENT_LOCAL = 3    /* `size` bytes of memory of the workgroup */
} jacquard_argument_kind;

/* What a launch gives for a parameter of a kernel. */
typedef struct jacquard_argument {
    const char* name; /* of the parameter; NULL: the first one for which nothing was given before */
    uint32_t kind;    /* a jacquard_argument_kind */
    uint64_t address;
    void* data; /* a buffer is written where the kernel writes; a value is only read */
    size_t size;
} jacquard_argument;

/* Memory of the caller for a set and binding of a shader: a storage buffer or a uniform buffer. */
typedef struct jacquard_binding {
    uint32_t set;
    uint32_t binding;
    uint32_t element; /* of an array of buffers */
    void* data;       /* is written where the program writes */
    size_t size;
} jacquard_binding;

/* An access to memory by a lane. */
typedef struct jacquard_trace_access {
    const char* memory; /* the name of the range, parameter or binding; "" for memory without one */
    size_t memory_size; /* of the name */
    uint64_t address;   /* in a range; else the byte within the memory */
    uint32_t word;      /* what was loaded or stored */
    uint32_t size;      /* in bytes */
    uint32_t lane;
    uint32_t is_store;
} jacquard_trace_access;

/* An instruction that a wave has executed. Valid until the callback returns. */
typedef struct jacquard_trace_event {
    size_t struct_size; /* set by the library */
    uint32_t word;      /* its index in the program */
    uint32_t wave;      /* of the group */
    uint32_t group[3];
    uint64_t lanes[2]; /* one bit for each lane that executes it */
    const jacquard_trace_access* accesses;
    size_t access_count;
} jacquard_trace_event;

/* Called for every instruction that a launch executes and a trace asks for, in order. The rules of
 * jacquard_diagnostic_callback hold. */
typedef void (*jacquard_trace_callback)(void* user, const jacquard_trace_event* event);

typedef struct jacquard_launch_options {
    size_t struct_size;
    uint32_t grid[3];  /* work items along each axis; 0 is 1 */
    uint32_t group[3]; /* of them in a workgroup; all 0: as the program says */
    const jacquard_argument* arguments;
    size_t argument_count;
    const jacquard_range* ranges;
    size_t range_count;
    const jacquard_binding* bindings;
    size_t binding_count;
    /* Words of the constant file from c0.x on. They replace what the header of the program asks
     * for. */
    const uint32_t* constants;
    size_t constant_count;
    const uint32_t* push_constants;
    size_t push_constant_count;
    /* Nonzero: missing waits and the like are no faults, and accesses outside of bindings and of
     * memory of the workgroup do nothing. Accesses outside of the ranges always are faults. */
    uint32_t without_hazards;
    uint32_t threads; /* 0: one for each processor. What comes out is the same for any number. */
    jacquard_trace_callback on_trace;
    void* trace_user; /* passed to on_trace */
    /* What a trace is told of: words from one to before another, 0 for all; what one of these lanes
     * executes, zeros for all; what accesses this memory, NULL for all. */
    uint32_t trace_first_word;
    uint32_t trace_end_word;
    uint64_t trace_lanes[2];
    const char* trace_memory;
} jacquard_launch_options;

/* What a launch has done. */
typedef struct jacquard_launch_result {
    size_t struct_size;
    uint32_t groups[3]; /* along each axis */
    uint32_t group[3];  /* work items of each */
    uint64_t steps;     /* instructions that all waves have issued */
} jacquard_launch_result;

/* Runs a compute program or a kernel in the emulator, on memory of the caller. Nothing is run if an
 * argument, a range or the grid is none that the program can have: MALFORMED, and the diagnostics
 * say which. A program that does what has no meaning, such as a load from outside of all ranges, is
 * FAULTED; what it did before remains. Without a limit of their own in the context, launches end
 * after 200 million instructions. `result` may be NULL.
 * MALFORMED, NOT_SUPPORTED, FAULTED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_launch(jacquard_context* context,
                                             const jacquard_program* program,
                                             const jacquard_launch_options* options,
                                             jacquard_launch_result* result);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* JACQUARD_JACQUARD_H */
