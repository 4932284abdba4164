#ifndef JACQUARD_JACQUARD_H
#define JACQUARD_JACQUARD_H

/*
 * The library from C: compiles shaders to Adreno machine code, takes machine code apart and puts it
 * together, explains it, says what it costs and runs it.
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
 * What holds everywhere:
 *
 * - No function ends the process, prints, or lets a C++ exception out. There is no global state.
 * - A context may be used by several threads at once if its allocator and its callback may; so may
 *   every other object, as long as none of them destroys it.
 * - Input may be anything. What takes more than the limits of the context ends with
 *   JACQUARD_TOO_LARGE.
 * - A function that returns a jacquard_status writes its last argument when it returns JACQUARD_OK
 *   and sets a handle there to NULL otherwise. Any other pointer may be NULL only where that is
 *   said; where it is NULL all the same the status is JACQUARD_WRONG_USE, or the answer 0 or NULL.
 * - The caller destroys every object that a function created, in any order: an object keeps what
 *   it needs of its context. Destroying NULL does nothing. What a function returns a pointer to
 *   belongs to the object it was asked of, lives as long and is not to be changed.
 * - `struct_size` is the size of the structure as the caller was compiled with it. A caller sets it
 *   in every structure that it passes, and all other members to 0 or to what it wants: 0 and NULL
 *   always mean the default. That is how later versions may add members at the end. A structure of
 *   a later version with a member set that this one does not know ends with JACQUARD_WRONG_USE.
 * - Texts are UTF-8 where they are not ASCII. Names and messages end with a zero byte. Input texts
 *   and those in a jacquard_text have a size, and a jacquard_text has a zero byte behind it.
 */

#include <jacquard/version.h>

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

/* How a call ended. */
typedef enum jacquard_status {
    JACQUARD_OK = 0,
    JACQUARD_MALFORMED = 1,     /* a fault of the input; diagnostics say which */
    JACQUARD_NOT_SUPPORTED = 2, /* the input is good, but uses what the library cannot do */
    JACQUARD_TOO_LARGE = 3,     /* a limit of the context was reached */
    JACQUARD_OUT_OF_MEMORY = 4, /* the allocator or the system has no more */
    JACQUARD_UNKNOWN_PART = 5,  /* there is no GPU of that number */
    JACQUARD_WRONG_USE = 6, /* a NULL, a structure or an option that this header does not allow */
    JACQUARD_FAULTED = 7,   /* a program that runs did what the hardware does not define */
    JACQUARD_FAILED = 8     /* a fault of the library; please report it with the input */
} jacquard_status;

/* "not supported"; of a number that is no status "unknown status". */
JACQUARD_API const char* jacquard_status_text(int status);

/* The version of the library that is linked, as JACQUARD_VERSION and JACQUARD_VERSION_STRING have
 * that of the header. */
JACQUARD_API uint32_t jacquard_version(void);
JACQUARD_API const char* jacquard_version_text(void);

/* ---- contexts ------------------------------------------------------------------------------- */

/* What calls have in common: memory, limits and who is told of faults. */
typedef struct jacquard_context jacquard_context;

/* Gives the memory of every object, text and array that the library hands out. What the library
 * itself works with is the heap of C++, which the limit `memory` bounds.
 *
 * allocate: `size` bytes (at least 1), aligned for any type, or NULL when there are none.
 * release:  takes back what `allocate` gave, with the same size. Never NULL.
 * Neither may throw, longjmp or call the library. Both or neither must be given. */
typedef struct jacquard_allocator {
    void* (*allocate)(void* user, size_t size);
    void (*release)(void* user, void* memory, size_t size);
    void* user; /* handed to both */
} jacquard_allocator;

typedef enum jacquard_severity { JACQUARD_ERROR = 0, JACQUARD_WARNING = 1 } jacquard_severity;

/* A place in a text, counted from 1; a tab is one column. Line 0 is the whole of it. */
typedef struct jacquard_position {
    uint32_t line;
    uint32_t column; /* in bytes */
} jacquard_position;

/* More about a diagnostic, for example where the other definition is. */
typedef struct jacquard_note {
    jacquard_position position;
    const char* message;
} jacquard_note;

