#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/options/compile_settings.h>
#include <jacquard/ir3/program.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace jacquard::nir {
struct AluInstruction;
class PassWatch;
struct Shader;
} // namespace jacquard::nir

namespace jacquard::ir3 {

class Graph;

// Is told of the machine graph after each pass, before it changes again.
class PassObserver {
  public:
    virtual ~PassObserver() = default;
    virtual void after_pass(std::string_view pass, const Graph& graph) = 0;
    // The NIR as the machine graph is made from it, and after each lowering for this machine.
    virtual void after_lowering(std::string_view /*pass*/, const nir::Shader& /*shader*/) {}
    // Which of selection_rules() was taken for an instruction.
    virtual void after_selection(const nir::AluInstruction& /*alu*/, unsigned /*rule*/) {}
    // Each pass over the machine graph, as it begins and when it has ended.
    virtual void begin_pass(std::string_view /*pass*/) {}
    virtual void end_pass(std::string_view /*pass*/, const Graph& /*graph*/) {}
    // The watch observes each lowering pass as it runs. Null: there is no watch.
    virtual nir::PassWatch* watch() { return nullptr; }
};

// The settings of a compile, and what goes with it. Without others the values are computed as the
// shader says.
struct CompileOptions : CompileSettings {
    CompileOptions() : CompileSettings(settings_as_written()) {}

    // The caller promises that nothing has changed the shader since nir::simplify left it, and that
    // it has no registers that nir::registers_to_ssa would make values.
    bool is_simplified = false;
    PassObserver* observer = nullptr;
    // The resources to which the shader's numbers of buffers, textures and images refer, in the
    // order of their kinds. Where their descriptors lie follows from the part. If there are none,
    // the numbers are slots.
    std::span<const Resource> resources = {};
    // The counters, if there is room for them, add up how often each rule of select.h is taken.
    std::span<std::uint64_t> rule_counts = {};
    // Tests of the tables may pretend that the part has other facts; null: those of the tables.
    const MachineFacts* machine = nullptr;
    // A shader of so many bytes is freed before its program is made; see compile().
    std::size_t bytes_worth_freeing = std::size_t{16} << 20;
};

} // namespace jacquard::ir3
