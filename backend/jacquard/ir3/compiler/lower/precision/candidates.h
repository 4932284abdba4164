#pragma once

#include <jacquard/ir3/compiler/lower/precision/form_counts.h>
#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jacquard::nir::narrowing {

enum class Kind : std::uint8_t { wide, operation, comparison, selection, phi };

struct Node {
    SsaDef* value = nullptr;
    Kind kind = Kind::wide;
    bool narrow = false;
};

// The values of a function that may be computed in 16 bits, in the order of the program, and which
// of them are to be so at the moment.
class Candidates {
  public:
    Candidates(Function& function, const ir3::MachineFacts& machine, FormCounts& forms)
        : function_(function), machine_(machine), forms_(forms) {}

    [[nodiscard]] std::vector<Node>& nodes() { return nodes_; }
    // Returns a number above the indices of all values.
    [[nodiscard]] std::size_t num_values() const { return node_of_.size(); }

    // Finds the values; all of them are narrow at first.
    void find_nodes();
    // Selections and phis pass on what they are given, of whatever type. Those that are connected
    // are floats where one of them is made or read as a float and none as anything else.
    void leave_out_what_is_no_float();
    // Returns the number of reads of values that are looked at to judge each node once.
    [[nodiscard]] std::size_t num_reads();
    template <typename Visit>
    void for_each_value(Visit&& visit) {
        for (Block& block : function_.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                instruction.for_each_def(visit);
            }
        }
    }
    // Returns the node of a value, or null if it stays wide in any case.
    [[nodiscard]] Node* node_of(const SsaDef& value);
    [[nodiscard]] bool is_narrow(const SsaDef& value);
    [[nodiscard]] std::uint32_t number_of(const Node& node) const;
    // A value that is equal in all lanes is computed once in the preamble, if the part has one, and
    // reads of it as a half are free.
    bool is_uniform(const SsaDef& value);
    static bool reads_constants(const IntrinsicInstruction& load);

  private:
    Kind kind_of(SsaDef& value);
    static bool constants_fit(const AluInstruction& alu);
    bool find_uniform(const SsaDef& value);
    static bool passes_on(const Node& node);
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
    static std::uint8_t bit_of(BaseType type);
    static std::uint8_t made_as(const SsaDef& value);
    static std::uint8_t read_as(const Source& use);

    static constexpr std::uint32_t kNone = 0xffffffff;
    static constexpr std::uint8_t kFloat = 1;
    static constexpr std::uint8_t kOther = 2;
    static constexpr std::uint8_t kUniform = 1;
    static constexpr std::uint8_t kVaries = 2;

    Function& function_;
    const ir3::MachineFacts& machine_;
    FormCounts& forms_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_; // by index of the value
    std::vector<std::uint8_t> uniform_;  // by index of the value
};

} // namespace jacquard::nir::narrowing
