#include <jacquard/spirv/translate/interface/feedback.h>

#include <algorithm>

// Transform feedback: which components of outputs are written to which buffers.
namespace jacquard::spirv {

namespace {

enum FeedbackWord : std::size_t {
    semantic,
    index,
    component,
    count,
    buffer,
    offset,
    stride,
    stream
};

constexpr std::uint32_t kSlotComponents = 4;

} // namespace

void Feedback::take_feedback_facts(std::uint32_t id, std::uint32_t member, InterfacePlace& place) {
    decorations().for_each(id, member, [&](const DecorationFact& fact) {
        if (fact.operands.empty()) {
            return;
        }
        switch (fact.decoration) {
        case Decoration::Offset: place.feedback_offset = fact.operands[0]; break;
        case Decoration::XfbBuffer: place.feedback_buffer = fact.operands[0]; break;
        case Decoration::XfbStride: place.feedback_stride = fact.operands[0]; break;
        case Decoration::Stream: place.stream = fact.operands[0]; break;
        default: break;
        }
    });
}

// If a whole structure is written, the next member follows this variable in the buffer.
void Feedback::note_feedback(const nir::Variable& variable, InterfacePlace& place) {
    if (place.is_input || !place.feedback_offset || !place.feedback_buffer) {
        return;
    }
    if (place.holds_halves) {
        unsupported("transform feedback of 16 bits is");
    }
    nir::FeedbackWords words{};
    words[semantic] = static_cast<std::uint32_t>(variable.semantic);
    words[index] = variable.semantic_index;
    words[component] = variable.component;
    words[buffer] = *place.feedback_buffer;
    words[offset] = *place.feedback_offset;
    words[stride] = place.feedback_stride;
    words[stream] = place.stream;
    const nir::Type* type = variable.type;
    if (variable.compact) {
        // Scalars of such an array share slots.
        for (std::uint32_t i = 0; i < type->length; ++i) {
            words[count] = 1;
            feedback_.push_back(words);
            words[offset] += 4;
            words[index] += (words[component] + 1) / kSlotComponents;
            words[component] = (words[component] + 1) % kSlotComponents;
        }
    } else {
        note_feedback(*type, words);
    }
    place.feedback_offset = words[offset];
}

// Elements and columns begin in slots of their own; in the buffer they follow each other.
void Feedback::note_feedback(const nir::Type& type, nir::FeedbackWords& words) {
    if (type.has_elements()) {
        for (std::uint32_t i = 0; i < type.num_elements(); ++i) {
            note_feedback(*type.element, words);
        }
        return;
    }
    const std::uint32_t words_each = std::max(type.scalar.bit_size / 32U, 1U);
    const std::uint32_t first_component = words[component];
    for (std::uint32_t left = type.num_components * words_each; left != 0;) {
        words[count] = std::min(left, kSlotComponents - words[component]);
        feedback_.push_back(words);
        words[offset] += 4 * words[count];
        left -= words[count];
        ++words[index];
        words[component] = left != 0 ? 0 : first_component;
    }
}

void Feedback::finish_feedback() {
    if (!feeds_back_ || feedback_.empty()) {
        return;
    }
    std::vector<std::uint32_t> all;
    for (const nir::FeedbackWords& words : feedback_) {
        all.insert(all.end(), words.begin(), words.end());
    }
    shader().info.set_property(nir::kFeedbackProperty, std::move(all));
}

} // namespace jacquard::spirv
