// Computes relaxed floats in 16 bits where that costs no instruction.
//
// Before: ALU instructions have one component, save copies and vectors, and rules select them.
// After: floats marked as relaxed are computed in 16 bits, and so are selections and phis of them,
// where that adds no instruction. Values from and to the rest of the shader are converted; such a
// conversion is free if the instruction beside it converts by itself. Connected values are judged
// together, after those at the edge that cost more than they save have been left wide.

#include <jacquard/generated/pipelines/narrow_precision.h>
#include <jacquard/ir3/compiler/lower/precision/float_opcodes.h>
#include <jacquard/ir3/compiler/lower/precision/half_rewriter.h>
#include <jacquard/ir3/compiler/lower/precision/narrowing_costs.h>
#include <jacquard/ir3/compiler/lower/precision/webs.h>

#include <algorithm>
#include <vector>

namespace jacquard::nir::narrowing {

namespace {

// Reads that are looked at in one round, beyond which a shader stays as it is.
constexpr std::size_t kMostReads = std::size_t{1} << 22;

class NarrowPrecision {
  public:
    NarrowPrecision(Function& function, const ir3::MachineFacts& machine, FormCounts& forms)
        : shader_(*function.shader), candidates_(function, machine, forms),
          costs_(candidates_, forms), nodes_(candidates_.nodes()) {}

    bool run() {
        candidates_.find_nodes();
        if (std::none_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
                return node.kind == Kind::operation && node.narrow;
            })) {
            return false;
        }
        if (candidates_.num_reads() > kMostReads) {
            return false;
        }
        candidates_.leave_out_what_is_no_float();
        leave_out_what_costs();
        constexpr int kMostRounds = 32;
        for (int round = 1; round <= kMostRounds && judge_webs(round == kMostRounds); ++round) {
            leave_out_what_costs();
        }
        return HalfRewriter(shader_, candidates_).rewrite();
    }

  private:
    void leave_out_what_costs() {
        constexpr int kMostRounds = 16;
        bool changed = true;
        for (int round = 0; changed && round < kMostRounds; ++round) {
            changed = false;
            for (Node& node : nodes_) {
                if (!node.narrow) {
                    continue;
                }
                const int as_narrow = costs_.cost_around(node);
                node.narrow = false;
                if (costs_.cost_around(node) <= as_narrow) {
                    changed = true;
                } else {
                    node.narrow = true;
                }
            }
        }
        keep_passed_values();
    }

    // Selections and phis only pass values on, so they may round only values that every reader
    // rounds anyway. Chains of them run along the order of the nodes or against it, so that order
    // is followed both ways in turn.
    void keep_passed_values() {
        constexpr int kMostRounds = 16;
        bool changed = true;
        for (int round = 0; changed && round < kMostRounds; ++round) {
            changed = false;
            for (std::size_t i = 0; i < nodes_.size(); ++i) {
                Node& node = nodes_[round % 2 == 0 ? nodes_.size() - 1 - i : i];
                if (node.narrow && !may_be_rounded(node)) {
                    node.narrow = false;
                    changed = true;
                }
            }
        }
        if (changed) {
            // The chain turns too often to be followed: only relaxed values are rounded.
            for (Node& node : nodes_) {
                node.narrow = node.narrow && is_rounded_by_itself(node);
            }
        }
    }

    // Returns true if the shader allows the node itself to round its value, whatever is beside it.
    static bool is_rounded_by_itself(const Node& node) {
        return node.kind == Kind::operation || (node.value->relaxed && node.value->bit_size == 32);
    }

    // Returns true if rounding loses nothing: the value is relaxed, all readers round it, or all
    // its sources have 16 bits already.
    bool may_be_rounded(const Node& node) {
        if (is_rounded_by_itself(node)) {
            return true;
        }
        bool sources_are_half = true;
        const auto look = [&](const SsaDef& source, unsigned component) {
            const auto constants = constant_components(source);
            sources_are_half &= constants.empty() ? candidates_.is_narrow(source)
                                                  : is_half(constants[component].f32);
        };
        if (const auto* phi = node.value->instruction->as<PhiInstruction>()) {
            for (const PhiSource* source = phi->first_source; source != nullptr;
                 source = source->next) {
                look(*source->ssa, 0);
            }
        } else {
            const auto& alu = static_cast<const AluInstruction&>(*node.value->instruction);
            for (unsigned i = node.kind == Kind::selection ? 1 : 0; i < alu.num_sources; ++i) {
                look(*alu.sources()[i].ssa, alu.sources()[i].swizzle[0]);
            }
        }
        if (sources_are_half || node.kind == Kind::comparison) {
            return sources_are_half;
        }
        return std::all_of(node.value->uses().begin(), node.value->uses().end(),
                           [this](const Source& use) { return costs_.reads_narrow(use); });
    }

