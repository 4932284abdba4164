#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>

#include <algorithm>

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
    if (fault_ != Fault::none || !check_needs(*call.pass)) {
        return false;
    }
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
}

bool PassRunner::is_finished(std::string_view name) const {
    const auto known = std::find_if(finished_.begin(), finished_.end(),
                                    [name](const Finished& each) { return each.name == name; });
    return known != finished_.end() && known->num_changes == num_changes_;
}

void PassRunner::note_finished(std::string_view name) {
    const auto known = std::find_if(finished_.begin(), finished_.end(),
                                    [name](const Finished& each) { return each.name == name; });
    if (known != finished_.end()) {
        known->num_changes = num_changes_;
    } else {
        constexpr std::size_t kFew = 8;
        finished_.reserve(kFew);
        finished_.push_back({name, num_changes_});
    }
}

void PassRunner::note(std::string_view name, bool changed) {
    num_changes_ += changed ? 1 : 0;
    if (changed && listener_) {
        listener_(name, shader_);
    }
}

bool PassRunner::begin(std::string_view name) {
    const PassInfo* pass = checks_ ? find_pass(name) : nullptr;
    return fault_ == Fault::none && (pass == nullptr || check_needs(*pass));
}

void PassRunner::end(std::string_view name) {
    const PassInfo* pass = checks_ ? find_pass(name) : nullptr;
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
