#include <jacquard/fossilize/format/resources.h>
#include <jacquard/support/hex.h>

#include <array>

namespace jacquard::fossilize {

namespace {

struct Kind {
    std::string_view name;
    std::string_view section;
};

// The kinds in the order of their tags.
constexpr std::array<Kind, kNumTags> kKinds = {{
    {"application info", "applicationInfo"},
    {"sampler", "samplers"},
    {"descriptor set layout", "setLayouts"},
    {"pipeline layout", "pipelineLayouts"},
    {"shader module", "shaderModules"},
    {"render pass", "renderPasses"},
    {"graphics pipeline", "graphicsPipelines"},
    {"compute pipeline", "computePipelines"},
    {"application link", ""},
    {"ray tracing pipeline", ""},
    {"bucket info", ""},
}};

} // namespace

std::string_view name_of(ResourceTag tag) {
    return kKinds[static_cast<std::size_t>(tag)].name;
}

std::string_view section_of(ResourceTag tag) {
    return kKinds[static_cast<std::size_t>(tag)].section;
}

std::string text_of_hash(std::uint64_t hash) {
    return driver::hex(hash, 16);
}

} // namespace jacquard::fossilize
