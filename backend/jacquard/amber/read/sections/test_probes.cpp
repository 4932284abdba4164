#include <jacquard/amber/read/commands/tolerances.h>
#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_buffers.h>
#include <jacquard/amber/read/sections/test_probes.h>

#include <algorithm>
#include <array>
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
        !lines_.take_word(kTestComparisonWords, values.comparison)) {
        return false;
    }
    values.layout = std::move(layout);
    values.tolerances = tolerances_;
    if (values.tolerances.empty()) {
        values.tolerances.push_back({0.001, false});
    }
    while (!lines_.peek().is_end()) {
        const Token token = lines_.take();
        values.values.emplace_back(std::string(token.text), token.position);
    }
    if (values.values.empty()) {
        return lines_.fail("M102", lines_.peek(), "expected a value, not the end of the line");
    }
    expectation.buffer = buffers_.buffer_at(BindingKind::storage, set, binding);
    expectation.what = std::move(values);
    commands_.add(start, std::move(expectation));
    return true;
}

bool TestProbes::read_colour(const Token& start, bool is_relative, ProbeForm form) {
    const Pipeline& graphics = script_.pipelines[kGraphicsSection];
    ExpectColour colour;
    if (!lines_.take_word(kProbeColourWords, colour.components)) {
        return false;
    }
    std::array<float, 4> box{0.0F, 0.0F, 1.0F, 1.0F};
    for (std::size_t i = 0; form != ProbeForm::all && i < (form == ProbeForm::rect ? 4U : 2U);
         ++i) {
        if (!lines_.take_float("a place", box[i])) {
            return false;
        }
    }
    // One pixel that is named by its place relative to the target is the one there.
    const bool is_whole = form == ProbeForm::all;
    const float width = is_relative || is_whole ? static_cast<float>(graphics.width) : 1.0F;
    const float height = is_relative || is_whole ? static_cast<float>(graphics.height) : 1.0F;
    colour.x = static_cast<std::uint32_t>(std::max(box[0] * width, 0.0F));
    colour.y = static_cast<std::uint32_t>(std::max(box[1] * height, 0.0F));
    const bool is_box = is_whole || form == ProbeForm::rect;
    colour.width = is_box ? static_cast<std::uint32_t>(std::max(box[2] * width, 1.0F)) : 1;
    colour.height = is_box ? static_cast<std::uint32_t>(std::max(box[3] * height, 1.0F)) : 1;
    for (unsigned i = 0; i < colour.components; ++i) {
        float component = 0.0F;
        if (!lines_.take_float("a component of a colour", component)) {
            return false;
        }
        colour.colour[i] = double{component} * 255.0;
    }
    ExpectCommand expectation;
    expectation.what = std::move(colour);
    commands_.add(start, std::move(expectation));
    return true;
}

} // namespace jacquard::driver::amber
