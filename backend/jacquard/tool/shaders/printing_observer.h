#pragma once

#include <jacquard/library/facade/compiler.h>

#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// Prints what --print asks for and keeps the graph that --dot asks for.
class PrintingObserver final : public CompileObserver {
  public:
    explicit PrintingObserver(std::ostream& out) : out_(out) {}

    // False when the list names a form that does not exist; `unknown` is then its name.
    [[nodiscard]] bool select(std::string_view list, std::string& unknown);
    void draw_after(std::optional<std::string_view> pass) {
        draws_ = true;
        draw_after_ = pass;
    }

    [[nodiscard]] bool wants(CompileStage stage) const override {
        return wanted_[static_cast<std::size_t>(stage)];
    }
    // The assembly alone is printed without a heading, so that it can be assembled again.
    void show(CompileStage stage, std::string_view title, std::string_view text) override;

    [[nodiscard]] bool wants_graph() const override { return draws_; }
    void show_graph(std::string_view title, std::string_view dot) override;

    [[nodiscard]] const std::string& graph() const { return graph_; }
    [[nodiscard]] const std::string& pass_names() const { return pass_names_; }

  private:
    std::ostream& out_;
    std::array<bool, 4> wanted_{}; // by CompileStage
    bool draws_ = false;
    bool assigned_ = false;
    std::optional<std::string_view> draw_after_;
    std::string graph_;
    std::string pass_names_;
};

} // namespace jacquard::driver
