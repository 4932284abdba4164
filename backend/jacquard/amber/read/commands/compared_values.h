#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <vector>

namespace jacquard::driver::amber {

// Takes one to four tolerances. False after a fault.
bool take_tolerances(Lines& lines, std::vector<Tolerance>& tolerances);

// Whether there are tolerances for all components of a colour: one for all, or one for each. False
// after the fault that there are not.
bool fit(Lines& lines, const Token& token, const std::vector<Tolerance>& tolerances,
         unsigned components);

// Takes the values up to the end of the line. They are numbers of the type of `components`, one
// after the other and from the first one on again; where there are none, numbers of any type.
bool take_compared(Lines& lines, const std::vector<Component>& components, ExpectValues& values);

} // namespace jacquard::driver::amber
