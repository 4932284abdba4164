#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <cstdint>

namespace jacquard::nir {

class Blocks;
class Instructions;
class Places;
class Values;

// Parses the blocks, ifs and loops of a function.
class ControlFlow : Concern {
  public:
    ControlFlow(Tokens& tokens, Parts& parts, Shader& shader, Blocks& blocks,
                Instructions& instructions, Places& places, Values& values)
        : Concern(tokens, parts, shader), blocks_(blocks), instructions_(instructions),
          places_(places), values_(values) {}

    bool open_brace() { return tokens_.expect('{', "here"); }
    // Reads the nodes of a list up to its closing brace. The list holds one empty block already,
    // which the first block of the text becomes.
    void list(ControlFlowList& body, std::uint64_t depth);

  private:
    [[nodiscard]] bool is_block_head() const;
    Block* add_block(ControlFlowList& body, ControlFlowNode* parent, bool use_first);
    void if_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth);
    void loop_node(ControlFlowList& body, ControlFlowNode* parent, std::uint64_t depth);

    Blocks& blocks_;
    Instructions& instructions_;
    Places& places_;
    Values& values_;
};

} // namespace jacquard::nir
