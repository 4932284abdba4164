#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <vector>

namespace jacquard::driver::amber {

// Takes one to four tolerances. False after a fault.
bool take_tolerances(Lines& lines, std::vector<Tolerance>& tolerances);

} // namespace jacquard::driver::amber
