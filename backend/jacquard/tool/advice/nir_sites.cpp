#include <jacquard/nir/analysis/lane_steps.h>
#include <jacquard/nir/analysis/loop_analysis.h>
#include <jacquard/tool/advice/nir_sites.h>
#include <jacquard/tool/advice/split_sums.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace jacquard::driver::advice {

namespace {

// Loops whose rounds nobody knows are taken to go round so often.
constexpr double kUnknownRounds = 2;

class NirSites {
  public:
    NirSites(const nir::Shader& shader, const std::array<std::uint32_t, 3>& workgroup,
             std::uint32_t wave_lanes)
        : shader_(shader), steps_(workgroup, wave_lanes) {}

    std::vector<Site> run(std::span<const VaryingFacts> inputs) {
        if (shader_.entry == nullptr) {
            return {};
        }
        for (nir::Block& block : shader_.entry->blocks()) {
            for (nir::Instruction& instruction : block.instructions()) {
                visit(instruction);
                order_.push_back(&instruction);
            }
            note_sums(block);
            if (auto* branch = block.next != nullptr ? block.next->as<nir::IfNode>() : nullptr) {
                note_branch(*branch);
            }
        }
        note_inputs(inputs);
        std::vector<Site> sites;
        for (auto& [place, site] : found_) {
            sites.push_back(std::move(site));
        }
        return sites;
    }

  private:
    using Place = std::tuple<SiteKind, const CostlyOperation*, std::uint32_t, std::uint32_t>;

    Site& site_at(SiteKind kind, const SourceLine& line,
                  const CostlyOperation* operation = nullptr) {
        Site& site = found_[{kind, operation, line.file, line.line}];
        site.kind = kind;
        site.line = line;
        site.line.name = 0;
        site.operation = operation;
        return site;
    }

    void visit(nir::Instruction& instruction) {
        const auto* own = instruction.as<nir::TextureInstruction>();
        behind_[&instruction] =
            lookups_before(instruction) + (own != nullptr && !own->is_query() ? 1 : 0);
        if (auto* lookup = instruction.as<nir::TextureInstruction>()) {
            note_lookup(*lookup);
        } else if (auto* alu = instruction.as<nir::AluInstruction>()) {
            note_operation(*alu);
        } else if (auto* intrinsic = instruction.as<nir::IntrinsicInstruction>()) {
            note_intrinsic(*intrinsic);
        }
    }

    void note_lookup(nir::TextureInstruction& lookup) {
        if (lookup.is_query()) {
            return;
        }
        Site& site = site_at(SiteKind::lookup, lookup.origin);
        site.values.push_back(lookup.value.index);
        site[Fact::depth] = std::max(site[Fact::depth], lookups_before(lookup));
        site[Fact::rounds] += rounds_at(*lookup.block);
        if (is_in_unknown_loop(*lookup.block)) {
            site[Fact::in_unknown_loop] = 1;
        }
        const nir::TextureSource* coordinate = lookup.source(nir::TextureSourceType::coord);
        if (coordinate != nullptr && is_same(*coordinate->ssa)) {
            site[Fact::same_everywhere] = 1;
        }
        if (lookup.op == nir::TextureOp::txd) {
            site[Fact::has_gradients] = 1;
        }
        if (lookup.has_implicit_derivative() && is_in_divergent_flow(*lookup.block)) {
            site[Fact::in_divergent_flow] = 1;
        }
    }

    void note_operation(nir::AluInstruction& alu) {
        for (const CostlyOperation& operation : costly_operations()) {
            if (std::find(operation.opcodes.begin(), operation.opcodes.end(), alu.opcode) ==
                operation.opcodes.end()) {
                continue;
            }
            Site& site = site_at(SiteKind::operation, alu.origin, &operation);
            const bool is_first = site.values.empty();
            site.values.push_back(alu.value.index);
            site[Fact::times] += rounds_at(*alu.block);
            const bool is_uniform =
                std::all_of(alu.sources().begin(), alu.sources().end(),
                            [&](const nir::AluSource& each) { return is_same(*each.ssa); });
            site[Fact::uniform] = (is_first || site[Fact::uniform] != 0) && is_uniform ? 1 : 0;
        }
    }

