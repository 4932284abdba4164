#include <jacquard/amber/read/pipelines/framebuffers.h>
#include <jacquard/amber/read/resources/buffer_contents.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint32_t kMostSide = 4096; // pixels of a target

} // namespace

// A draw that says no target has one of its own, and always a depth and a stencil.
void Framebuffers::add_targets(Pipeline& open) {
    const auto add = [&](std::string_view format) {
        Buffer target;
        target.name = format;
        target.layout = lay_out(*nir::find_texel_format(format));
        target.has_size = false;
        script_.buffers.push_back(std::move(target));
        return script_.buffers.size() - 1;
    };
    if (open.colours.empty()) {
        open.colours.push_back({add(kDefaultTargetWords.name_of(DefaultTarget::colour)), 0, 0});
    }
    if (!open.depth_stencil) {
        open.depth_stencil = add(kDefaultTargetWords.name_of(DefaultTarget::depth_stencil));
    }
}

// The buffers that take the size of the framebuffer if they say none.
std::vector<std::size_t> Framebuffers::targets() const {
    const Pipeline& open = pipeline();
    std::vector<std::size_t> found;
    for (const ColourTarget& colour : open.colours) {
        found.push_back(colour.buffer);
    }
    for (const Binding& binding : open.bindings) {
        found.insert(found.end(), binding.buffers.begin(), binding.buffers.end());
    }
    if (open.depth_stencil) {
        found.push_back(*open.depth_stencil);
    }
    return found;
}

bool Framebuffers::complete(const Token& start) {
    Pipeline& open = pipeline();
    if (!open.is_compute) {
        add_targets(open);
    }
    for (const std::size_t number : targets()) {
        Buffer& buffer = script_.buffers[number];
        if (buffer.has_size || !buffer.layout.format) {
            continue;
        }
        buffer.has_size = true;
        buffer.is_image = true;
        buffer.size = {open.width, open.height, 1};
        std::uint64_t texels = 0;
        for (std::uint32_t level = 0; level < buffer.levels; ++level) {
            texels += std::uint64_t{std::max(open.width >> level, 1U)} *
                      std::max(open.height >> level, 1U);
        }
        if (!contents_.resize(buffer, start, texels)) {
            return false;
        }
    }
    return (!open.depth_stencil || holds(start, *open.depth_stencil, 0)) &&
           std::all_of(open.colours.begin(), open.colours.end(), [&](const ColourTarget& target) {
               return holds(start, target.buffer, target.base_level);
           });
}

// Targets that other pipelines gave a size are as large as what this one draws.
bool Framebuffers::holds(const Token& start, std::size_t number, std::uint32_t level) {
    const Pipeline& open = pipeline();
    const Buffer& target = script_.buffers[number];
    const bool is_there = level < target.levels;
    const std::uint32_t width = is_there ? std::max(target.size[0] >> level, 1U) : 0;
    const std::uint32_t height = is_there ? std::max(target.size[1] >> level, 1U) : 0;
    return open.is_compute ||
           (width >= std::max(open.width >> level, 1U) &&
            height >= std::max(open.height >> level, 1U)) ||
           lines().fail("M108", start,
                        "the target '" + target.name + "' has " + std::to_string(width) + " by " +
                            std::to_string(height) + " pixels; the pipeline draws " +
                            std::to_string(open.width) + " by " + std::to_string(open.height));
}

bool Framebuffers::read_framebuffer_size() {
    Pipeline& open = pipeline();
    const Token token = lines().peek();
    return lines().take_unsigned32("the width", open.width) &&
           lines().take_unsigned32("the height", open.height) &&
           ((open.width != 0 && open.height != 0 && open.width <= kMostSide &&
             open.height <= kMostSide) ||
            lines().fail("M103", token,
                         "a framebuffer has 1 to " + std::to_string(kMostSide) + " pixels a side"));
}

bool Framebuffers::read_viewport() {
    Viewport viewport;
    const Token token = lines().peek();
    if (!lines().take_float("x", viewport.x) || !lines().take_float("y", viewport.y) ||
        !lines().expect(Keyword::size) || !lines().take_float("the width", viewport.width) ||
        !lines().take_float("the height", viewport.height)) {
        return false;
    }
    if (lines().take_if(Keyword::min_depth) && !lines().take_depth(viewport.min_depth)) {
        return false;
    }
    if (lines().take_if(Keyword::max_depth) && !lines().take_depth(viewport.max_depth)) {
        return false;
    }
    if (!(viewport.width > 0.0F && viewport.width <= kMostSide && viewport.height > 0.0F &&
          viewport.height <= kMostSide)) {
        return lines().fail("M103", token,
                            "a viewport has more than 0 and at most " + std::to_string(kMostSide) +
                                " pixels a side");
    }
    const auto is_far = [](float place) {
        return std::abs(place) > 2.0F * static_cast<float>(kMostSide);
    };
    if (is_far(viewport.x) || is_far(viewport.y)) {
        return lines().fail("M103", token,
                            "a viewport begins at most " + std::to_string(2 * kMostSide) +
                                " pixels from the origin");
    }
    pipeline().viewport = viewport;
    return true;
}

} // namespace jacquard::driver::amber
