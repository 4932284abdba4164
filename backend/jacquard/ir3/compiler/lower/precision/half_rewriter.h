#pragma once

#include <jacquard/ir3/compiler/lower/precision/candidates.h>
#include <jacquard/nir/build/core_builder.h>

#include <map>
#include <utility>

namespace jacquard::nir::narrowing {

// Replaces the values that are to be narrow by halves, and converts at the edges.
class HalfRewriter {
  public:
    HalfRewriter(Shader& shader, Candidates& candidates)
        : shader_(shader), candidates_(candidates), nodes_(candidates.nodes()) {}

    // Returns true if there was such a value.
    bool rewrite();

  private:
    void make_half(const Node& node);
    // Returns the component in 16 bits, for use at the cursor of the builder.
    Operand half_of(CoreBuilder& b, SsaDef& value, unsigned component);
    static Cursor behind_of(const SsaDef& value);
    void fill_phi(SsaDef& value);
    // Gives readers that stay wide the value in its old width.
    void hand_over(const Node& node);

    Shader& shader_;
    Candidates& candidates_;
    const std::vector<Node>& nodes_;
    std::vector<SsaDef*> halves_; // by index of the value
    std::map<std::pair<SsaDef*, unsigned>, SsaDef*> converted_;
};

} // namespace jacquard::nir::narrowing
