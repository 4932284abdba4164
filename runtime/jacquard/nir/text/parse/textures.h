#pragma once

#include <jacquard/nir/text/parse/concern.h>
#include <jacquard/nir/text/print/words.h>

#include <string_view>
#include <vector>

namespace jacquard::nir {

class Values;

// Parses texture instructions, whose sources the text names.
class Textures : Concern {
  public:
    Textures(Tokens& tokens, Parts& parts, Shader& shader, Values& values)
        : Concern(tokens, parts, shader), values_(values) {}

    Instruction* texture(const ValueShape& shape);

  private:
    struct Given {
        TextureSourceType type;
        Token value;
    };

    bool sources(std::vector<Given>& given);
    bool texture_fields(TextureInstruction& texture);
    bool texture_field(TextureInstruction& texture, std::string_view name);
    bool texture_offsets(TextureFields& fields, const TextureFlag& flag);

    Values& values_;
};

} // namespace jacquard::nir
