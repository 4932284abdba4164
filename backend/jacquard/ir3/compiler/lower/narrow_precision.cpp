// Computes in 16 bits what is relaxed and costs no more so.
//
// Before: ALU instructions have one component, save copies and vectors, and rules select them.
// After: floats marked as relaxed are computed in 16 bits, and so are selections and phis of them,
// where that adds no instruction: what comes from or goes to the rest of the shader is converted,
// and that must be free, as conversions mostly are that the instruction beside them does by itself.
// Values that are connected are judged together, after those at the edge that cost more than they
// save have been left wide.

#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/generated/pipelines/narrow_precision.h>
#include <jacquard/ir3/compiler/select/lacking.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace jacquard::nir::narrowing {

namespace {

// The largest number that a half holds.
constexpr float kMostHalf = 65504.0F;
// The least above 0 that has all of its digits.
constexpr float kLeastHalf = 1.0F / 16384.0F;
// Reads that are looked at in one round, beyond which a shader stays as it is.
constexpr std::size_t kMostReads = std::size_t{1} << 22;

// In thousandths of an instruction.
constexpr int kInstruction = 1000;
// Narrow values take half the room; that decides where no instruction is lost or won.
constexpr int kRoom = 1;

bool is_unsized_float(const AluType& type) {
    return type.base == BaseType::float_type && type.bit_size == 0;
}

// One that computes floats from floats, in the width that they have.
bool computes_floats(const OpcodeInfo& info) {
    if (!is_unsized_float(info.output_type) || info.output_components > 1 || info.is_copy ||
        info.is_reduction) {
        return false;
    }
    for (unsigned i = 0; i < info.num_sources; ++i) {
        if (!is_unsized_float(info.source_types[i])) {
            return false;
        }
    }
    return info.num_sources != 0;
}

bool compares_floats(const OpcodeInfo& info) {
    return info.num_sources == 2 && info.output_type.base == BaseType::bool_type &&
           info.output_type.bit_size == 1 && is_unsized_float(info.source_types[0]) &&
           is_unsized_float(info.source_types[1]);
}

// (neg) and (abs), which whoever reads them does by itself.
bool changes_sign(const AluInstruction& alu) {
    return alu.opcode == core::fneg || alu.opcode == core::fabs;
}

bool fits_half(float value) {
    return value == 0.0F || (std::fabs(value) >= kLeastHalf && std::fabs(value) <= kMostHalf);
}

bool is_half(float value) {
    return half_to_float(float_to_half(value)) == value && fits_half(value);
}

enum class Kind : std::uint8_t { wide, operation, comparison, selection, phi };

// How many instructions an opcode takes; 0 where no rule selects it.
struct Forms {
    unsigned full = 0;
    unsigned half = 0;
};

struct Node {
    SsaDef* value = nullptr;
    Kind kind = Kind::wide;
    bool narrow = false;
};

// Counts the instructions that rules of selection make of an opcode in each width.
class FormCounts {
  public:
    // `known` keeps the counts for the other functions of the shader.
    FormCounts(Shader& shader, ir3::Lacking& lacking, std::map<Opcode, Forms>& known)
        : shader_(shader), lacking_(lacking), known_(known) {}

    const Forms& of(Opcode opcode) {
        const auto [at, is_new] = known_.try_emplace(opcode);
        if (is_new) {
            at->second = {count(opcode, 32), count(opcode, 16)};
        }
        return at->second;
    }

  private:
    unsigned count(Opcode opcode, unsigned bits) {
        UndefInstruction* any = shader_.make_undef(1, bits);
        AluInstruction* alu = shader_.make_alu(opcode, 1, bits);
        for (AluSource& source : alu->sources()) {
            source.set(&any->value);
        }
        const unsigned found = lacking_.instructions_for(*alu);
        for (AluSource& source : alu->sources()) {
            source.set(nullptr);
        }
        return found;
    }

