#include <jacquard/amber/read/commands/compared_values.h>
#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/sections/test_buffers.h>
#include <jacquard/amber/read/sections/test_probes.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace jacquard::driver::amber {

bool TestProbes::read_tolerances() {
    tolerances_.clear();
    return take_tolerances(lines_, tolerances_);
}

bool TestProbes::read_probe(bool is_relative) {
    const Token start = lines_.word();
    const Token word = lines_.peek();
    const Word<ProbeForm>* const form = kProbeFormWords.find(word.text);
    if (form == nullptr) {
        return lines_.fail_word(word, kProbeFormWords);
    }
    switch (form->meaning) {
    case ProbeForm::ssbo: lines_.take(); return read_buffer();
    case ProbeForm::all:
    case ProbeForm::rect: lines_.take(); break;
    case ProbeForm::rgb:
    case ProbeForm::rgba: break; // the colour follows
    }
    return read_colour(start, is_relative, form->meaning);
}

bool TestProbes::read_buffer() {
    const Token start = lines_.word();
    ExpectCommand expectation;
    ExpectValues values;
    ElementLayout layout;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    if (!buffers_.take_type(Packing::std430, layout) || !buffers_.take_place(set, binding) ||
        !lines_.take_unsigned("an offset", limits_.memory, values.offset) ||
        !lines_.take_word(kTestComparisonWords, values.comparison) ||
        !take_compared(lines_, layout.components, values)) {
        return false;
    }
    if (values.values.size() % layout.components.size() != 0) {
        return lines_.fail("M109", start,
                           std::to_string(values.values.size()) + " values; each element has " +
                               std::to_string(layout.components.size()));
    }
    values.layout = std::move(layout);
    values.tolerances = tolerances_;
    if (values.tolerances.empty()) {
        values.tolerances.push_back({0.001, false});
    }
    if (!buffers_.find_buffer(start, BindingKind::storage, set, binding, expectation.buffer)) {
        return false;
    }
    expectation.what = std::move(values);
    commands_.add(start, std::move(expectation));
    return true;
}

// One coordinate or side of a box, in pixels or as a part of the target.
bool TestProbes::take_place(bool is_relative, bool is_side, double& place) {
    const Token token = lines_.peek();
    if (!lines_.take_double(is_side ? "a side" : "a place", place)) {
        return false;
    }
    if (place < 0.0 || (is_side && place == 0.0)) {
        return lines_.fail("M103", token,
                           is_side ? "a probe of no pixel expects nothing"
                                   : "a place is not below 0, as " + quoted(token) + " is");
    }
    if (is_relative) {
        return place <= 1.0 ||
               lines_.fail("M103", token,
                           "a part of the target is at most 1, not " + quoted(token));
    }
    return (place <= kMostAlong && place == std::floor(place)) ||
           lines_.fail("M103", token,
                       "expected a number of pixels, a whole number of at most " +
                           std::to_string(kMostAlong) + ", not " + quoted(token));
}

bool TestProbes::take_box(bool is_relative, ProbeForm form, ExpectColour& colour) {
    std::array<double, 4> box{0.0, 0.0, 1.0, 1.0};
    const std::size_t given = form == ProbeForm::all ? 0 : form == ProbeForm::rect ? 4 : 2;
    for (std::size_t i = 0; i < given; ++i) {
        if (!take_place(is_relative, i >= 2, box[i])) {
            return false;
        }
    }
    if (form == ProbeForm::all) {
        colour.share = box;
    } else if (is_relative) {
        // The one pixel at a place has no part of the target as its side.
        colour.share = {box[0], box[1], form == ProbeForm::rect ? box[2] : 0.0,
                        form == ProbeForm::rect ? box[3] : 0.0};
    } else {
        colour.x = static_cast<std::uint32_t>(box[0]);
        colour.y = static_cast<std::uint32_t>(box[1]);
        colour.width = static_cast<std::uint32_t>(box[2]);
        colour.height = static_cast<std::uint32_t>(box[3]);
    }
    return true;
}

bool TestProbes::read_colour(const Token& start, bool is_relative, ProbeForm form) {
    constexpr double kScale = 255.0; // of colours that are expected
    ExpectColour colour;
    if (!lines_.take_word(kProbeColourWords, colour.components) ||
        !take_box(is_relative, form, colour)) {
        return false;
    }
    for (unsigned i = 0; i < colour.components; ++i) {
        float component = 0.0F;
        if (!lines_.take_float("a component of a colour", component)) {
            return false;
        }
        colour.colour[i] = double{component} * kScale;
    }
    if (!fit(lines_, start, tolerances_, colour.components)) {
        return false;
    }
    for (Tolerance tolerance : tolerances_) {
        tolerance.value *= tolerance.is_percent ? 1.0 : kScale;
        colour.tolerances.push_back(tolerance);
    }
    ExpectCommand expectation;
    expectation.what = std::move(colour);
    commands_.add(start, std::move(expectation));
    return true;
}

} // namespace jacquard::driver::amber
