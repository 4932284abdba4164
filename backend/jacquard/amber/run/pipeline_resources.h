#pragma once

#include <jacquard/amber/script/script.h>
#include <jacquard/runs/recorded/recorded_case.h>

#include <span>

namespace jacquard::driver::amber {

// Prepares the resources that a pipeline binds for the engines. Returns false after a diagnostic if
// a binding does not fit its buffer.
[[nodiscard]] bool gather_resources(const Script& script, const Pipeline& pipeline,
                                    RecordedCase& given, Diagnostics& diagnostics);

// Takes what a run changed into the buffers of the script. Two bindings of one buffer both have
// their changes taken.
void take_changes(Script& script, const Pipeline& pipeline, const RecordedCase& given,
                  const ByKey<Words>& storage_buffers, const ByKey<Words>& images);

} // namespace jacquard::driver::amber
