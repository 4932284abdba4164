#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <algorithm>
#include <span>

namespace jacquard::nir {

namespace {

bool is_checked(PassRunner::Checks checks) {
#ifdef NDEBUG
    return checks == PassRunner::Checks::always;
#else
    return checks == PassRunner::Checks::always || checks == PassRunner::Checks::in_debug_builds;
#endif
}

// Calls visit(InvariantInfo) for those of the set that do not hold.
template <typename Visitor>
void for_each_missing(const Shader& shader, Invariants wanted, Visitor&& visit) {
    for (std::size_t i = 0; i < kNumInvariants; ++i) {
        if ((wanted >> i & 1) != 0 && !kInvariants[i].holds(shader)) {
            visit(kInvariants[i]);
        }
    }
}

std::string described(const InvariantInfo& invariant) {
    return '\'' + std::string(invariant.name) + "', that " + std::string(invariant.doc);
}

// Given whatever the options of a pass are.
Invariants always_given(const PassInfo& pass) {
    Invariants given = pass.gives;
    for (const PassParameter& parameter : pass.parameters) {
        given &= ~parameter.voids;
    }
    return given;
}

} // namespace

PassRunner::PassRunner(Shader& shader, Checks checks)
    : shader_(shader), checks_(is_checked(checks)) {}

bool PassRunner::run(const PassCall& call) {
    if (fault_ != Fault::none || is_over_ || !check_needs(*call.pass)) {
        return false;
    }
    begin(call.pass->name);
    const bool changed = call.run(shader_);
    check_result(call.pass->name, call.gives());
    note(call.pass->name, changed);
    return changed;
}

bool PassRunner::settle(std::string_view name, bool (*pass)(Shader&)) {
    if (is_finished(name)) {
        return false;
    }
    const bool changed = run(name, pass);
    note_finished(name);
    return changed;
}

bool PassRunner::repeat(std::string_view name, bool (*pass)(Shader&)) {
    if (is_finished(name)) {
        return false;
    }
    const bool changed = run(name, pass);
    if (!changed) {
        note_finished(name);
    }
    return changed;
}

void PassRunner::know_as(const PassRunner& other) {
    num_changes_ = other.num_changes_;
    finished_ = other.finished_;
    num_finished_ = other.num_finished_;
    watch_ = other.watch_;
    is_over_ = other.is_over_;
}

bool PassRunner::is_finished(std::string_view name) const {
    const auto known = std::span(finished_).first(num_finished_);
    return std::any_of(known.begin(), known.end(), [&](const Finished& each) {
        return each.name == name && each.num_changes == num_changes_;
    });
}

void PassRunner::note_finished(std::string_view name) {
    const auto known = std::span(finished_).first(num_finished_);
    const auto found = std::find_if(known.begin(), known.end(),
                                    [name](const Finished& each) { return each.name == name; });
    if (found != known.end()) {
        found->num_changes = num_changes_;
    } else if (num_finished_ < finished_.size()) {
        finished_[num_finished_++] = {name, num_changes_};
    }
}

void PassRunner::note_change(std::string_view name) {
    ++num_changes_;
    if (listener_) {
        listener_(name, shader_);
    }
}

bool PassRunner::check_before(std::string_view name) {
    const PassInfo* pass = find_pass(name);
    return pass == nullptr || check_needs(*pass);
}

void PassRunner::check_behind(std::string_view name) {
    const PassInfo* pass = find_pass(name);
    check_result(name, pass != nullptr ? always_given(*pass) : 0);
}

bool PassRunner::check_needs(const PassInfo& pass) {
    if (!checks_) {
        return true;
    }
    for_each_missing(shader_, pass.needs, [&](const InvariantInfo& need) {
        report_ += std::string(pass.name) + " needs " + described(need);
        report_ += need.by.empty() ? "\n" : "; " + std::string(need.by) + " brings it about\n";
    });
    fault_ = report_.empty() ? Fault::none : Fault::need;
    return report_.empty();
}

void PassRunner::check_result(std::string_view name, Invariants given) {
    if (!checks_) {
        return;
    }
    report_ = validation_report(shader_, name);
    if (report_.empty()) {
        for_each_missing(shader_, given, [&](const InvariantInfo& missing) {
            report_ += std::string(name) + " does not give " + described(missing) + '\n';
        });
    }
    fault_ = report_.empty() ? Fault::none : Fault::broken;
}

} // namespace jacquard::nir