    void note_sums(nir::Block& block) {
        for (const RunningSum& sum : running_sums(block)) {
            Site& site = site_at(SiteKind::sum, sum.steps.back()->origin);
            site[Fact::terms] = std::max(site[Fact::terms], static_cast<double>(sum.num_terms()));
        }
    }

    void note_intrinsic(nir::IntrinsicInstruction& intrinsic) {
        switch (intrinsic.op) {
        case nir::IntrinsicOp::terminate_if:
        case nir::IntrinsicOp::demote_if: note_kill(intrinsic, *intrinsic.sources()[0].ssa); return;
        case nir::IntrinsicOp::terminate:
        case nir::IntrinsicOp::demote: {
            const auto* branch = intrinsic.block->parent != nullptr
                                     ? intrinsic.block->parent->as<nir::IfNode>()
                                     : nullptr;
            if (branch != nullptr) {
                note_kill(intrinsic, *branch->condition.ssa);
            }
            return;
        }
        case nir::IntrinsicOp::store_output: note_output(intrinsic); return;
        case nir::IntrinsicOp::load_input:
        case nir::IntrinsicOp::load_interpolated_input:
            for (std::uint32_t i = 0; i < intrinsic.value.num_components; ++i) {
                read_[static_cast<std::uint32_t>(intrinsic.base())] |=
                    1U << (intrinsic.component() + i);
            }
            return;
        default: return;
        }
    }

    // A fragment's depth is what its shader stores as its position.
    void note_output(const nir::IntrinsicInstruction& store) {
        const auto base = static_cast<std::size_t>(store.base());
        const std::vector<nir::IoSlot>& outputs = shader_.info.outputs;
        if (shader_.info.stage == nir::Stage::fragment && base < outputs.size() &&
            outputs[base].semantic == nir::Semantic::position) {
            site_at(SiteKind::depth, store.origin)[Fact::is_written] = 1;
        }
    }

    // The instructions before a discard, and those that its condition needs.
    void note_kill(const nir::Instruction& kill, const nir::SsaDef& condition) {
        std::unordered_set<const nir::Instruction*> needed;
        std::vector<const nir::Instruction*> open = {condition.instruction};
        while (!open.empty()) {
            const nir::Instruction* each = open.back();
            open.pop_back();
            if (needed.insert(each).second) {
                each->for_each_source([&open](const nir::Source& source) {
                    open.push_back(source.ssa->instruction);
                });
            }
        }
        Site& site = site_at(SiteKind::kill, kill.origin);
        double before = 0;
        double wanted = 0;
        double lookups = 0;
        for (const nir::Instruction* each : order_) {
            const double work = work_of(*each);
            before += work;
            wanted += needed.count(each) != 0 ? work : 0;
            lookups += each->as<nir::TextureInstruction>() != nullptr && needed.count(each) == 0;
        }
        site[Fact::before] = before;
        site[Fact::needed] = wanted;
        site[Fact::lookups_before] = lookups;
    }

    void note_branch(nir::IfNode& branch) {
        if (is_same(*branch.condition.ssa)) {
            return;
        }
        const double one = work_of(branch.then_list);
        const double other = work_of(branch.else_list);
        if (std::min(one, other) == 0) {
            return;
        }
        Site& site = site_at(SiteKind::branch, branch.condition.ssa->instruction->origin);
        site.values.push_back(branch.condition.ssa->index);
        site[Fact::takes_then] = one >= other ? 1 : 0;
        const double rounds = rounds_at(*branch.block_before());
        site[Fact::smaller_side] += rounds * std::min(one, other);
        site[Fact::sides] += rounds * (one + other);
    }

