#include "pass_through.h"

#include <map>
#include <spirv/unified1/spirv.h>
#include <utility>

namespace jacquard::vulkan {

namespace {

using Words = std::vector<std::uint32_t>;

class Maker {
  public:
    Words run(const std::vector<Slot>& slots) {
        emit(head_, SpvOpCapability, {SpvCapabilityShader});
        emit(head_, SpvOpMemoryModel, {SpvAddressingModelLogical, SpvMemoryModelGLSL450});
        Words interface;
        Slot position;
        position.num_components = 4;
        add(position, 0, true, interface);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            add(slots[i], static_cast<std::uint32_t>(i + 1), false, interface);
        }
        const std::uint32_t nothing = next_id_++;
        const std::uint32_t type = next_id_++;
        const std::uint32_t function = next_id_++;
        emit(types_, SpvOpTypeVoid, {nothing});
        emit(types_, SpvOpTypeFunction, {type, nothing});
        Words entry = {SpvExecutionModelVertex, function, 0x6e69616d, 0}; // "main"
        entry.insert(entry.end(), interface.begin(), interface.end());
        emit(head_, SpvOpEntryPoint, entry);
        Words code;
        emit(code, SpvOpFunction, {nothing, function, SpvFunctionControlMaskNone, type});
        emit(code, SpvOpLabel, {next_id_++});
        code.insert(code.end(), body_.begin(), body_.end());
        emit(code, SpvOpReturn, {});
        emit(code, SpvOpFunctionEnd, {});

        Words module = {SpvMagicNumber, 0x00010000, 0, next_id_, 0};
        for (const Words* part : {&head_, &decorations_, &types_, &code}) {
            module.insert(module.end(), part->begin(), part->end());
        }
        return module;
    }

  private:
    static void emit(Words& to, std::uint32_t op, const Words& operands) {
        to.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16 | op);
        to.insert(to.end(), operands.begin(), operands.end());
    }

    std::uint32_t type_of(const Slot& slot) {
        std::uint32_t& scalar = types_by_shape_[{slot.kind, 1U}];
        if (scalar == 0) {
            scalar = next_id_++;
            if (slot.kind == ScalarKind::floating) {
                emit(types_, SpvOpTypeFloat, {scalar, 32});
            } else {
                emit(types_, SpvOpTypeInt,
                     {scalar, 32, slot.kind == ScalarKind::signed_integer ? 1U : 0U});
            }
        }
        std::uint32_t& vector = types_by_shape_[{slot.kind, slot.num_components}];
        if (vector == 0) {
            vector = next_id_++;
            emit(types_, SpvOpTypeVector, {vector, scalar, slot.num_components});
        }
        return vector;
    }

    std::uint32_t variable(std::uint32_t type, std::uint32_t storage) {
        std::uint32_t& pointer = pointers_[{type, storage}];
        if (pointer == 0) {
            pointer = next_id_++;
            emit(types_, SpvOpTypePointer, {pointer, storage, type});
        }
        const std::uint32_t id = next_id_++;
        emit(types_, SpvOpVariable, {pointer, id, storage});
        return id;
    }

    void add(const Slot& slot, std::uint32_t attribute, bool is_position, Words& interface) {
        const std::uint32_t type = type_of(slot);
        const std::uint32_t from = variable(type, SpvStorageClassInput);
        const std::uint32_t to = variable(type, SpvStorageClassOutput);
        emit(decorations_, SpvOpDecorate, {from, SpvDecorationLocation, attribute});
        if (is_position) {
            emit(decorations_, SpvOpDecorate, {to, SpvDecorationBuiltIn, SpvBuiltInPosition});
        } else {
            emit(decorations_, SpvOpDecorate, {to, SpvDecorationLocation, slot.location});
            if (slot.first_component != 0) {
                emit(decorations_, SpvOpDecorate,
                     {to, SpvDecorationComponent, slot.first_component});
            }
            if (slot.is_flat) {
                emit(decorations_, SpvOpDecorate, {to, SpvDecorationFlat});
            }
        }
        const std::uint32_t value = next_id_++;
        emit(body_, SpvOpLoad, {type, value, from});
        emit(body_, SpvOpStore, {to, value});
        interface.push_back(from);
        interface.push_back(to);
    }

    std::uint32_t next_id_ = 1;
    std::map<std::pair<ScalarKind, std::uint32_t>, std::uint32_t> types_by_shape_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> pointers_;
    Words head_;
    Words decorations_;
    Words types_;
    Words body_;
};

} // namespace

std::vector<std::uint32_t> pass_through_shader(const std::vector<Slot>& slots) {
    return Maker().run(slots);
}

} // namespace jacquard::vulkan
