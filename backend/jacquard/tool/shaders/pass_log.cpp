#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/tool/shaders/pass_log.h>
#include <jacquard/tool/shaders/text_difference.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

namespace jacquard::driver {

void PassTimes::end(std::string_view pass) {
    const Open open = open_.back();
    open_.pop_back();
    const Clock::duration time = Clock::now() - open.start;
    if (!open_.empty()) {
        open_.back().inner += time;
    }
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [pass](const Row& each) { return each.pass == pass; });
    if (row == rows_.end()) {
        row = rows_.insert(row, Row{std::string(pass), 0, {}});
    }
    ++row->runs;
    row->time += time - open.inner;
}

std::string PassTimes::table() const {
    std::ostringstream out;
    using Milliseconds = std::chrono::duration<double, std::milli>;
    Milliseconds sum{};
    std::size_t width = std::string_view("total").size();
    for (const Row& row : rows_) {
        sum += row.time;
        width = std::max(width, row.pass.size());
    }
    out << std::left << std::setw(static_cast<int>(width)) << "pass" << std::right
        << "  runs          ms   share\n";
    const auto print_row = [&](std::string_view name, unsigned runs, Milliseconds time) {
        const double share = sum.count() > 0 ? 100 * time.count() / sum.count() : 0;
        out << std::left << std::setw(static_cast<int>(width)) << name << std::right << std::setw(6)
            << runs << std::fixed << std::setprecision(3) << std::setw(12) << time.count()
            << std::setprecision(1) << std::setw(7) << share << "%\n";
    };
    unsigned runs = 0;
    for (const Row& row : rows_) {
        print_row(row.pass, row.runs, row.time);
        runs += row.runs;
    }
    print_row("total", runs, sum);
    return out.str();
}

void PassLog::start_with(const nir::Shader& shader) {
    if (changes_ != nullptr) {
        text_of(shader);
    }
}

void PassLog::begin(std::string_view /*pass*/, const nir::Shader& shader) {
    if (changes_ != nullptr) {
        text_of(shader); // as it is before its first pass, where it is a copy
    }
    times_.begin();
}

bool PassLog::end(std::string_view pass, const nir::Shader& shader, bool changed) {
    times_.end(pass);
    if (changes_ != nullptr && changed) {
        std::string& before = text_of(shader);
        std::string after = nir::print(shader);
        show(pass, before, after);
        before = std::move(after);
    }
    is_over_ = is_over_ || pass == until_;
    return !is_over_;
}

void PassLog::begin_pass(std::string_view /*pass*/) {
    if (follows_graph_ && !is_over_) {
        times_.begin();
    }
}

void PassLog::end_pass(std::string_view pass, const ir3::Graph& graph) {
    if (!follows_graph_ || is_over_) {
        return;
    }
    times_.end(pass);
    std::string after = ir3::print_graph(graph);
    if (changes_ != nullptr) {
        show(pass, graph_, after);
    }
    graph_ = std::move(after);
    is_over_ = pass == until_;
}

void PassLog::show(std::string_view pass, std::string_view before, std::string_view after) {
    const std::string difference = text_difference(before, after);
    if (!difference.empty()) {
        *changes_ << "--- before " << pass << "\n+++ after " << pass << '\n' << difference;
    }
}

std::string& PassLog::text_of(const nir::Shader& shader) {
    const auto [found, is_new] = texts_.try_emplace(&shader);
    if (is_new) {
        found->second = nir::print(shader);
    }
    return found->second;
}

} // namespace jacquard::driver
