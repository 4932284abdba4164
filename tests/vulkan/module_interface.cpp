#include "module_interface.h"

#include "device.h"

#include <algorithm>
#include <cstring>
#include <spirv/unified1/spirv.h>

namespace jacquard::vulkan {

namespace {

using Words = std::vector<std::uint32_t>;

// Everything that has an id and matters here.
struct Entity {
    std::uint32_t op = 0;
    Words operands; // all words behind the first
    std::map<std::uint32_t, std::uint32_t> decorations;
    bool has_member_decorations = false;
};

class Reader {
  public:
    explicit Reader(const Words& words) : words_(words) {}

    ModuleInterface run() {
        if (words_.size() < 5 || words_[0] != SpvMagicNumber) {
            throw DeviceError("not a module in the byte order of this machine");
        }
        for (std::size_t at = 5; at < words_.size();) {
            const std::uint32_t length = words_[at] >> 16;
            if (length == 0 || at + length > words_.size()) {
                throw DeviceError("an instruction is longer than the module");
            }
            read(words_[at] & 0xffff,
                 Words(words_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                       words_.begin() + static_cast<std::ptrdiff_t>(at + length)));
            at += length;
        }
        collect();
        return std::move(result_);
    }

  private:
    void read(std::uint32_t op, const Words& operands) {
        switch (op) {
        case SpvOpEntryPoint:
            if (result_.entry_point.empty()) {
                read_entry_point(operands);
            }
            break;
        case SpvOpDecorate:
            entities_[operands.at(0)].decorations[operands.at(1)] =
                operands.size() > 2 ? operands[2] : 1;
            break;
        case SpvOpMemberDecorate: read_member_decoration(operands); break;
        case SpvOpTypeInt:
        case SpvOpTypeFloat:
        case SpvOpTypeVector:
        case SpvOpTypeMatrix:
        case SpvOpTypeArray:
        case SpvOpTypeStruct:
        case SpvOpTypePointer:
        case SpvOpTypeImage:
        case SpvOpTypeSampledImage: define(op, operands.at(0), operands); break;
        case SpvOpConstant:
        case SpvOpVariable: define(op, operands.at(1), operands); break;
        default: break;
        }
    }

    void define(std::uint32_t op, std::uint32_t id, const Words& operands) {
        entities_[id].op = op;
        entities_[id].operands = operands;
    }

    void read_entry_point(const Words& operands) {
        std::size_t at = 2;
        for (bool is_done = false; !is_done; ++at) {
            char letters[4];
            std::memcpy(letters, &operands.at(at), 4);
            for (const char letter : letters) {
                is_done = is_done || letter == 0;
                if (!is_done) {
                    result_.entry_point += letter;
                }
            }
        }
        interface_.assign(operands.begin() + static_cast<std::ptrdiff_t>(at), operands.end());
    }

    void read_member_decoration(const Words& operands) {
        Entity& entity = entities_[operands.at(0)];
        if (operands.at(2) == SpvDecorationBuiltIn) {
            built_in_members_[operands[0]].push_back(operands.at(3));
        } else if (operands[2] == SpvDecorationLocation) {
            entity.has_member_decorations = true;
        }
    }

    static std::optional<std::uint32_t> decoration(const Entity& entity, SpvDecoration kind) {
        const auto found = entity.decorations.find(kind);
        return found == entity.decorations.end() ? std::nullopt : std::optional(found->second);
    }

    void collect() {
        for (const auto& [id, entity] : entities_) {
            if (entity.op != SpvOpVariable) {
                continue;
            }
            const std::uint32_t storage = entity.operands.at(2);
            const std::uint32_t type = entities_[entity.operands[0]].operands.at(2);
            const bool is_used =
                std::find(interface_.begin(), interface_.end(), id) != interface_.end();
            if (storage == SpvStorageClassInput && is_used) {
                add_variable(entity, type, result_.inputs, nullptr);
            } else if (storage == SpvStorageClassOutput && is_used) {
                add_variable(entity, type, result_.outputs, &result_.built_in_outputs);
            } else if (storage == SpvStorageClassUniformConstant) {
                add_image(entity, type);
            }
        }
        const auto by_place = [](const Slot& one, const Slot& other) {
            return one.location != other.location ? one.location < other.location
                                                  : one.first_component < other.first_component;
        };
        std::sort(result_.inputs.begin(), result_.inputs.end(), by_place);
        std::sort(result_.outputs.begin(), result_.outputs.end(), by_place);
    }

