#pragma once

// The pieces of code that the documentation shows, as parts of a program. Each says whether it got
// what it should.
bool compile_shader();
bool transform_nir();
