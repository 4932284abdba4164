#pragma once

#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include <string>

namespace jacquard::driver {

// The most that a float may differ from the recorded value, relative if that is above 1; and the
// same if half floats are between.
inline constexpr double kRecordedBound = 1e-5;
inline constexpr double kHalfFloatBound = 1.0 / 256;

// Returns how the results of a module agree with the recorded ones.
//
// Words are equal, or floats within `bound` of the recorded value (relative where it is above 1)
// and 8 times what the recording itself moved when its inputs moved by one unit in the last place.
// No verdict is given on lanes whose results the specification leaves open, on lanes that were
// discarded in either recording, and on places that the recording calls doubtful. `difference`
// says where the worst difference is; empty when all is equal.
[[nodiscard]] Agreement judge(const RecordedCase& recorded, const RecordedResult& computed,
                              const std::vector<VaryingFacts>& outputs, std::string& difference,
                              double bound = kRecordedBound);

} // namespace jacquard::driver
