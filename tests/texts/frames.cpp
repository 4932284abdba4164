#include "frames.h"

#include "kinds.h"
#include "shaders.h"

#include <algorithm>

namespace jacquard::texts {

namespace {

const Frame* find_frame(const File& file, std::string_view name) {
    const auto found = std::find_if(file.frames.begin(), file.frames.end(),
                                    [name](const Frame& frame) { return frame.name == name; });
    return found != file.frames.end() ? &*found : nullptr;
}

// The frame that the settings name; null where they name none, and a fault for an unknown one.
const Frame* frame_of(const Settings& settings) {
    const Setting* setting = settings.find("frame");
    if (setting == nullptr || setting->value == kNoFrame) {
        return nullptr;
    }
    const File& file = settings.of_file();
    const Frame* frame = find_frame(file, setting->value);
    if (frame == nullptr) {
        std::vector<std::string_view> names;
        for (const Frame& each : file.frames) {
            names.push_back(each.name);
        }
        names.push_back(kNoFrame);
        settings.unknown(*setting, "frame of this file", setting->value, names);
    }
    return frame;
}

// Whether lines of the file stand around an input of the case.
bool takes_ends(const Settings& settings) {
    const Kind* kind = kind_of(settings);
    const std::vector<Pair>& pairs = settings.of_case().pairs;
    return kind != nullptr && kind->takes_functions &&
           std::any_of(pairs.begin(), pairs.end(), [&settings](const Pair& pair) {
               return !is_whole_text(settings, framed(settings, pair.before));
           });
}

} // namespace

void check_frames(const File& file, SettingFaults& faults) {
    SettingFaults told_with_cases;
    std::vector<const Frame*> used;
    bool are_ends_used = false;
    for (const Case& each : file.cases) {
        const Settings settings(file, each, told_with_cases);
        for (const Frame* frame = frame_of(settings); frame != nullptr;
             frame = find_frame(file, frame->outer)) {
            used.push_back(frame);
        }
        are_ends_used = are_ends_used || takes_ends(settings);
    }
    for (const Frame& frame : file.frames) {
        if (std::find(used.begin(), used.end(), &frame) == used.end()) {
            faults.add(frame.line, "no case has the frame '" + frame.name + "'");
        }
    }
    for (const std::size_t line : {file.first_line, file.last_line}) {
        if (line != 0 && !are_ends_used) {
            faults.add(line, "no case has an input that is the lines of a function, around which "
                             "'--- first' and '--- last' stand");
        }
    }
}

Lines framed(const Settings& settings, Lines lines) {
    const File& file = settings.of_file();
    for (const Frame* frame = frame_of(settings); frame != nullptr;
         frame = find_frame(file, frame->outer)) {
        const auto gap = std::find_if(frame->lines.begin(), frame->lines.end(), is_gap);
        lines.insert(lines.begin(), frame->lines.begin(), gap);
        lines.insert(lines.end(), gap + 1, frame->lines.end());
    }
    return lines;
}

} // namespace jacquard::texts