    void add_variable(const Entity& variable, std::uint32_t type, std::vector<Slot>& slots,
                      std::vector<std::uint32_t>* built_ins) {
        if (const auto number = decoration(variable, SpvDecorationBuiltIn)) {
            if (built_ins != nullptr) {
                built_ins->push_back(*number);
            }
            return;
        }
        if (const auto members = built_in_members_.find(type); members != built_in_members_.end()) {
            if (built_ins != nullptr) {
                built_ins->insert(built_ins->end(), members->second.begin(), members->second.end());
            }
            return;
        }
        const auto location = decoration(variable, SpvDecorationLocation);
        if (!location) {
            throw DeviceError("an input or output without a location");
        }
        Slot slot;
        slot.location = *location;
        slot.first_component = decoration(variable, SpvDecorationComponent).value_or(0);
        slot.is_flat = decoration(variable, SpvDecorationFlat).has_value();
        add_slots(type, slot, slots);
    }

    void add_slots(std::uint32_t type, Slot& slot, std::vector<Slot>& slots) {
        const Entity& entity = entities_[type];
        switch (entity.op) {
        case SpvOpTypeFloat:
        case SpvOpTypeInt:
            slot.kind = entity.op == SpvOpTypeFloat  ? ScalarKind::floating
                        : entity.operands.at(2) != 0 ? ScalarKind::signed_integer
                                                     : ScalarKind::unsigned_integer;
            slot.bits = entity.operands.at(1);
            slot.num_components = 1;
            slots.push_back(slot);
            ++slot.location;
            break;
        case SpvOpTypeVector:
            add_slots(entity.operands.at(1), slot, slots);
            slots.back().num_components = entity.operands.at(2);
            break;
        case SpvOpTypeMatrix:
            repeat(entity.operands.at(1), entity.operands.at(2), slot, slots);
            break;
        case SpvOpTypeArray:
            repeat(entity.operands.at(1), entities_[entity.operands.at(2)].operands.at(2), slot,
                   slots);
            break;
        case SpvOpTypeStruct:
            if (entity.has_member_decorations) {
                throw DeviceError("a structure whose members have locations of their own");
            }
            for (std::size_t i = 1; i < entity.operands.size(); ++i) {
                add_slots(entity.operands[i], slot, slots);
            }
            break;
        default: throw DeviceError("an input or output of an unexpected type");
        }
    }

    void repeat(std::uint32_t type, std::uint32_t count, Slot& slot, std::vector<Slot>& slots) {
        if (count > 64) {
            throw DeviceError("an input or output of too many locations");
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            add_slots(type, slot, slots);
        }
    }

    void add_image(const Entity& variable, std::uint32_t type) {
        const Entity* entity = &entities_[type];
        while (entity->op == SpvOpTypeArray || entity->op == SpvOpTypeSampledImage) {
            entity = &entities_[entity->operands.at(1)];
        }
        if (entity->op == SpvOpTypeImage) {
            result_.images
                [std::to_string(decoration(variable, SpvDecorationDescriptorSet).value_or(0)) +
                 '.' + std::to_string(decoration(variable, SpvDecorationBinding).value_or(0))] = {
                entity->operands.at(2), entity->operands.at(4) != 0};
        }
    }

    const Words& words_;
    std::map<std::uint32_t, Entity> entities_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> built_in_members_;
    Words interface_;
    ModuleInterface result_;
};

} // namespace

ModuleInterface read_interface(const std::vector<std::uint32_t>& words) {
    try {
        return Reader(words).run();
    } catch (const std::out_of_range&) {
        throw DeviceError("an instruction lacks operands");
    }
}

} // namespace jacquard::vulkan
