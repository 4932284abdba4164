#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/pass_runner.h>

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
    if (changed && listener_) {
        listener_(call.pass->name, shader_);
    }
    return changed;
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
