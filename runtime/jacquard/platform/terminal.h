#pragma once

namespace jacquard::platform {

// The standard streams of the process carry bytes, whatever they are; a terminal shows them as
// UTF-8. Stands until the process ends.
void prepare_standard_streams();

[[nodiscard]] bool output_is_terminal();
[[nodiscard]] bool errors_are_terminal();
// Whether the terminal of messages understands colours.
[[nodiscard]] bool errors_may_have_colour();

} // namespace jacquard::platform
