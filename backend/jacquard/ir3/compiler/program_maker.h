#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/attempt.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/registers/passes.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/spill/source_order.h>
#include <jacquard/ir3/compiler/spill/spill.h>
#include <jacquard/ir3/program.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// The context of the pipelines in defs/pipelines/machine.yaml. It holds the machine graph of a
// shader, the limits of an attempt to make a program of it, and the results that passes hand to
// later ones.
class ProgramMaker {
  public:
    // An order names the shader, the options and the outputs. All of them outlive the maker.
    struct Order {
        const nir::Shader& shader; // not looked at any more when `let_go` was called
        const CompileOptions& options;
        Diagnostics& diagnostics;
        Attempt& attempt;
        const std::function<void()>& let_go;
        Program& program;
    };

    ProgramMaker(const Order& order, Revision revision);

    [[nodiscard]] ProgramMaker& maker() { return *this; }
    [[nodiscard]] const Order& order() const { return order_; }
    [[nodiscard]] Graph& graph() { return graph_; }
    [[nodiscard]] MachineFacts& machine() { return machine_; }
    [[nodiscard]] Revision revision() const { return revision_; }

    [[nodiscard]] bool hoists() const { return order_.attempt.hoists; }
    [[nodiscard]] bool spills() const { return order_.attempt.percent != 0; }
    [[nodiscard]] bool explains() const { return order_.attempt.percent == kExplains; }
    [[nodiscard]] bool holds_group() const { return order_.attempt.holds_group; }
    [[nodiscard]] bool has_preamble() const { return graph_.has_preamble; }
    [[nodiscard]] bool has_branches() const { return graph_.has_branches(); }

    // The limits of the present order: components that may be live before the scheduler prefers
    // what frees registers, which become fewer from order to order.
    [[nodiscard]] bool has_another_limit() const { return ordering_.pressure_limit > 0; }
    [[nodiscard]] bool may_fill_delays() const { return ordering_.order_limit != 0; }
    [[nodiscard]] const ScheduleOptions& ordering() const { return ordering_; }
    // Returns the limits for scheduling after spilling, which hides latency without using more
    // registers.
    [[nodiscard]] const ScheduleOptions& ordering_after_spilling();
    [[nodiscard]] const ScheduleOptions& present_order();
    void lower_limits();

    [[nodiscard]] Liveness& liveness() { return *liveness_; }
    [[nodiscard]] std::span<const MovedNode> moved() const { return moved_; }
    [[nodiscard]] bool has_moved() const { return !moved_.empty(); }
    [[nodiscard]] const SourceOrder& source_order() const { return *source_order_; }
    [[nodiscard]] const Assignment& assignment() const { return assignment_; }
    [[nodiscard]] bool is_assigned() const { return assignment_.is_done; }
    [[nodiscard]] bool helps() const { return helps_; }

    void keep_liveness(Liveness&& liveness);
    void keep_moved(PoolVector<MovedNode>&& moved) { moved_ = std::move(moved); }
    // Keeps the source order and sets the limits of the first schedule.
    void keep_source_order(SourceOrder&& order);
    void keep_assignment(const Assignment& assignment);
    void keep_pressure(const HighestPressure& highest);
    // Gives back the memory of what is known of the order, which is final.
    void forget_order();

    // Runs a pass, of which the observer is told.
    template <typename Pass>
    auto run(std::string_view name, Pass&& pass) {
        PassObserver* const observer = order_.options.observer;
        if (observer != nullptr) {
            observer->begin_pass(name);
        }
        if constexpr (std::is_void_v<decltype(pass())>) {
            std::forward<Pass>(pass)();
            end_pass(name);
        } else {
            auto result = std::forward<Pass>(pass)();
            end_pass(name);
            return result;
        }
    }
    // Tells the observer of the graph.
    void report(std::string_view pass) const;

  private:
    void end_pass(std::string_view name) const {
        if (order_.options.observer != nullptr) {
            order_.options.observer->end_pass(name, graph_);
        }
    }

    const Order order_;
    const Revision revision_;
    MachineFacts machine_;
    std::vector<Resource> resources_; // with the places of their descriptors
    Arena arena_;
    Graph graph_;
    ScheduleOptions ordering_;
    std::optional<Liveness> liveness_;
    PoolVector<MovedNode> moved_;
    std::optional<SourceOrder> source_order_;
    Assignment assignment_;
    bool helps_ = false;
};

} // namespace jacquard::ir3
