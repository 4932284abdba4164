#pragma once

#include "settings.h"
#include "text_file.h"

namespace jacquard::texts {

// The value of `frame` that stands for no frame.
inline constexpr const char* kNoFrame = "none";

// Adds what is wrong with the frames of a file that no single line of it shows: a frame or lines
// around functions that no case uses, and frames that stand in each other.
void check_frames(const File& file, SettingFaults& faults);

// The lines of an input in the frame that the settings name, and in those around it.
[[nodiscard]] Lines framed(const Settings& settings, Lines lines);

} // namespace jacquard::texts
