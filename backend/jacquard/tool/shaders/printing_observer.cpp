#include <jacquard/tool/shaders/printing_observer.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<CompileStage, 4> kStages = {CompileStage::tgsi, CompileStage::nir,
                                                 CompileStage::ir3, CompileStage::assembly};

} // namespace

bool PrintingObserver::select(std::string_view list, std::string& unknown) {
    for (std::size_t start = 0; start <= list.size();) {
        const std::size_t end = std::min(list.find(',', start), list.size());
        const std::string_view name = list.substr(start, end - start);
        bool known = name == "spirv"; // which only modules have
        for (const CompileStage stage : kStages) {
            if (to_string(stage) == name) {
                wanted_[static_cast<std::size_t>(stage)] = true;
                known = true;
            }
        }
        if (!known) {
            unknown = name;
            return false;
        }
        start = end + 1;
    }
    return true;
}

void PrintingObserver::show(CompileStage stage, std::string_view title, std::string_view text) {
    const bool only_assembly =
        !wants(CompileStage::tgsi) && !wants(CompileStage::nir) && !wants(CompileStage::ir3);
    if (!only_assembly) {
        out_ << "=== " << to_string(stage) << ": " << title << '\n';
    }
    out_ << text;
    if (!text.ends_with('\n')) {
        out_ << '\n';
    }
    if (!only_assembly) {
        out_ << '\n';
    }
}

void PrintingObserver::show_graph(std::string_view title, std::string_view dot) {
    pass_names_ += pass_names_.empty() ? "" : ", ";
    pass_names_ += title;
    assigned_ = assigned_ || title == "assign_registers";
    if (draw_after_ ? title == *draw_after_ : !assigned_) {
        graph_ = dot;
    }
}

} // namespace jacquard::driver
