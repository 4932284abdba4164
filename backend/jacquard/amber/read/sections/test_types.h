#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <string_view>

namespace jacquard::driver::amber {

// Reads a type as tests and vertex data write it: `ivec3`, `mat2x4`, `double`. False where it is
// none.
bool read_test_type(std::string_view text, DataType& type);

// Tells that a word is no such type. Returns false.
bool fail_test_type(Lines& lines, const Token& token);

} // namespace jacquard::driver::amber
