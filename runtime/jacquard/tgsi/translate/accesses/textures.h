#pragma once

#include <jacquard/tgsi/translate/registers/concern.h>

#include <optional>

namespace jacquard::tgsi {

class DeclaredRegisters;
class Faults;
class Hoisted;
class Inputs;
class Operands;
class Results;

// The texture and the sampler of a lookup.
struct TextureChoice {
    std::uint32_t texture = 0;
    std::uint32_t sampler = 0;
    nir::SsaDef* texture_offset = nullptr; // null: no register chooses
    nir::SsaDef* sampler_offset = nullptr;
    std::int32_t first = 0; // the units that may be chosen
    std::int32_t last = 0;
};

// Translates texture lookups and queries.
class Textures : Concern {
  public:
    Textures(Context& context, DeclaredRegisters& declared_registers, Faults& faults,
             Hoisted& hoisted, Inputs& inputs, Operands& operands, Results& results)
        : Concern(context), declared_registers_(declared_registers), faults_(faults),
          hoisted_(hoisted), inputs_(inputs), operands_(operands), results_(results) {}

    void translate_texture(const TextureForm& form);
    void fetch_framebuffer();

  private:
    TextureChoice choose_texture(const TextureForm& form);
    std::optional<TextureTarget> texture_target(std::int32_t unit);
    bool check_texture_components(const TextureForm& form, const TextureTargetInfo& target);
    nir::TextureInstruction* begin_texture(nir::TextureOp op, const TextureChoice& choice,
                                           TextureTarget target);
    void add_coordinates(nir::TextureInstruction* texture, const TextureForm& form,
                         const TextureTargetInfo& target);
    void add_level(nir::TextureInstruction* texture, const TextureForm& form,
                   const TextureTargetInfo& target);
    bool add_gather(nir::TextureInstruction* texture, const TextureForm& form);
    bool add_offsets(nir::TextureInstruction* texture, const TextureTargetInfo& target);
    void translate_size_query(const TextureForm& form, const TextureChoice& choice,
                              TextureTarget target);
    void finish_texture(nir::TextureInstruction* texture);
    void add_vector(nir::TextureInstruction* texture, nir::TextureSourceType type, unsigned source,
                    unsigned count);
    void note_texture_unit(std::int32_t unit, TextureTarget target);
    nir::Operand read_packed(std::int8_t packed);

    DeclaredRegisters& declared_registers_;
    Faults& faults_;
    Hoisted& hoisted_;
    Inputs& inputs_;
    Operands& operands_;
    Results& results_;
};

} // namespace jacquard::tgsi
