#pragma once

#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/program.h>

#include <functional>
#include <map>
#include <vector>

namespace jacquard::tgsi {

// A texture opcode and a target it is used with.
struct TextureCall {
    Opcode opcode{};
    TextureTarget target{};
};

// The parts that random programs of a stage may use, by purpose. All of it comes from the tables: a
// new opcode there is included here.
struct Menu {
    Stage stage{};
    std::vector<Opcode> computing;   // a result from sources, without control flow
    std::vector<Opcode> comparisons; // those of them that compare
    std::vector<Opcode> neighbours;  // a result from what other lanes have
    std::vector<TextureCall> textures;
    std::vector<Semantic> system_values;
    std::map<BlockKind, std::vector<Opcode>> openers;
    std::map<Jump, std::vector<Opcode>> jumps;
    std::map<Action, std::vector<Opcode>> actions;

    // Empty where there are none.
    [[nodiscard]] const std::vector<Opcode>& opening(BlockKind kind) const;
    [[nodiscard]] const std::vector<Opcode>& jumping(Jump jump) const;
};

// Everything that the stage knows. Texture calls are all pairs, whether they make sense or not.
[[nodiscard]] Menu full_menu(Stage stage);

// Takes off what is not wanted.
struct MenuFilter {
    std::function<bool(Opcode)> opcode;
    std::function<bool(TextureCall)> texture;
    std::function<bool(Semantic)> system_value;
};
void restrict(Menu& menu, const MenuFilter& wanted);

// Returns true if an operand is a value, and not a texture or memory.
[[nodiscard]] bool is_value(OperandType type);

// The opcode that ends a block of that kind, and the one that begins its other side.
[[nodiscard]] Opcode closer_of(BlockKind kind);
[[nodiscard]] Opcode else_opcode();

} // namespace jacquard::tgsi
