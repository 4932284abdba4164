#pragma once

#include <jacquard/nir/text/parse/concern.h>
#include <jacquard/nir/text/parse/fields.h>

#include <vector>

namespace jacquard::nir {

class Types;
class Variables;

// Parses the lines before and between the functions: what the shader is and what surrounds it.
class Header : Concern {
  public:
    Header(Tokens& tokens, Parts& parts, Shader& shader, Types& types, Variables& variables)
        : Concern(tokens, parts, shader), types_(types), variables_(variables) {}

    void header_line();

  private:
    void name_line();
    void float_controls_line();
    void io_line(std::vector<IoSlot>& slots);
    bool io_fact(IoSlot& slot, GivenFields& given);
    void constant_buffer_line();
    void texture_line();
    void property_line();

    GivenFields given_{tokens_}; // lines of which a shader has one
    Types& types_;
    Variables& variables_;
};

} // namespace jacquard::nir
