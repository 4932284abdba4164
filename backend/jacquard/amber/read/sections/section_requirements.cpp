#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/pipelines/framebuffers.h>
#include <jacquard/amber/read/resources/data_types.h>
#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/section_requirements.h>

#include <vector>

namespace jacquard::driver::amber {

bool SectionRequirements::read_target(std::size_t target) {
    nir::TexelFormat format{};
    if (!types_.take_format(format)) {
        return false;
    }
    script_.buffers[target].layout = lay_out(format);
    return true;
}

bool SectionRequirements::fail_requirement(const Token& key) {
    std::vector<std::string_view> names;
    for (const Word<Requirement>& word : kRequirementWords.words) {
        names.push_back(word.word);
    }
    for (const auto& word : kFeatureWords.words) {
        names.push_back(word.word);
    }
    return lines_.fail_word(key, kFeatureWords.what, names);
}

bool SectionRequirements::read_requirement() {
    const Token key = lines_.take();
    const Word<Requirement>* const requirement = kRequirementWords.find(key.text);
    std::uint64_t milliseconds = 0;
    if (requirement == nullptr) {
        return is_extension(key.text) || kFeatureWords.find(key.text) != nullptr ||
               fail_requirement(key);
    }
    if (requirement->is_once && !said_.insert(requirement->meaning).second) {
        return lines_.fail("M105", key, "there is a requirement " + quoted(key) + " already");
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
