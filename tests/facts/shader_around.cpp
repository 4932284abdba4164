#include "shader_around.h"

#include <jacquard/nir/validate/validator.h>

#include <algorithm>
#include <vector>

namespace jacquard::facts {

using nir::CoreBuilder;
using nir::SsaDef;

namespace {

constexpr int kResultOffset = 512; // in bytes, behind the unknown values
constexpr int kResultSize = 32;
constexpr std::size_t kMostStored = 4; // words, by one instruction

void describe(nir::Shader& shader) {
    if (shader.info.stage == nir::Stage::compute) {
        shader.info.properties = {{"CS_FIXED_BLOCK_WIDTH", {4}},
                                  {"CS_FIXED_BLOCK_HEIGHT", {1}},
                                  {"CS_FIXED_BLOCK_DEPTH", {1}},
                                  {"shared_size", {1024}}};
    } else if (shader.info.stage == nir::Stage::geometry) {
        shader.info.properties = {{"GS_INPUT_PRIMITIVE", {4}},
                                  {"GS_OUTPUT_PRIMITIVE", {5}},
                                  {"GS_MAX_OUTPUT_VERTICES", {4}}};
    } else if (shader.info.stage == nir::Stage::tess_control) {
        shader.info.properties = {{"TCS_VERTICES_OUT", {3}}};
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
        shader.info.inputs.push_back({nir::Semantic::generic, i});
        shader.info.outputs.push_back({nir::Semantic::generic, i});
        shader.info.textures.push_back({i});
    }
    shader.info.outputs[0].semantic =
        shader.info.stage == nir::Stage::fragment ? nir::Semantic::color : nir::Semantic::position;
    shader.info.constant_buffers = {{0, 32}, {1, 32}};
}

} // namespace

void store_result(CoreBuilder& b, SsaDef* value, unsigned number) {
    std::vector<nir::Operand> words;
    for (unsigned c = 0; c < std::min<unsigned>(value->num_components, 8); ++c) {
        SsaDef* component = b.whole(nir::channel(value, c));
        if (component->bit_size == 64) {
            words.emplace_back(
                b.ixor(b.unpack_64_2x32_split_x(component), b.unpack_64_2x32_split_y(component)));
        } else if (component->bit_size != 32) {
            words.emplace_back(component->bit_size == 1 ? b.b2i32(component) : b.u2u32(component));
        } else {
            words.emplace_back(component);
        }
    }
    int offset = kResultOffset + kResultSize * static_cast<int>(number);
    for (std::size_t first = 0; first < words.size(); first += kMostStored, offset += 16) {
        const auto part =
            std::span(words).subspan(first, std::min(kMostStored, words.size() - first));
        nir::IntrinsicInstruction* store =
            b.intrinsic(nir::IntrinsicOp::store_ssbo, static_cast<unsigned>(part.size()), 0,
                        {b.vec(part), b.imm_int(0), b.imm_int(offset)});
        store->set_align_mul(16);
        CoreBuilder::writing_all(store);
    }
}

SsaDef* unknown_value(CoreBuilder& b, unsigned index, unsigned num_components, unsigned bit_size) {
    nir::IntrinsicInstruction* load =
        b.intrinsic(nir::IntrinsicOp::load_ssbo, num_components, bit_size == 1 ? 32 : bit_size,
                    {b.imm_int(0), b.imm_int(16 * static_cast<int>(index))});
    load->set_align_mul(16);
    return bit_size == 1 ? b.ine(&load->value, b.imm_int(0)) : &load->value;
}

Form shader_around(nir::Stage stage, unsigned times, const MakeSubject& make, bool is_unused) {
    Form form;
    form.shader = std::make_unique<nir::Shader>(stage);
    describe(*form.shader);
    nir::Function* main = form.shader->add_function("main", true);
    CoreBuilder b(*main);
    for (unsigned i = 0; i < times; ++i) {
        form.subject = make(b);
        if (form.subject == nullptr) {
            return form;
        }
        if (SsaDef* value = form.subject->def();
            value != nullptr && !is_unused && form.subject->kind != nir::InstructionKind::deref) {
            store_result(b, value, i);
        }
    }
    main->link_blocks();
    if (!nir::validate(*form.shader).empty()) {
        form.subject = nullptr;
    }
    return form;
}

} // namespace jacquard::facts