    void note_inputs(std::span<const VaryingFacts> inputs) {
        if (shader_.info.stage != nir::Stage::fragment) {
            return;
        }
        for (const VaryingFacts& input : inputs) {
            if (input.semantic != nir::Semantic::generic) {
                continue;
            }
            double read = 0;
            for (std::uint32_t slot = 0; slot < input.slots; ++slot) {
                const auto found = read_.find(input.first_slot + slot);
                read += found != read_.end() ? std::popcount(found->second) : 0;
            }
            if (read == 0) {
                Site& site = found_[{SiteKind::input, nullptr, 0, input.semantic_index}];
                site.kind = SiteKind::input;
                site[Fact::location] = input.semantic_index;
                site[Fact::unread] = 4.0 * input.slots;
            }
        }
    }

    // Lookups one after the other that the sources of an instruction come from. Instructions are
    // visited in order, so that all but those of a loop's next round are known.
    [[nodiscard]] double lookups_before(const nir::Instruction& instruction) const {
        double deepest = 0;
        instruction.for_each_source([&](const nir::Source& source) {
            const auto found = behind_.find(source.ssa->instruction);
            deepest = std::max(deepest, found != behind_.end() ? found->second : 0.0);
        });
        return deepest;
    }

    [[nodiscard]] bool is_same(const nir::SsaDef& value) {
        for (unsigned c = 0; c < value.num_components; ++c) {
            if (steps_.of(value, c).kind != nir::LaneStep::Kind::same) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool is_in_divergent_flow(const nir::Block& block) {
        for (const nir::ControlFlowNode* at = block.parent; at != nullptr; at = at->parent) {
            const auto* branch = at->as<nir::IfNode>();
            if (branch != nullptr && !is_same(*branch->condition.ssa)) {
                return true;
            }
        }
        return false;
    }

    // Returns nothing where nobody knows them.
    std::optional<double> rounds_of(nir::LoopNode& loop) {
        const auto [place, is_new] = rounds_.try_emplace(&loop);
        if (is_new) {
            const nir::LoopInfo info = nir::analyse_loop(loop);
            if (info.limiting_terminator >= 0) {
                place->second = info.trip_count;
            }
        }
        return place->second;
    }

    double rounds_at(const nir::Block& block) {
        double rounds = 1;
        for (nir::ControlFlowNode* at = block.parent; at != nullptr; at = at->parent) {
            if (auto* loop = at->as<nir::LoopNode>()) {
                rounds *= rounds_of(*loop).value_or(kUnknownRounds);
            }
        }
        return rounds;
    }

    bool is_in_unknown_loop(const nir::Block& block) {
        for (nir::ControlFlowNode* at = block.parent; at != nullptr; at = at->parent) {
            auto* loop = at->as<nir::LoopNode>();
            if (loop != nullptr && !rounds_of(*loop)) {
                return true;
            }
        }
        return false;
    }

    static double work_of(const nir::Instruction& instruction) {
        const auto* alu = instruction.as<nir::AluInstruction>();
        if (alu != nullptr) {
            return alu->info().is_copy ? 0 : alu->value.num_components;
        }
        return instruction.as<nir::TextureInstruction>() != nullptr ||
                       instruction.as<nir::IntrinsicInstruction>() != nullptr
                   ? 1
                   : 0;
    }

    static double work_of(const nir::ControlFlowList& list) {
        double work = 0;
        const nir::Block* last = list.last_block();
        for (const nir::Block* block = list.first_block();; block = nir::next_block(block)) {
            for (const nir::Instruction& instruction : block->instructions()) {
                work += work_of(instruction);
            }
            if (block == last) {
                return work;
            }
        }
    }

    const nir::Shader& shader_;
    nir::LaneSteps steps_;
    std::vector<const nir::Instruction*> order_; // those that were visited
    std::map<Place, Site> found_;
    std::unordered_map<std::uint32_t, unsigned> read_; // components of inputs, by slot
    std::unordered_map<const nir::Instruction*, double> behind_;
    std::unordered_map<const nir::LoopNode*, std::optional<double>> rounds_;
};

} // namespace

std::vector<Site> sites_of_shader(const nir::Shader& shader,
                                  const std::array<std::uint32_t, 3>& workgroup,
                                  std::uint32_t wave_lanes, std::span<const VaryingFacts> inputs) {
    return NirSites(shader, workgroup, wave_lanes).run(inputs);
}

} // namespace jacquard::driver::advice
