/* Launches a kernel on arrays: launch PROGRAM.asm, of a kernel that takes (x, y, factor) as
 * scale.cl. */
#include <jacquard/jacquard.h>

#include <stdio.h>

static void say(void* user, const jacquard_diagnostic* fault) {
    fprintf(user, "%s: %s\n", fault->code, fault->message);
}

int main(int count, char** words) {
    static char text[1 << 16];
    FILE* file = count == 2 ? fopen(words[1], "rb") : NULL;
    jacquard_source source = {sizeof source};
    source.data = text;
    source.size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    jacquard_context_options told = {sizeof told};
    told.on_diagnostic = say;
    told.diagnostic_user = stderr;
    jacquard_context* context = NULL;
    jacquard_program* program = NULL;
    float x[256], y[256] = {0}, factor = 0.5F;
    for (int i = 0; i < 256; ++i) {
        x[i] = (float)i;
    }
    jacquard_argument arguments[] = {
        {"x", JACQUARD_ARGUMENT_BUFFER, 0, x, sizeof x},
        {"y", JACQUARD_ARGUMENT_BUFFER, 0, y, sizeof y},
        {"factor", JACQUARD_ARGUMENT_VALUE, 0, &factor, sizeof factor}};
    jacquard_launch_options launch = {sizeof launch, {256}, {64}, arguments, 3};
    jacquard_launch_result result = {sizeof result};
    jacquard_status status = jacquard_context_create(&told, &context);
    status = status == JACQUARD_OK ? jacquard_assemble(context, &source, 0, &program) : status;
    status = status == JACQUARD_OK ? jacquard_launch(context, program, &launch, &result) : status;
    printf("%s: %u groups, y[255] is %g\n", jacquard_status_text(status), result.groups[0], y[255]);
    jacquard_program_destroy(program);
    jacquard_context_destroy(context);
    return status == JACQUARD_OK ? 0 : 1;
}
