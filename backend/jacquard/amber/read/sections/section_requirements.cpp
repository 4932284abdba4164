#include <jacquard/amber/read/pipelines/framebuffers.h>
#include <jacquard/amber/read/resources/data_types.h>
#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/section_requirements.h>

namespace jacquard::driver::amber {

bool SectionRequirements::read_target(std::size_t target) {
    nir::TexelFormat format{};
    if (!types_.take_format(format)) {
        return false;
    }
    script_.buffers[target].layout = lay_out(format);
    return true;
}

bool SectionRequirements::read_requirement() {
    const Token key = lines_.take();
    const Word<Requirement>* const requirement = kRequirementWords.find(key.text);
    std::uint64_t milliseconds = 0;
    if (requirement == nullptr) {
        return key.text.starts_with("VK_") || kFeatureWords.find(key.text) != nullptr ||
               lines_.fail_word(key, kFeatureWords);
    }
    switch (requirement->meaning) {
    case Requirement::colour: return read_target(kColourTarget);
    case Requirement::depth_stencil: return read_target(kDepthTarget);
    case Requirement::size: return framebuffers_.read_framebuffer_size();
    case Requirement::time: break;
    }
    return lines_.take_unsigned("a time", 0xffffffff, milliseconds);
}

} // namespace jacquard::driver::amber