/* What is wrong with an input. Lives until the callback returns. */
typedef struct jacquard_diagnostic {
    size_t struct_size; /* what the library filled in */
    jacquard_severity severity;
    const char* code;        /* "T102"; jacquard_explain_name() explains it */
    const char* source_name; /* that of the jacquard_source */
    jacquard_position position;
    const char* message;
    const jacquard_note* notes;
    size_t note_count;
} jacquard_diagnostic;

/* Is told of every fault before the call that found it returns, by the thread that made the call.
 * Must not throw or longjmp; may call the library, but not destroy what the call was given. */
typedef void (*jacquard_diagnostic_callback)(void* user, const jacquard_diagnostic* diagnostic);

typedef struct jacquard_context_options {
    size_t struct_size;
    jacquard_allocator allocator; /* without one malloc() and free() */
    jacquard_diagnostic_callback on_diagnostic;
    void* diagnostic_user; /* handed to on_diagnostic */
    /* How much one call may take; 0 is the default, which docs/use-the-library.md lists. */
    uint64_t max_input_bytes;
    uint64_t max_instructions;
    uint64_t max_nesting;
    uint64_t max_registers;
    uint64_t max_memory; /* bytes */
    uint64_t max_steps;  /* instructions that a run issues */
    uint64_t max_errors; /* that are told of one input */
} jacquard_context_options;

/* Without options (NULL) all have their defaults and nobody is told of faults.
 * WRONG_USE, OUT_OF_MEMORY. */
JACQUARD_API jacquard_status jacquard_context_create(const jacquard_context_options* options,
                                                     jacquard_context** context);
JACQUARD_API void jacquard_context_destroy(jacquard_context* context);

/* ---- texts ---------------------------------------------------------------------------------- */

/* A text that a function made. */
typedef struct jacquard_text jacquard_text;

JACQUARD_API const char* jacquard_text_data(const jacquard_text* text);
/* In bytes, without the zero behind it. */
JACQUARD_API size_t jacquard_text_size(const jacquard_text* text);
JACQUARD_API void jacquard_text_destroy(jacquard_text* text);

/* ---- parts ---------------------------------------------------------------------------------- */

/* The GPU that a name means: "630" and "a630" are a part, "a6xx" is the first part of a revision.
 * 0 where there is none. */
JACQUARD_API uint32_t jacquard_find_part(const char* name);
/* "a6xx" for 630; NULL where there is no such part. Lives for ever. */
JACQUARD_API const char* jacquard_revision_of_part(uint32_t gpu);

/* ---- compiling ------------------------------------------------------------------------------ */

typedef enum jacquard_language {
    JACQUARD_DETECT = 0, /* SPIR-V by its magic number, texts by their first word */
    JACQUARD_TGSI = 1,
    JACQUARD_NIR = 2,
    JACQUARD_SPIRV = 3 /* words in either byte order */
} jacquard_language;

/* An input in memory; it is read during the call and not kept. */
typedef struct jacquard_source {
    size_t struct_size;
    uint32_t language; /* a jacquard_language; looked at where a shader is wanted */
    const void* data;  /* may be NULL where the size is 0 */
    size_t size;       /* in bytes */
    const char* name;  /* stands in diagnostics; default "<input>" */
} jacquard_source;

/* A value for a specialisation constant of SPIR-V. */
typedef struct jacquard_specialisation {
    uint32_t id;   /* that of the decoration SpecId */
    uint64_t bits; /* cut to the width of the constant */
} jacquard_specialisation;

typedef struct jacquard_compile_options {
    size_t struct_size;
    uint32_t gpu;        /* part number; default 630 */
    uint32_t precise;    /* not 0: nothing is fused, reordered or approximated */
    uint32_t check;      /* not 0: the compiler checks its own work; what it finds is FAILED */
    uint32_t binning;    /* not 0: a vertex shader in its form for the pass that sorts primitives */
    const char* feeds;   /* what takes the outputs: "TESS_CTRL", "GEOM"; default the rasteriser */
    const char* patches; /* of a control shader that does not say it: "quads", "triangles" ... */
    const char* entry;   /* SPIR-V: the entry point; default the first of the stage */
    const char* stage; /* SPIR-V: "vertex", "fragment", "compute" ...; default that of the entry */
    const jacquard_specialisation* specialisations; /* SPIR-V */
    size_t specialisation_count;
} jacquard_compile_options;

/* Machine code with what must be set up to run it. Immutable. */
typedef struct jacquard_program jacquard_program;

