#pragma once

#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/compiler/attempt.h>
#include <jacquard/ir3/compiler/graph/liveness.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/options/target.h>
#include <jacquard/ir3/compiler/registers/passes.h>
#include <jacquard/ir3/compiler/schedule/passes.h>
#include <jacquard/ir3/compiler/source_shader.h>
#include <jacquard/ir3/compiler/spill/source_order.h>
#include <jacquard/ir3/compiler/spill/spill.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/support/text/diagnostics.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jacquard::ir3 {

// The context of the pipelines in defs/pipelines/machine.yaml. It holds the machine graph of a
// shader, the limits of an attempt to make a program of it, the results that passes hand to later
// ones, and the program.
class ProgramMaker {
  public:
    // All that an order names outlives the maker.
    struct Order {
        const CompileOptions& options;
        const Target& target;
        const AttemptLimits& limits;
        Diagnostics& diagnostics;
    };

    ProgramMaker(SourceShader&& shader, const Order& order);

    [[nodiscard]] ProgramMaker& maker() { return *this; }
    [[nodiscard]] const Order& order() const { return order_; }
    [[nodiscard]] const nir::Shader& shader() const { return *shader_; }
    // Nobody looks at the shader any more.
    void free_shader() { shader_.free(); }
    [[nodiscard]] Program& program() { return program_; }
    [[nodiscard]] Graph& graph() { return graph_; }
    [[nodiscard]] MachineFacts& machine() { return machine_; }

    [[nodiscard]] bool hoists() const { return order_.limits.hoists; }
    [[nodiscard]] bool spills() const { return order_.limits.percent != 0; }
    [[nodiscard]] bool holds_group() const { return order_.limits.holds_group; }
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
    // Sets the limits of the next order.
    void change_limits();

    [[nodiscard]] Liveness& liveness() { return *liveness_; }
    [[nodiscard]] std::span<const MovedNode> moved() const { return moved_; }
    [[nodiscard]] bool has_moved() const { return !moved_.empty(); }
    [[nodiscard]] const SourceOrder& source_order() const { return *source_order_; }
    [[nodiscard]] const Assignment& assignment() const { return assignment_; }
    [[nodiscard]] bool is_assigned() const { return assignment_.is_done; }
    [[nodiscard]] bool helps() const { return helps_; }
    [[nodiscard]] bool is_settled() const { return is_assigned() && !tries_another_; }

    void keep_scheduled(Scheduled&& scheduled);
    void keep_moved(PoolVector<MovedNode>&& moved) { moved_ = std::move(moved); }
    // Keeps the source order and sets the limits of the first schedule.
    void keep_source_order(SourceOrder&& order);
    void keep_assignment(const Assignment& assignment);
    void keep_pressure(const HighestPressure& highest);
    // Gives back the memory of what is known of the order, which is final.
    void forget_order();
    // Ends the attempt for want of registers.
    void run_short(const Shortage& shortage);
    // Returns the result of the attempt, if the pipeline has made a program or not.
    [[nodiscard]] Attempt finish(bool is_made);

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
    // Which of the orders of a program is tried whose values have registers: the first, another
    // one, or the better one of both.
    enum class Trial : std::uint8_t { first, second, last };

    void lower_limits();
    bool try_another_order();
    void end_pass(std::string_view name) const {
        if (order_.options.observer != nullptr) {
            order_.options.observer->end_pass(name, graph_);
        }
    }

    SourceShader shader_;
    const Order order_;
    MachineFacts machine_;            // with fewer registers, if all of a workgroup must have room
    std::vector<Resource> resources_; // with the places of their descriptors
    Arena arena_;
    Graph graph_;
    ScheduleOptions ordering_;
    std::optional<Liveness> liveness_;
    PoolVector<MovedNode> moved_;
    std::optional<SourceOrder> source_order_;
    Assignment assignment_;
    bool helps_ = false;
    OrderFigures order_figures_; // of the present order
    Trial trial_ = Trial::first;
    ScheduleAim first_aim_;
    double first_cost_ = 0;
    bool tries_another_ = false;
    Program program_;
    std::optional<Shortage> shortage_;
};

} // namespace jacquard::ir3
