#include <jacquard/fossilize/format/entry_head.h>
#include <jacquard/layer/chained_state.h>
#include <jacquard/layer/layout_state.h>
#include <jacquard/layer/notes.h>
#include <jacquard/layer/pipeline_state.h>
#include <jacquard/layer/recorder.h>
#include <jacquard/layer/render_pass_state.h>

#include <exception>
#include <span>
#include <vector>

namespace jacquard::layer {

namespace {

constexpr std::uint32_t kModuleStart = 0x07230203;

// The pipeline that another one, made in the same call or before, is derived from.
template <typename Info>
VkPipeline base_of(const Info& info, const VkPipeline* pipelines, std::uint32_t count) {
    if ((info.flags & VK_PIPELINE_CREATE_DERIVATIVE_BIT) == 0) {
        return VK_NULL_HANDLE;
    }
    const auto index = static_cast<std::uint32_t>(info.basePipelineIndex);
    return info.basePipelineIndex >= 0 && index < count ? pipelines[index]
                                                        : info.basePipelineHandle;
}

} // namespace

template <typename Record>
void Recorder::without_exceptions(std::string_view what, Record record) noexcept {
    try {
        record();
    } catch (const std::exception& exception) {
        note(std::string(what) + " is left out: " + exception.what());
    } catch (...) {
        note(std::string(what) + " is left out");
    }
}

void Recorder::record_application(const std::string& application, bool is_robust) noexcept {
    without_exceptions("the application's name", [&] {
        const std::string text =
            "{\"version\": " + std::to_string(fossilize::kNewestVersion) + ", \"" +
            std::string(section_of(ResourceTag::application_info)) + "\": " + application +
            ", \"physicalDeviceFeatures\": {\"robustBufferAccess\": " + (is_robust ? "1" : "0") +
            "}}";
        write_entry(ResourceTag::application_info, content_hash(text), text);
    });
}

void Recorder::record(const VkSamplerCreateInfo& info, VkSampler sampler) noexcept {
    without_exceptions("a sampler", [&] {
        references_.set(VK_OBJECT_TYPE_SAMPLER, References::number_of(sampler),
                        write_object(ResourceTag::sampler,
                                     [&](StateWriter& out) { write_sampler(out, info); }));
    });
}

void Recorder::record(const VkDescriptorSetLayoutCreateInfo& info,
                      VkDescriptorSetLayout layout) noexcept {
    without_exceptions("a descriptor set layout", [&] {
        references_.set(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, References::number_of(layout),
                        write_object(ResourceTag::descriptor_set_layout,
                                     [&](StateWriter& out) { write_set_layout(out, info); }));
    });
}

void Recorder::record(const VkPipelineLayoutCreateInfo& info, VkPipelineLayout layout) noexcept {
    without_exceptions("a pipeline layout", [&] {
        references_.set(VK_OBJECT_TYPE_PIPELINE_LAYOUT, References::number_of(layout),
                        write_object(ResourceTag::pipeline_layout,
                                     [&](StateWriter& out) { write_pipeline_layout(out, info); }));
    });
}

void Recorder::record(const VkRenderPassCreateInfo& info, VkRenderPass render_pass) noexcept {
    without_exceptions("a render pass", [&] {
        record_render_pass(info, render_pass, section_of(ResourceTag::render_pass));
    });
}

void Recorder::record(const VkRenderPassCreateInfo2& info, VkRenderPass render_pass) noexcept {
    without_exceptions("a render pass", [&] {
        record_render_pass(info, render_pass, fossilize::kNewerRenderPasses);
    });
}

void Recorder::record(const VkShaderModuleCreateInfo& info, VkShaderModule module) noexcept {
    without_exceptions("a shader module", [&] {
        references_.set(VK_OBJECT_TYPE_SHADER_MODULE, References::number_of(module),
                        write_module(info));
    });
}

void Recorder::record(const VkGraphicsPipelineCreateInfo* infos, const VkPipeline* pipelines,
                      std::uint32_t count) noexcept {
    without_exceptions("a graphics pipeline", [&] { record_all(infos, pipelines, count); });
}

void Recorder::record(const VkComputePipelineCreateInfo* infos, const VkPipeline* pipelines,
                      std::uint32_t count) noexcept {
    without_exceptions("a compute pipeline", [&] { record_all(infos, pipelines, count); });
}

template <typename Info>
void Recorder::record_render_pass(const Info& info, VkRenderPass render_pass,
                                  std::string_view section) {
    references_.set_subpasses(render_pass, subpass_uses(info));
    references_.set(VK_OBJECT_TYPE_RENDER_PASS, References::number_of(render_pass),
                    write_object(ResourceTag::render_pass, section,
                                 [&](StateWriter& out) { write_render_pass(out, info); }));
}

template <typename Info>
void Recorder::record_all(const Info* infos, const VkPipeline* pipelines, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (pipelines[i] != VK_NULL_HANDLE) {
            const std::uint64_t base = References::number_of(base_of(infos[i], pipelines, count));
            references_.set(
                VK_OBJECT_TYPE_PIPELINE, References::number_of(pipelines[i]),
                write_pipeline(infos[i],
                               references_.find(VK_OBJECT_TYPE_PIPELINE, base).value_or(0)));
        }
    }
}

