#include "call.h"

#include <jacquard/library/frontend/stopped.h>

#include "handles.h"

#include <vector>

namespace jacquard::binding {

namespace {

std::string name_of(const std::optional<jacquard_source>& source) {
    return source && source->name != nullptr ? source->name : "<input>";
}

std::string_view bytes_of(const std::optional<jacquard_source>& source) {
    return source && source->data != nullptr
               ? std::string_view(static_cast<const char*>(source->data), source->size)
               : std::string_view();
}

jacquard_position position_of(SourcePosition position) {
    return {position.line, position.column};
}

} // namespace

jacquard_status c_status_of(driver::CompileStatus status) {
    return static_cast<jacquard_status>(driver::status_of(status));
}

Input::Input(jacquard_context& context, const jacquard_source* source)
    : context_(context), source_(read(source)), bytes_(bytes_of(source_)),
      diagnostics_(name_of(source_), bytes_, context.limits.errors) {}

bool Input::is_good(jacquard_status& status) {
    if (!source_) {
        status =
            fail("B101", "jacquard_source has a struct_size or a member that this version of the "
                         "library does not know");
        return false;
    }
    if (source_->data == nullptr && source_->size != 0) {
        status = fail("B103", "jacquard_source has a size and no data");
        return false;
    }
    if (bytes_.size() > context_.limits.input_bytes) {
        report_limit(diagnostics_, {}, Limit::input_bytes, context_.limits);
        status = tell_faults();
        return false;
    }
    return true;
}

jacquard_status Input::tell(jacquard_status status) {
    if (context_.on_diagnostic == nullptr) {
        return status;
    }
    for (const Diagnostic& found : diagnostics_.all()) {
        std::vector<jacquard_note> notes;
        for (const DiagnosticNote& note : found.notes) {
            notes.push_back({position_of(note.position), note.message.c_str()});
        }
        const jacquard_diagnostic told = {sizeof(jacquard_diagnostic),
                                          found.severity == Severity::error ? JACQUARD_ERROR
                                                                            : JACQUARD_WARNING,
                                          found.code.c_str(),
                                          diagnostics_.file_name().c_str(),
                                          position_of(found.position),
                                          found.message.c_str(),
                                          notes.data(),
                                          notes.size()};
        context_.on_diagnostic(context_.diagnostic_user, &told);
    }
    return status;
}

jacquard_status Input::fail(std::string_view code, std::string message) {
    diagnostics_.error(code, {}, std::move(message));
    return tell(static_cast<jacquard_status>(driver::status_of_code(code)));
}

jacquard_status Input::tell_faults() {
    return tell(c_status_of(driver::status_of(diagnostics_)));
}

} // namespace jacquard::binding
