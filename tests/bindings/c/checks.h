/* What the tests of the C interface share. */
#ifndef CHECKS_H
#define CHECKS_H

#include <jacquard/jacquard.h>

#include <stddef.h>

/* Counts a failure and goes on. */
#define CHECK(holds) check((holds) != 0, #holds, __FILE__, __LINE__)
void check(int holds, const char* what, const char* file, int line);
int failures(void);

/* An allocator that knows what it gave, and that may be told to have nothing left. */
typedef struct counting {
    size_t blocks;     /* given and not taken back */
    size_t bytes;      /* the same */
    size_t all_blocks; /* ever given */
    size_t left;       /* blocks that it still gives; SIZE_MAX: any number */
} counting;
jacquard_allocator counting_allocator(counting* state);

/* The last diagnostic, and how many there were. */
typedef struct heard {
    unsigned count;
    char code[8];
    char source_name[64];
    char message[256];
    jacquard_position position;
    size_t notes;
} heard;
void hear(void* user, const jacquard_diagnostic* diagnostic);

/* Sources of texts in memory. */
jacquard_source source_of(const char* text);

extern const char kShader[]; /* in TGSI: OUT[0] = CONST[0] * IN[0] */
extern const char kCase[];   /* for it */
extern const char kLoop[];   /* a loop whose end nobody knows */

/* The groups of tests, one a file. */
void test_compiling(void);
void test_words(void);
void test_running(void);
void test_launching(void);
void test_use(void);
void test_memory(void);

#endif
