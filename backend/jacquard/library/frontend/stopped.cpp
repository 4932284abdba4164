#include <jacquard/library/frontend/stopped.h>

#include <optional>

namespace jacquard::driver {

CompileStatus status_of(const Diagnostics& diagnostics) {
    std::optional<Status> first;
    bool is_malformed = false;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity != Severity::error) {
            continue;
        }
        const Status status = status_of_code(diagnostic.code);
        if (status == Status::too_large) {
            return CompileStatus::too_large;
        }
        is_malformed = is_malformed || status == Status::malformed;
        first = first.value_or(status);
    }
    return compile_status_of(is_malformed ? Status::malformed : first.value_or(Status::failed));
}

std::string reason_of(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) {
            return diagnostic.message;
        }
    }
    return "the compiler stopped without saying why";
}

} // namespace jacquard::driver