/* Compiles a shader. Without options (NULL) all have their defaults.
 * MALFORMED, NOT_SUPPORTED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_compile(jacquard_context* context,
                                              const jacquard_source* shader,
                                              const jacquard_compile_options* options,
                                              jacquard_program** program);

/* Assembles a program: what jacquard_program_assembly() gives, or instructions with labels alone.
 * `gpu` is the part to assemble for; 0: the one that the text names, or 630.
 * MALFORMED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_assemble(jacquard_context* context,
                                               const jacquard_source* text, uint32_t gpu,
                                               jacquard_program** program);

/* A program of words that somebody else made. `header` is the JSON of jacquard_program_header();
 * without it (NULL) the program has no inputs and outputs. `gpu` 0: the part that the header names.
 * MALFORMED, TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_create(jacquard_context* context,
                                                     const uint64_t* words, size_t word_count,
                                                     const jacquard_source* header, uint32_t gpu,
                                                     jacquard_program** program);

JACQUARD_API void jacquard_program_destroy(jacquard_program* program);

/* The part that the program is for. */
JACQUARD_API uint32_t jacquard_program_gpu(const jacquard_program* program);
/* "VERT", "FRAG", "COMP", "TESS_CTRL", "TESS_EVAL" or "GEOM". */
JACQUARD_API const char* jacquard_program_stage(const jacquard_program* program);
/* The machine words, of 64 bits each in the byte order of the host. `count` receives how many. */
JACQUARD_API const uint64_t* jacquard_program_words(const jacquard_program* program, size_t* count);

/* What must be set up to run the program, as JSON. OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_header(const jacquard_program* program,
                                                     jacquard_text** json);
/* The program as assembly, its header as directives. OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_assembly(const jacquard_program* program,
                                                       jacquard_text** text);

/* Figures that the compiler counted: their number, their names ("full_registers") and, of a
 * program, their values. NULL and 0 past the last one. */
JACQUARD_API size_t jacquard_statistic_count(void);
JACQUARD_API const char* jacquard_statistic_name(size_t index);
JACQUARD_API uint32_t jacquard_program_statistic(const jacquard_program* program, size_t index);

/* Room that the text of any instruction fits in, with its zero byte. */
#define JACQUARD_MAX_INSTRUCTION_TEXT 256

/* A word of a program. */
typedef struct jacquard_instruction {
    size_t struct_size;
    uint64_t word;
    const char* name;  /* "mad.f32"; NULL where the word is no instruction of the part */
    uint32_t category; /* 0 to 7 */
    uint32_t line;     /* of the source it comes from; 0 where that is not known */
    const char* file;  /* of a module that names its source files; else NULL */
    char text[JACQUARD_MAX_INSTRUCTION_TEXT]; /* as assembly, branches relative */
} jacquard_instruction;

/* The word at `index`. WRONG_USE where there is none. `struct_size` of the answer is set by the
 * caller. */
JACQUARD_API jacquard_status jacquard_program_instruction(const jacquard_program* program,
                                                          size_t index,
                                                          jacquard_instruction* instruction);

/* ---- words ---------------------------------------------------------------------------------- */

/* The words as assembly, a line each, with labels; a word that is no instruction of the part is
 * `.word 0x...`. TOO_LARGE, OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_disassemble(jacquard_context* context, const uint64_t* words,
                                                  size_t word_count, uint32_t gpu,
                                                  jacquard_text** text);

/* Draws a word with what owns each bit and the table line that says so; of one that is no
 * instruction of the part, the instructions that it nearly is.
 * OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_explain_word(jacquard_context* context, uint64_t word,
                                                   uint32_t gpu, jacquard_text** text);

/* All that the tables say about a name: "fmul", "ir3:mov", or the code of a diagnostic, "T102".
 * MALFORMED where no table has it; OUT_OF_MEMORY, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_explain_name(jacquard_context* context, const char* name,
                                                   jacquard_text** text);

/* ---- costs ---------------------------------------------------------------------------------- */

/* What a program costs, told from its words and its header. */
typedef struct jacquard_cost jacquard_cost;

/* A figure of a report; docs/what-a-shader-costs.md says what each means. */
typedef struct jacquard_cost_figure {
    size_t struct_size;
    const char* section; /* "longest" */
    const char* name;    /* "issue", unique within its section */
    const char* label;   /* the name for people */
    double value;        /* cycles, instructions, registers ..., as the section says */
    uint32_t is_bounded; /* 0: there is no value, since a loop has no known end */
} jacquard_cost_figure;

