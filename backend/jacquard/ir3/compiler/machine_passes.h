#pragma once

#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/program_maker.h>
#include <jacquard/ir3/compiler/spill/spill.h>

namespace jacquard::ir3 {

// Passes of defs/pipelines/passes/machine.yaml that begin or end an attempt to make a program, or
// tell it that registers do not suffice. Those that return a truth value say whether it goes on.

[[nodiscard]] bool translate_shader(Graph& graph, ProgramMaker& maker);
void limit_registers_of_group(Graph& graph, ProgramMaker& maker);
void free_shader(Graph& graph, ProgramMaker& maker);
void explain_pressure(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool tidy_all_views(Graph& graph, ProgramMaker& maker);
// Returns where most values live.
[[nodiscard]] HighestPressure order_for_pressure(Graph& graph, const MachineFacts& machine);
[[nodiscard]] bool spill_to_budget(Graph& graph, ProgramMaker& maker);
void restore_order(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool settle_registers(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool check_all_registers(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool encode_program(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool check_room(Graph& graph, ProgramMaker& maker);
[[nodiscard]] bool check_words(Graph& graph, ProgramMaker& maker);

} // namespace jacquard::ir3