template <typename Write>
Recorder::Hash Recorder::write_object(ResourceTag tag, std::string_view section, Write write) {
    StateWriter out(references_);
    write(out);
    if (!out.fault().empty()) {
        note("one of the " + std::string(section) + " is left out: " + out.fault());
        return std::nullopt;
    }
    const std::uint64_t hash = content_hash(out.text());
    write_entry(tag, hash, document(section, hash, out.text()));
    return hash;
}

Recorder::Hash Recorder::write_module(const VkShaderModuleCreateInfo& info) {
    const std::span<const std::uint32_t> words(info.pCode, info.codeSize / sizeof(std::uint32_t));
    if (words.empty() || words.size_bytes() != info.codeSize || words[0] != kModuleStart) {
        note("a shader module is left out: it is not SPIR-V");
        return std::nullopt;
    }
    const std::uint64_t hash =
        content_hash({reinterpret_cast<const char*>(words.data()), words.size_bytes()});
    if (!file_.has(ResourceTag::shader_module, hash)) {
        write_entry(ResourceTag::shader_module, hash, module_payload(hash, words));
    }
    return hash;
}

Recorder::Hash Recorder::write_pipeline(const VkGraphicsPipelineCreateInfo& info,
                                        std::uint64_t base) {
    std::vector<Stage> stages;
    bool is_whole = true;
    for (const VkPipelineShaderStageCreateInfo* stage : stages_of(info)) {
        const Hash module = module_of(*stage);
        is_whole = is_whole && module.has_value();
        stages.push_back({stage, module.value_or(0)});
    }
    return write_object(ResourceTag::graphics_pipeline, [&](StateWriter& out) {
        if (!is_whole) {
            out.fail("a module of it is not in the file");
            return;
        }
        write_graphics_pipeline(out, info, stages,
                                references_.subpass_use(info.renderPass, info.subpass), base);
    });
}

Recorder::Hash Recorder::write_pipeline(const VkComputePipelineCreateInfo& info,
                                        std::uint64_t base) {
    const Hash module = module_of(info.stage);
    return write_object(ResourceTag::compute_pipeline, [&](StateWriter& out) {
        if (!module.has_value()) {
            out.fail("its module is not in the file");
            return;
        }
        write_compute_pipeline(out, info, {&info.stage, *module}, base);
    });
}

void Recorder::write_entry(ResourceTag tag, std::uint64_t hash, std::string_view payload) {
    const std::string fault = file_.add(tag, hash, payload);
    if (!fault.empty()) {
        note(fault + "; nothing more is captured");
    }
}

Recorder::Hash Recorder::module_of(const VkPipelineShaderStageCreateInfo& stage) {
    if (stage.module != VK_NULL_HANDLE) {
        return references_.find(VK_OBJECT_TYPE_SHADER_MODULE, References::number_of(stage.module));
    }
    const auto* chained = find_chained<VkShaderModuleCreateInfo>(
        stage.pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    return chained != nullptr ? write_module(*chained) : std::nullopt;
}

} // namespace jacquard::layer
