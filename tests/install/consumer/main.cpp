// What an application that links the library does.
#include "examples.h"

int main() {
    return compile_shader() && transform_nir() ? 0 : 1;
}
