#include <jacquard/fossilize/format/base64.h>
#include <jacquard/fossilize/format/resources.h>
#include <jacquard/layer/state_writer.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace jacquard::layer {

namespace {

std::string_view kind_name(VkObjectType type) {
    switch (type) {
    case VK_OBJECT_TYPE_SAMPLER: return "sampler";
    case VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT: return "descriptor set layout";
    case VK_OBJECT_TYPE_PIPELINE_LAYOUT: return "pipeline layout";
    case VK_OBJECT_TYPE_RENDER_PASS: return "render pass";
    case VK_OBJECT_TYPE_PIPELINE: return "pipeline";
    default: return "object";
    }
}

} // namespace

void StateWriter::fail(std::string_view reason) {
    if (fault_.empty()) {
        fault_ = reason;
    }
}

StateWriter& StateWriter::text_member(std::string_view name, const char* text) {
    json_.member(name, std::string_view(text != nullptr ? text : ""));
    return *this;
}

StateWriter& StateWriter::bytes_member(std::string_view name, const void* bytes, std::size_t size) {
    json_.member(name, fossilize::encode_base64({static_cast<const char*>(bytes), size}));
    return *this;
}

StateWriter& StateWriter::hash(std::string_view name, std::uint64_t hash) {
    json_.name(name);
    write_hash(hash);
    return *this;
}

double StateWriter::finite(double number) {
    return std::isnan(number) ? 0 : std::clamp<double>(number, -FLT_MAX, FLT_MAX);
}

StateWriter& StateWriter::reference_number(VkObjectType type, std::uint64_t handle) {
    const std::optional<std::uint64_t> found =
        handle != 0 ? references_.find(type, handle) : std::optional<std::uint64_t>(0);
    if (!found.has_value()) {
        fail("its " + std::string(kind_name(type)) + " is not in the file");
    }
    write_hash(found.value_or(0));
    return *this;
}

void StateWriter::write_hash(std::uint64_t hash) {
    json_.string(fossilize::text_of_hash(hash));
}

} // namespace jacquard::layer
