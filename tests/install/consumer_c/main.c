/* What an application in C that links the library does. */
#include <jacquard/jacquard.h>

#include <stdio.h>
#include <string.h>

static const char text[] = "FRAG\n"
                           "DCL OUT[0], COLOR\n"
                           "DCL CONST[0]\n"
                           "  0: MUL OUT[0], CONST[0], CONST[0]\n"
                           "  1: END\n";

static void say(void* user, const jacquard_diagnostic* found) {
    (void)user;
    fprintf(stderr, "%s:%u:%u: error[%s]: %s\n", found->source_name, found->position.line,
            found->position.column, found->code, found->message);
}

int main(void) {
    jacquard_context_options options = {sizeof options};
    options.on_diagnostic = say;
    jacquard_context* context = NULL;
    if (jacquard_context_create(&options, &context) != JACQUARD_OK) {
        return 1;
    }

    jacquard_source shader = {sizeof shader};
    shader.name = "shader.tgsi";
    shader.data = text;
    shader.size = strlen(text);
    jacquard_compile_options how = {sizeof how};
    how.gpu = 730;
    jacquard_program* program = NULL;
    jacquard_status status = jacquard_compile(context, &shader, &how, &program);
    if (status == JACQUARD_OK) {
        size_t count = 0;
        const uint64_t* words = jacquard_program_words(program, &count);
        printf("%zu words, the first is %016llx\n", count, (unsigned long long)words[0]);

        jacquard_instruction first = {sizeof first};
        if (jacquard_program_instruction(program, 0, &first) == JACQUARD_OK) {
            printf("%s\n", first.text);
        }
        jacquard_program_destroy(program);
    } else {
        fprintf(stderr, "%s\n", jacquard_status_text(status));
    }
    jacquard_context_destroy(context);
    return status == JACQUARD_OK ? 0 : 1;
}