    // Values that are narrow and connected stay so only where that pays for all of them together.
    // In a web that does not pay, the values that cost something stay wide, until the rest pays or
    // none is left. Returns true if a value was left wide.
    bool judge_webs(bool leaves_rest) {
        Webs webs = find_webs();
        std::vector<int> totals(nodes_.size(), 0);
        std::vector<std::uint8_t> costs(nodes_.size(), 0);
        const auto add = [&](const Node& node, int cost) {
            totals[webs.root_of(candidates_.number_of(node))] += cost;
            costs[candidates_.number_of(node)] |= cost > 0 ? 1 : 0;
        };
        for (const Node& node : nodes_) {
            if (node.narrow) {
                add(node, costs_.conversions_of(*node.value));
                add(node, costs_.parted_pairs(node));
                add(node, costs_.own_cost(node));
                add(node, node.kind == Kind::selection ? costs_.cost_of_condition(node) : 0);
            }
        }
        candidates_.for_each_value([&](SsaDef& value) {
            int cost = candidates_.is_narrow(value) ? 0 : costs_.conversions_of(value);
            for (const Source& use : value.uses()) {
                const Node* reader = cost != 0 && costs_.reads_narrow(use)
                                         ? candidates_.node_of(*use.instruction()->def())
                                         : nullptr;
                if (reader != nullptr) {
                    totals[webs.root_of(candidates_.number_of(*reader))] += cost;
                    costs[candidates_.number_of(*reader)] = 1;
                    cost = 1; // once, but all of them are beside it
                }
            }
        });
        bool changed = false;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].narrow && totals[webs.root_of(i)] > 0 && (leaves_rest || costs[i] != 0)) {
                nodes_[i].narrow = false;
                changed = true;
            }
        }
        return changed;
    }

    Webs find_webs() {
        Webs webs(nodes_.size());
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].narrow) {
                nodes_[i].value->instruction->for_each_source(
                    [&](const Source& source) { join(webs, i, *source.ssa); });
            }
        }
        return webs;
    }

    void join(Webs& webs, std::uint32_t reader, const SsaDef& source) {
        // Readers of the same value share its conversion.
        for (const Source& use : source.uses()) {
            const Instruction* other = use.instruction();
            const Node* node = other != nullptr && other->def() != nullptr
                                   ? candidates_.node_of(*other->def())
                                   : nullptr;
            if (node != nullptr && node->narrow) {
                webs.join(candidates_.number_of(*node), reader);
            }
        }
        if (const Node* maker = candidates_.node_of(source); maker != nullptr && maker->narrow) {
            webs.join(candidates_.number_of(*maker), reader);
        }
    }

    Shader& shader_;
    Candidates candidates_;
    NarrowingCosts costs_;
    std::vector<Node>& nodes_;
};

bool has_relaxed_values(Shader& shader) {
    for (Function& function : shader.functions()) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                const SsaDef* value = instruction.def();
                if (value != nullptr && value->relaxed &&
                    instruction.kind == InstructionKind::alu) {
                    return true;
                }
            }
        }
    }
    return false;
}

} // namespace

} // namespace jacquard::nir::narrowing

namespace jacquard::ir3 {

bool narrow_precision(nir::Shader& shader, const CompileOptions& options, const Target& target) {
    if (!nir::narrowing::has_relaxed_values(shader)) {
        return false;
    }
    const Lacking lacking(target, options.precise);
    nir::narrowing::FormCounts counts(shader, lacking);
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        changed |= nir::narrowing::NarrowPrecision(function, target.machine, counts).run();
    }
    return changed;
}

} // namespace jacquard::ir3
