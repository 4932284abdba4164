// An application that links the library makes these calls.
#include "examples.h"

int main() {
    return compile_shader() && transform_nir() ? 0 : 1;
}
