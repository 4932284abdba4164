#include "recorded_runs.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>

namespace jacquard::testing {

namespace {

std::vector<std::string> locations_of(const driver::ByKey<driver::LaneWordLists>& values) {
    std::set<std::string> locations;
    for (const auto& [key, lanes] : values) {
        if (std::isdigit(static_cast<unsigned char>(key[0])) != 0) {
            locations.insert(key.substr(0, key.find('.')));
        }
    }
    return {locations.begin(), locations.end()};
}

void number_anew(driver::ByKey<driver::LaneWordLists>& values, const Numbering& numbers) {
    const std::vector<std::string> locations = locations_of(values);
    for (auto& [key, lanes] : values) {
        const std::size_t end = std::min(key.find('.'), key.size());
        const auto at = std::find(locations.begin(), locations.end(), key.substr(0, end));
        if (at != locations.end()) {
            key = std::to_string(numbers[static_cast<std::size_t>(at - locations.begin())]) +
                  key.substr(end);
        }
    }
}

} // namespace

bool is_disputed(ir3::FaultKind fault, std::string_view reason) {
    return fault == ir3::FaultKind::delay_slots &&
           reason.find("1 slot after") != std::string_view::npos &&
           reason.ends_with("2 are needed");
}

RecordedRuns::RecordedRuns(const driver::ForeignProgram& program, const driver::SpirvResult& module,
                           std::span<const driver::RecordedCase> runs)
    : program_(program), module_(module), runs_(runs),
      runner_(driver::ForeignRunner::prepare(program, reason_)),
      bound_(driver::has_half_floats(program) ? driver::kHalfFloatBound : driver::kRecordedBound) {}

std::optional<bool> RecordedRuns::agrees(const driver::RecordedCase& recorded,
                                         const Numbering* numbers) {
    driver::RecordedCase given = recorded;
    if (numbers != nullptr) {
        number_anew(program_.stage == "fragment" ? given.inputs : given.outputs, *numbers);
    }
    driver::RecordedResult result;
    if (runner_ == nullptr || !runner_->run(given, result, reason_)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < result.outputs.size(); ++i) {
        result.outputs[i].first = recorded.outputs[i].first;
    }
    return driver::judge(recorded, result, module_.outputs, difference_, bound_) !=
           driver::Agreement::disagree;
}

bool RecordedRuns::agrees_in_another_order() {
    const bool is_fragment = program_.stage == "fragment";
    Numbering numbers(locations_of(is_fragment ? runs_[0].inputs : runs_[0].outputs).size());
    std::iota(numbers.begin(), numbers.end(), 0);
    constexpr std::size_t kMost = 6;
    if (numbers.size() > kMost || program_.stage == "compute") {
        return false;
    }
    do {
        if (std::all_of(runs_.begin(), runs_.end(), [&](const driver::RecordedCase& recorded) {
                return agrees(recorded, &numbers).value_or(false);
            })) {
            return true;
        }
    } while (std::next_permutation(numbers.begin(), numbers.end()));
    return false;
}

std::string RecordedRuns::reason() const {
    return is_disputed(fault(), reason_) ? "a third source that is read late, which is disputed"
                                         : reason_;
}

ir3::FaultKind RecordedRuns::fault() const {
    return runner_ == nullptr ? ir3::FaultKind::none : runner_->fault();
}

} // namespace jacquard::testing