/* A line of the source, the costliest first. */
typedef struct jacquard_cost_line {
    size_t struct_size;
    uint32_t line;
    const char* file; /* of a module that names its source files; else NULL */
    double cycles;    /* in which its instructions issue or are waited for, each executed once */
    double waits;     /* those of the cycles in which they are waited for */
} jacquard_cost_line;

/* OUT_OF_MEMORY, UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_program_cost(const jacquard_program* program,
                                                   jacquard_cost** cost);
JACQUARD_API void jacquard_cost_destroy(jacquard_cost* cost);

/* The figures of every report are the same ones in the same order. */
JACQUARD_API size_t jacquard_cost_figure_count(const jacquard_cost* cost);
/* WRONG_USE past the last one. `struct_size` of the answer is set by the caller. */
JACQUARD_API jacquard_status jacquard_cost_get_figure(const jacquard_cost* cost, size_t index,
                                                      jacquard_cost_figure* figure);
JACQUARD_API size_t jacquard_cost_line_count(const jacquard_cost* cost);
/* WRONG_USE past the last one. `struct_size` of the answer is set by the caller. */
JACQUARD_API jacquard_status jacquard_cost_get_line(const jacquard_cost* cost, size_t index,
                                                    jacquard_cost_line* line);

/* ---- running -------------------------------------------------------------------------------- */

/* What the runs of a case computed. */
typedef struct jacquard_results jacquard_results;

/* An output of a run, for four lanes that stand as a square: top left, top right, bottom left,
 * bottom right. */
typedef struct jacquard_output {
    size_t struct_size;
    uint32_t index;       /* of the declaration in the shader */
    const char* semantic; /* "COLOR" */
    uint32_t semantic_index;
    int32_t vertex;        /* which one of a patch or of those emitted; -1: there is one only */
    uint32_t lanes;        /* one bit a lane that has the output */
    uint32_t values[4][4]; /* lane, then component: the bits of 32-bit values */
} jacquard_output;

/* A buffer that the case gives, as a run left it. */
typedef struct jacquard_memory {
    size_t struct_size;
    const char* space; /* "ssbo" */
    uint32_t buffer;   /* its number there */
    const uint32_t* words;
    size_t word_count;
} jacquard_memory;

/* Executes a program's words by the emulator for the runs of a case file, whose form
 * docs/compile-a-shader.md gives; without one (NULL) there is one run in which all is 0.
 * MALFORMED, NOT_SUPPORTED where the words cannot be executed, FAULTED, TOO_LARGE, OUT_OF_MEMORY,
 * UNKNOWN_PART, WRONG_USE, FAILED. */
JACQUARD_API jacquard_status jacquard_run(jacquard_context* context,
                                          const jacquard_program* program,
                                          const jacquard_source* runs, jacquard_results** results);

/* Executes a shader in TGSI or NIR by the interpreter, which no part is asked for. Otherwise as
 * jacquard_run(); of the options `precise` counts. */
JACQUARD_API jacquard_status jacquard_interpret(jacquard_context* context,
                                                const jacquard_source* shader,
                                                const jacquard_compile_options* options,
                                                const jacquard_source* runs,
                                                jacquard_results** results);

JACQUARD_API void jacquard_results_destroy(jacquard_results* results);

/* How many runs there were. */
JACQUARD_API size_t jacquard_results_count(const jacquard_results* results);
/* One bit a lane that was still running in the end. */
JACQUARD_API uint32_t jacquard_results_live_lanes(const jacquard_results* results, size_t run);
JACQUARD_API size_t jacquard_results_output_count(const jacquard_results* results, size_t run);
/* WRONG_USE past the last one. `struct_size` of the answer is set by the caller. */
JACQUARD_API jacquard_status jacquard_results_get_output(const jacquard_results* results,
                                                         size_t run, size_t index,
                                                         jacquard_output* output);
JACQUARD_API size_t jacquard_results_memory_count(const jacquard_results* results, size_t run);
/* WRONG_USE past the last one. `struct_size` of the answer is set by the caller. */
JACQUARD_API jacquard_status jacquard_results_get_memory(const jacquard_results* results,
                                                         size_t run, size_t index,
                                                         jacquard_memory* memory);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* JACQUARD_JACQUARD_H */
