#include "menu.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace jacquard::tgsi {

namespace {

constexpr auto opcode_of(unsigned number) {
    return static_cast<Opcode>(number);
}

bool computes(const OpcodeInfo& opcode) {
    bool only_values = opcode.num_destinations == 1 && is_value(opcode.destination_type);
    for (unsigned i = 0; i < opcode.num_sources; ++i) {
        only_values = only_values && is_value(opcode.source_types[i]);
    }
    return only_values;
}

bool compares(const OpcodeInfo& opcode) {
    constexpr std::array<std::string_view, 4> kOperators = {" < ", " >= ", " == ", " != "};
    return opcode.num_sources == 2 &&
           std::any_of(kOperators.begin(), kOperators.end(), [&](std::string_view text) {
               return opcode.formula.view().find(text) != std::string_view::npos;
           });
}

void add(Menu& menu, Opcode number) {
    const OpcodeInfo& opcode = info(number);
    const OpcodeTranslation& translation = translation_of(number);
    if (!translation.is_for(menu.stage)) {
        return;
    }
    switch (translation.kind) {
    case Translation::formula:
        if (computes(opcode)) {
            menu.computing.push_back(number);
        }
        if (computes(opcode) && compares(opcode)) {
            menu.comparisons.push_back(number);
        }
        break;
    case Translation::intrinsic:
        if (computes(opcode)) {
            menu.neighbours.push_back(number);
        }
        break;
    case Translation::texture:
        for (unsigned target = 0; target < kNumTextureTarget; ++target) {
            menu.textures.push_back({number, static_cast<TextureTarget>(target)});
        }
        break;
    case Translation::action: menu.actions[translation.action].push_back(number); break;
    case Translation::control_flow:
        if (opcode.opens != BlockKind::none && opcode.closes == 0) {
            menu.openers[opcode.opens].push_back(number);
        }
        break;
    case Translation::jump: menu.jumps[translation.jump].push_back(number); break;
    case Translation::later: break;
    }
}

template <typename Key>
const std::vector<Opcode>& found(const std::map<Key, std::vector<Opcode>>& lists, Key key) {
    static const std::vector<Opcode> kNone;
    const auto at = lists.find(key);
    return at == lists.end() ? kNone : at->second;
}

} // namespace

const std::vector<Opcode>& Menu::opening(BlockKind kind) const {
    return found(openers, kind);
}

const std::vector<Opcode>& Menu::jumping(Jump jump) const {
    return found(jumps, jump);
}

Menu full_menu(Stage stage) {
    Menu menu;
    menu.stage = stage;
    for (unsigned i = 0; i < kNumOpcodes; ++i) {
        add(menu, opcode_of(i));
    }
    for (unsigned i = 0; i < kNumSemantic; ++i) {
        const auto semantic = static_cast<Semantic>(i);
        if (system_value_info(semantic).components != 0) {
            menu.system_values.push_back(semantic);
        }
    }
    return menu;
}

void restrict(Menu& menu, const MenuFilter& wanted) {
    const auto keep = [&](std::vector<Opcode>& opcodes) {
        std::erase_if(opcodes, [&](Opcode opcode) { return !wanted.opcode(opcode); });
    };
    keep(menu.computing);
    keep(menu.comparisons);
    keep(menu.neighbours);
    const auto keep_each = [&](auto& lists) {
        for (auto& [what, opcodes] : lists) {
            keep(opcodes);
        }
        std::erase_if(lists, [](const auto& list) { return list.second.empty(); });
    };
    keep_each(menu.openers);
    keep_each(menu.jumps);
    keep_each(menu.actions);
    std::erase_if(menu.textures, [&](TextureCall call) { return !wanted.texture(call); });
    std::erase_if(menu.system_values,
                  [&](Semantic semantic) { return !wanted.system_value(semantic); });
}

bool is_value(OperandType type) {
    return type != OperandType::sampler_type && type != OperandType::view_type &&
           type != OperandType::resource_type;
}

Opcode closer_of(BlockKind kind) {
    for (unsigned i = 0; i < kNumOpcodes; ++i) {
        const OpcodeInfo& opcode = info(opcode_of(i));
        if ((opcode.closes & mask_of(kind)) != 0 && opcode.opens == BlockKind::none) {
            return opcode_of(i);
        }
    }
    return Opcode::nop;
}

Opcode else_opcode() {
    for (unsigned i = 0; i < kNumOpcodes; ++i) {
        if (info(opcode_of(i)).opens == BlockKind::else_block) {
            return opcode_of(i);
        }
    }
    return Opcode::nop;
}

} // namespace jacquard::tgsi
