#pragma once

#include <jacquard/ir3/compiler/options/compile_options.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <chrono>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Counts the runs of each pass and measures their time, in the order of their first runs. The time
// of a pass excludes that of the passes within it.
class PassTimes {
  public:
    using Clock = std::chrono::steady_clock;

    void begin() { open_.push_back({Clock::now(), {}}); }
    void end(std::string_view pass);

    [[nodiscard]] std::string table() const;

  private:
    struct Row {
        std::string pass;
        unsigned runs;
        Clock::duration time;
    };
    struct Open {
        Clock::time_point start;
        Clock::duration inner; // taken by passes that ran in it
    };

    std::vector<Row> rows_;
    std::vector<Open> open_;
};

// Follows the passes of a list or a pipeline: measures them, shows what they changed, stops them.
class PassLog final : public nir::PassWatch, public ir3::PassObserver {
  public:
    // `changes` is where differences are written to; null: they are not. `until` is the pass whose
    // first run is the last; empty: all run.
    PassLog(std::ostream* changes, std::string_view until) : changes_(changes), until_(until) {}

    // Sets the shader that the first difference is compared with.
    void start_with(const nir::Shader& shader);
    // Passes over NIR are followed; else those over the machine graph are.
    void follow_graph() { follows_graph_ = true; }

    void begin(std::string_view pass, const nir::Shader& shader) override;
    bool end(std::string_view pass, const nir::Shader& shader, bool changed) override;

    void after_pass(std::string_view /*pass*/, const ir3::Graph& /*graph*/) override {}
    void begin_pass(std::string_view pass) override;
    void end_pass(std::string_view pass, const ir3::Graph& graph) override;
    nir::PassWatch* watch() override { return follows_graph_ ? nullptr : this; }

    [[nodiscard]] bool is_over() const { return is_over_; }
    // The graph as the last pass that was followed left it.
    [[nodiscard]] const std::string& graph() const { return graph_; }
    [[nodiscard]] const PassTimes& times() const { return times_; }

  private:
    void show(std::string_view pass, std::string_view before, std::string_view after);
    std::string& text_of(const nir::Shader& shader);

    std::ostream* changes_;
    std::string_view until_;
    bool follows_graph_ = false;
    bool is_over_ = false;
    PassTimes times_;
    std::map<const nir::Shader*, std::string> texts_; // the shader and the copies that were tried
    std::string graph_;
};

} // namespace jacquard::driver