    Shader& shader_;
    ir3::Lacking& lacking_;
    std::map<Opcode, Forms>& known_;
};

class NarrowPrecision {
  public:
    NarrowPrecision(Function& function, const ir3::CompileOptions& options, ir3::Lacking& lacking,
                    std::map<Opcode, Forms>& forms)
        : function_(function), shader_(*function.shader), machine_(ir3::machine_of(options)),
          forms_(shader_, lacking, forms) {}

    bool run() {
        find_nodes();
        if (std::none_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
                return node.kind == Kind::operation && node.narrow;
            })) {
            return false;
        }
        if (num_reads() > kMostReads) {
            return false;
        }
        leave_out_what_is_no_float();
        leave_out_what_costs();
        constexpr int kMostRounds = 32;
        for (int round = 1; round <= kMostRounds && judge_webs(round == kMostRounds); ++round) {
            leave_out_what_costs();
        }
        return rewrite();
    }

  private:
    // ---- the values that may be narrow

    void find_nodes() {
        std::uint32_t highest = 0;
        for_each_value([&](SsaDef& value) { highest = std::max(highest, value.index); });
        node_of_.assign(highest + 1, kNone);
        uniform_.assign(highest + 1, 0);
        for_each_value([this](SsaDef& value) {
            (void)is_uniform(value); // first of what comes first, so that each is one step
            const Kind kind = kind_of(value);
            if (kind != Kind::wide) {
                node_of_[value.index] = static_cast<std::uint32_t>(nodes_.size());
                nodes_.push_back({&value, kind, true});
            }
        });
    }

    // How many reads of values are looked at to judge each node once.
    [[nodiscard]] std::size_t num_reads() {
        std::size_t count = 0;
        for_each_value([&](SsaDef& value) {
            std::size_t reads = 0;
            for (auto use = value.uses().begin(); use != value.uses().end(); ++use) {
                ++reads;
            }
            count += reads * (reads + 1);
        });
        return count;
    }

    template <typename Visit>
    void for_each_value(Visit&& visit) {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def(visit);
            }
        }
    }

    Kind kind_of(SsaDef& value) {
        if (value.instruction->kind == InstructionKind::phi) {
            return value.bit_size == 32 && value.num_components == 1 ? Kind::phi : Kind::wide;
        }
        auto* alu = value.instruction->as<AluInstruction>();
        if (alu == nullptr || value.num_components != 1 || alu->exact) {
            return Kind::wide;
        }
        if (value.bit_size == 1) {
            const bool compares =
                compares_floats(alu->info()) && alu->sources()[0].ssa->bit_size == 32;
            return compares ? Kind::comparison : Kind::wide;
        }
        if (value.bit_size != 32 || is_uniform(value)) {
            return Kind::wide;
        }
        if (alu->opcode == core::bcsel) {
            return Kind::selection;
        }
        return value.relaxed && computes_floats(alu->info()) && forms_.of(alu->opcode).half != 0 &&
                       constants_fit(*alu)
                   ? Kind::operation
                   : Kind::wide;
    }

    static bool constants_fit(const AluInstruction& alu) {
        return std::all_of(alu.sources().begin(), alu.sources().end(), [](const AluSource& source) {
            const auto constants = constant_components(*source.ssa);
            return constants.empty() || fits_half(constants[source.swizzle[0]].f32);
        });
    }

    // A value that is equal in all lanes is computed once in the preamble, if the part has one, and
    // reads of it as a half are free.
    bool is_uniform(const SsaDef& value) {
        if (!machine_.preamble) {
            return false;
        }
        std::uint8_t& known = uniform_[value.index];
        if (known == 0) {
            known = kVaries; // on the way round a loop
            known = find_uniform(value) ? kUniform : kVaries;
        }
        return known == kUniform;
    }

    bool find_uniform(const SsaDef& value) {
        const Instruction& instruction = *value.instruction;
        if (const auto* intrinsic = instruction.as<IntrinsicInstruction>()) {
            return reads_constants(*intrinsic) &&
                   std::all_of(intrinsic->sources().begin(), intrinsic->sources().end(),
                               [this](const Source& source) { return is_uniform(*source.ssa); });
        }
        if (const auto* alu = instruction.as<AluInstruction>()) {
            return std::all_of(alu->sources().begin(), alu->sources().end(),
                               [this](const AluSource& source) { return is_uniform(*source.ssa); });
        }
        return instruction.kind == InstructionKind::constant;
    }

    static bool reads_constants(const IntrinsicInstruction& load) {
        return load.op == IntrinsicOp::load_ubo_vec4 || load.op == IntrinsicOp::load_push_constant;
    }

    // Selections and phis pass on what they are given, of whatever type. Those that are connected
    // are floats where one of them is made or read as a float and none as anything else.
    void leave_out_what_is_no_float() {
        begin_webs();
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (passes_on(nodes_[i])) {
                for_each_passed_on(nodes_[i], [&](const SsaDef& source) {
                    if (const Node* from = node_of(source); from != nullptr && passes_on(*from)) {
                        webs_[root_of(number_of(*from))] = root_of(i);
                    }
                });
            }
        }
        std::vector<std::uint8_t> found(nodes_.size(), 0);
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (passes_on(nodes_[i])) {
                std::uint8_t& types = found[root_of(i)];
                for_each_passed_on(nodes_[i],
                                   [&](const SsaDef& source) { types |= made_as(source); });
                for (const Source& use : nodes_[i].value->uses()) {
                    types |= read_as(use);
                }
            }
        }
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            nodes_[i].narrow = !passes_on(nodes_[i]) || found[root_of(i)] == kFloat;
        }
    }

    static bool passes_on(const Node& node) {
        return node.kind == Kind::selection || node.kind == Kind::phi;
    }

    template <typename Visit>
    static void for_each_passed_on(const Node& node, Visit&& visit) {
        const auto* alu = node.value->instruction->as<AluInstruction>();
        if (alu == nullptr) {
            node.value->instruction->for_each_source(
                [&](const Source& source) { visit(*source.ssa); });
            return;
        }
        for (const AluSource& source : alu->sources().subspan(1)) {
            visit(*source.ssa);
        }
    }

    static std::uint8_t bit_of(BaseType type) {
        return type == BaseType::float_type ? kFloat : kOther;
    }

    static std::uint8_t made_as(const SsaDef& value) {
        if (const auto* alu = value.instruction->as<AluInstruction>()) {
            const OpcodeInfo& info = alu->info();
            return info.is_copy || info.is_selection ? std::uint8_t{0}
                                                     : bit_of(info.output_type.base);
        }
        if (const auto* texture = value.instruction->as<TextureInstruction>()) {
            return bit_of(texture->dest_type.base);
        }
        return 0;
    }

    static std::uint8_t read_as(const Source& use) {
        const Instruction* reader = use.instruction();
        const auto* alu = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
        if (alu == nullptr || alu->info().is_copy || alu->info().is_selection) {
            return 0;
        }
        const auto place =
            static_cast<std::size_t>(&static_cast<const AluSource&>(use) - alu->sources().data());
        return bit_of(alu->info().source_types[place].base);
    }

    // ---- their costs

    [[nodiscard]] Node* node_of(const SsaDef& value) {
        const std::uint32_t number = value.index < node_of_.size() ? node_of_[value.index] : kNone;
        return number != kNone ? &nodes_[number] : nullptr;
    }

    [[nodiscard]] bool is_narrow(const SsaDef& value) {
        const Node* node = node_of(value);
        return node != nullptr && node->narrow;
    }

    // Whether the reader takes the value in 16 bits.
    [[nodiscard]] bool reads_narrow(const Source& use) {
        const Instruction* reader = use.instruction();
        if (reader == nullptr || reader->def() == nullptr) {
            return false;
        }
        if (const auto* alu = reader->as<AluInstruction>();
            alu != nullptr && alu->opcode == core::f2f16) {
            return true;
        }
        const Node* node = node_of(*reader->def());
        return node != nullptr && node->narrow;
    }

    // Reads of one component of a value, by those who want 16 bits and by those who want 32.
    struct Reads {
        unsigned narrow = 0;
        unsigned wide = 0;
        bool arithmetic = true; // the narrow ones may read constants as they are
    };

    [[nodiscard]] std::array<Reads, 4> reads_of(const SsaDef& value) {
        std::array<Reads, 4> reads;
        for (const Source& use : value.uses()) {
            const bool narrow = reads_narrow(use);
            const Instruction* reader = use.instruction();
            const auto* alu = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
            if (alu == nullptr) {
                for (Reads& each : reads) {
                    ++(narrow ? each.narrow : each.wide);
                    each.arithmetic &= !narrow;
                }
                continue;
            }
            const auto& source = static_cast<const AluSource&>(use);
            const auto place = static_cast<unsigned>(&source - alu->sources().data());
            for (unsigned i = 0; i < alu->source_components(place); ++i) {
                Reads& each = reads[source.swizzle[i] & 3U];
                ++(narrow ? each.narrow : each.wide);
                each.arithmetic &= !narrow || computes_floats(alu->info());
            }
        }
        return reads;
    }

    // Returns the cost of the value's conversions under the current choice.
    int conversions_of(const SsaDef& value) {
        const Instruction& maker = *value.instruction;
        if (maker.kind == InstructionKind::constant || maker.kind == InstructionKind::undef) {
            return 0;
        }
        const std::array<Reads, 4> reads = reads_of(value);
        if (is_narrow(value)) {
            return value.bit_size == 1 ? 0 : cost_of_widening(maker, reads[0]);
        }
        int cost = 0;
        if (value.num_components > reads.size() || value.bit_size != 32) {
            return 0;
        }
        if (maker.kind == InstructionKind::texture) {
            unsigned narrow = 0;
            bool wide = false;
            for (unsigned i = 0; i < value.num_components; ++i) {
                narrow += reads[i].narrow != 0 ? 1 : 0;
                wide |= reads[i].wide != 0;
            }
            return wide ? static_cast<int>(narrow) * kInstruction : 0;
        }
        for (unsigned i = 0; i < value.num_components; ++i) {
            cost += reads[i].narrow != 0 ? cost_of_narrowing(value, reads[i]) : 0;
        }
        return cost;
    }

    static int cost_of_widening(const Instruction& maker, const Reads& reads) {
        if (reads.wide == 0) {
            return 0;
        }
        const auto* alu = maker.as<AluInstruction>();
        const bool folds = alu != nullptr && reads.narrow == 0 && computes_floats(alu->info()) &&
                           !changes_sign(*alu);
        return folds ? 0 : kInstruction;
    }

    int cost_of_narrowing(const SsaDef& value, const Reads& reads) {
        const Instruction& maker = *value.instruction;
        if (is_uniform(value)) {
            return reads.arithmetic ? 0 : kInstruction;
        }
        if (const auto* load = maker.as<IntrinsicInstruction>()) {
            if (reads_constants(*load)) {
                return reads.arithmetic ? 0 : kInstruction;
            }
            const bool folds = load->op == IntrinsicOp::load_interpolated_input && reads.wide == 0;
            return folds ? 0 : kInstruction;
        }
        const auto* alu = maker.as<AluInstruction>();
        if (alu == nullptr || reads.wide != 0) {
            return kInstruction;
        }
        const OpcodeInfo& info = alu->info();
        const bool from_integer =
            info.is_conversion && is_float_of(info.output_type, 32) && !is_float(info);
        return from_integer || (computes_floats(info) && !changes_sign(*alu)) ? 0 : kInstruction;
    }

    static bool is_float_of(const AluType& type, unsigned bits) {
        return type.base == BaseType::float_type && type.bit_size == bits;
    }
    static bool is_float(const OpcodeInfo& info) {
        return info.source_types[0].base == BaseType::float_type;
    }

    // Pairs that are one instruction where both have the same width.
    int parted_pairs(const Node& node) {
        const auto* alu = node.value->instruction->as<AluInstruction>();
        if (alu == nullptr) {
            return 0;
        }
        int cost = 0;
        if (node.value->bit_size == 32 && node.value->has_one_use()) {
            const Instruction* reader = node.value->first_use->instruction();
            const auto* next = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
            if (next != nullptr && is_pair(*alu, *next) && is_narrow(next->value) != node.narrow) {
                cost += kInstruction;
            }
        }
        for (const AluSource& source : alu->sources()) {
            const auto* before = source.ssa->instruction->as<AluInstruction>();
            if (before != nullptr && before->value.has_one_use() && is_pair(*before, *alu) &&
                is_narrow(before->value) != node.narrow) {
                cost += kInstruction;
            }
        }
        return cost;
    }

    static bool is_pair(const AluInstruction& first, const AluInstruction& second) {
        const bool is_sum = second.opcode == core::fadd || second.opcode == core::fsub;
        return (first.opcode == core::fmul && is_sum) || second.opcode == core::fsat;
    }

    // Returns the cost of the node itself and of the conversions of its sources.
    int cost_around(const Node& node) {
        int cost = conversions_of(*node.value) + parted_pairs(node) + own_cost(node);
        node.value->instruction->for_each_source(
            [&](const Source& source) { cost += conversions_of(*source.ssa); });
        if (node.kind == Kind::selection) {
            cost += cost_of_condition(node);
        }
        return cost;
    }

    // Some operations take fewer instructions in 16 bits: angles are not brought within a turn.
    int own_cost(const Node& node) {
        if (!node.narrow) {
            return 0;
        }
        if (node.kind != Kind::operation) {
            return -kRoom;
        }
        const Forms& forms =
            forms_.of(static_cast<const AluInstruction&>(*node.value->instruction).opcode);
        return (static_cast<int>(forms.half) - static_cast<int>(forms.full)) * kInstruction - kRoom;
    }

    // The condition must be as wide as what it selects; a comparison makes it so.
    int cost_of_condition(const Node& node) {
        const auto& alu = static_cast<const AluInstruction&>(*node.value->instruction);
        const SsaDef& condition = *alu.sources()[0].ssa;
        bool narrow = false;
        bool wide = false;
        for (const Source& use : condition.uses()) {
            const Instruction* reader = use.instruction();
            const auto* select = reader != nullptr ? reader->as<AluInstruction>() : nullptr;
            const bool selects = select != nullptr && select->opcode == core::bcsel &&
                                 &use == &select->sources()[0] && is_narrow(select->value);
            (selects ? narrow : wide) = true;
        }
        const auto* maker = condition.instruction->as<AluInstruction>();
        const bool folds = maker != nullptr && compares_floats(maker->info()) && !wide;
        return narrow && !folds ? kInstruction : 0;
    }

    // ---- the choice

    void leave_out_what_costs() {
        constexpr int kMostRounds = 16;
        bool changed = true;
        for (int round = 0; changed && round < kMostRounds; ++round) {
            changed = false;
            for (Node& node : nodes_) {
                if (!node.narrow) {
                    continue;
                }
                const int as_narrow = cost_around(node);
                node.narrow = false;
                if (cost_around(node) <= as_narrow) {
                    changed = true;
                } else {
                    node.narrow = true;
                }
            }
        }
        // Selections and phis only pass values on, so they may round only values that every reader
        // rounds anyway.
        // Chains of them run along the order of the nodes or against it, so both ways are gone in
        // turn.
        changed = true;
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
        if (changed) { // too long a zigzag to follow: no value that is not relaxed itself is
                       // rounded
            for (Node& node : nodes_) {
                node.narrow = node.narrow && is_rounded_by_itself(node);
            }
        }
    }

    // Returns true if the shader allows the node itself to round its value, whatever is beside it.
    static bool is_rounded_by_itself(const Node& node) {
        return node.kind == Kind::operation || (node.value->relaxed && node.value->bit_size == 32);
    }

    // Whether nothing is lost by rounding: the value is relaxed, whoever reads it rounds it, or all
    // that it may be has 16 bits already.
    bool may_be_rounded(const Node& node) {
        if (is_rounded_by_itself(node)) {
            return true;
        }
        bool sources_are_half = true;
        const auto look = [&](const SsaDef& source, unsigned component) {
            const auto constants = constant_components(source);
            sources_are_half &=
                constants.empty() ? is_narrow(source) : is_half(constants[component].f32);
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
                           [this](const Source& use) { return reads_narrow(use); });
    }

    void begin_webs() {
        webs_.resize(nodes_.size());
        std::iota(webs_.begin(), webs_.end(), 0);
    }

    [[nodiscard]] std::uint32_t number_of(const Node& node) const {
        return static_cast<std::uint32_t>(&node - nodes_.data());
    }

    std::uint32_t root_of(std::uint32_t web) {
        while (webs_[web] != web) {
            web = webs_[web] = webs_[webs_[web]];
        }
        return web;
    }

    // Values that are narrow and connected stay so only where that pays for all of them together.
    // In a web that does not pay, the values that cost something stay wide, until the rest pays or
    // none is left. Returns true if a value was left wide.
    bool judge_webs(bool leaves_rest) {
        find_webs();
        std::vector<int> totals(nodes_.size(), 0);
        std::vector<std::uint8_t> costs(nodes_.size(), 0);
        const auto add = [&](const Node& node, int cost) {
            totals[root_of(number_of(node))] += cost;
            costs[number_of(node)] |= cost > 0 ? 1 : 0;
        };
        for (const Node& node : nodes_) {
            if (node.narrow) {
                add(node, conversions_of(*node.value));
                add(node, parted_pairs(node));
                add(node, own_cost(node));
                add(node, node.kind == Kind::selection ? cost_of_condition(node) : 0);
            }
        }
        for_each_value([&](SsaDef& value) {
            int cost = is_narrow(value) ? 0 : conversions_of(value);
            for (const Source& use : value.uses()) {
                const Node* reader =
                    cost != 0 && reads_narrow(use) ? node_of(*use.instruction()->def()) : nullptr;
                if (reader != nullptr) {
                    totals[root_of(number_of(*reader))] += cost;
                    costs[number_of(*reader)] = 1;
                    cost = 1; // once, but all of them are beside it
                }
            }
        });
        bool changed = false;
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].narrow && totals[root_of(i)] > 0 && (leaves_rest || costs[i] != 0)) {
                nodes_[i].narrow = false;
                changed = true;
            }
        }
        return changed;
    }

    void find_webs() {
        begin_webs();
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].narrow) {
                nodes_[i].value->instruction->for_each_source(
                    [&](const Source& source) { join(i, *source.ssa); });
            }
        }
    }

    void join(std::uint32_t reader, const SsaDef& source) {
        // Readers of the same value share its conversion.
        for (const Source& use : source.uses()) {
            const Instruction* other = use.instruction();
            const Node* node =
                other != nullptr && other->def() != nullptr ? node_of(*other->def()) : nullptr;
            if (node != nullptr && node->narrow) {
                webs_[root_of(number_of(*node))] = root_of(reader);
            }
        }
        if (const Node* maker = node_of(source); maker != nullptr && maker->narrow) {
            webs_[root_of(number_of(*maker))] = root_of(reader);
        }
    }

    // ---- the change

    bool rewrite() {
        bool changed = false;
        halves_.assign(node_of_.size(), nullptr);
        for (const Node& node : nodes_) {
            if (node.narrow && node.kind == Kind::phi) {
                PhiInstruction* half = shader_.make_phi(1, 16);
                half->origin = node.value->instruction->origin;
                node.value->instruction->block->insert_before(node.value->instruction, half);
                halves_[node.value->index] = &half->value;
                changed = true;
            }
        }
        for (const Node& node : nodes_) {
            if (node.narrow && node.kind != Kind::phi) {
                make_half(node);
                changed = true;
            }
        }
        for (const Node& node : nodes_) {
            if (node.narrow && node.kind == Kind::phi) {
                fill_phi(*node.value);
            }
        }
        for (const Node& node : nodes_) {
            if (node.narrow) {
                hand_over(node);
            }
        }
        for (const Node& node : nodes_) {
            if (node.narrow) {
                node.value->instruction->for_each_source(
                    [](Source& source) { source.set(nullptr); });
            }
        }
        for (const Node& node : nodes_) {
            if (node.narrow) {
                node.value->instruction->remove();
            }
        }
        return changed;
    }

    void make_half(const Node& node) {
        auto& alu = static_cast<AluInstruction&>(*node.value->instruction);
        CoreBuilder b(shader_, Cursor::before_instruction(&alu));
        b.origin = alu.origin;
        std::array<Operand, 4> sources;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            const AluSource& source = alu.sources()[i];
            if (node.kind == Kind::selection && i == 0) {
                sources[i] = channel(source.ssa, source.swizzle[0]);
            } else {
                sources[i] = half_of(b, *source.ssa, source.swizzle[0]);
            }
        }
        halves_[node.value->index] = b.alu(alu.opcode, std::span(sources.data(), alu.num_sources));
    }

    // The component in 16 bits, where the builder stands.
    Operand half_of(CoreBuilder& b, SsaDef& value, unsigned component) {
        if (SsaDef* half = halves_[value.index]) {
            return half;
        }
        const auto constants = constant_components(value);
        if (!constants.empty()) {
            return b.imm_bits(float_to_half(constants[component].f32), 16);
        }
        SsaDef*& converted = converted_[{&value, component}];
        if (converted == nullptr) {
            CoreBuilder behind(shader_, behind_of(value));
            behind.origin = value.instruction->origin;
            converted = behind.alu(core::f2f16, {channel(&value, component)});
        }
        return converted;
    }

    static Cursor behind_of(const SsaDef& value) {
        Instruction* maker = value.instruction;
        return maker->kind == InstructionKind::phi ? Cursor::after_phis(maker->block)
                                                   : Cursor::after_instruction(maker);
    }

    void fill_phi(SsaDef& value) {
        auto& phi = static_cast<PhiInstruction&>(*value.instruction);
        auto& half = static_cast<PhiInstruction&>(*halves_[value.index]->instruction);
        for (PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
            CoreBuilder b(shader_, Cursor::before_jump(source->predecessor));
            shader_.add_phi_source(&half, source->predecessor, half_of(b, *source->ssa, 0).value);
        }
    }

    // Gives readers that stay wide the value in its old width.
    void hand_over(const Node& node) {
        SsaDef* half = halves_[node.value->index];
        if (node.value->bit_size == 1) {
            node.value->rewrite_uses(half);
            return;
        }
        SsaDef* wide = nullptr;
        for (Source& use : node.value->uses()) {
            const Instruction* reader = use.instruction();
            const Node* other =
                reader != nullptr && reader->def() != nullptr ? node_of(*reader->def()) : nullptr;
            if (other != nullptr && other->narrow) {
                continue; // which goes
            }
            if (wide == nullptr) {
                CoreBuilder behind(shader_, behind_of(*half));
                behind.origin = half->instruction->origin;
                wide = behind.alu(core::f2f32, {half});
            }
            use.set(wide);
        }
    }

    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::uint8_t kFloat = 1;
    static constexpr std::uint8_t kOther = 2;
    static constexpr std::uint8_t kUniform = 1;
    static constexpr std::uint8_t kVaries = 2;

    Function& function_;
    Shader& shader_;
    const ir3::MachineFacts machine_;
    FormCounts forms_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_; // by index of the value
    std::vector<std::uint8_t> uniform_;  // by index of the value
    std::vector<std::uint32_t> webs_;    // by node: another of its web, itself for one of them
    std::vector<SsaDef*> halves_;        // by index of the value
    std::map<std::pair<SsaDef*, unsigned>, SsaDef*> converted_;
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

bool narrow_precision(nir::Shader& shader, const CompileOptions& options) {
    if (!nir::narrowing::has_relaxed_values(shader)) {
        return false;
    }
    Lacking lacking(options);
    std::map<nir::Opcode, nir::narrowing::Forms> forms;
    bool changed = false;
    for (nir::Function& function : shader.functions()) {
        changed |= nir::narrowing::NarrowPrecision(function, options, lacking, forms).run();
    }
    return changed;
}

} // namespace jacquard::ir3
