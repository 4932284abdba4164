#include <jacquard/layer/recorder.h>
#include <jacquard/support/plain_file.h>

#include "../catch.h"

#include <cmath>
#include <filesystem>
#include <unistd.h>

using namespace jacquard::layer;
using Catch::Matchers::Contains;

namespace {

// Handles and pointers of tests: none of them leads anywhere.
template <typename Pointer>
Pointer nowhere(std::uintptr_t number) {
    return reinterpret_cast<Pointer>(number);
}

// A recorder, and what its file holds.
class Recording {
  public:
    Recording() {
        std::string name = std::filesystem::temp_directory_path() / "jacquard_recorder_XXXXXX";
        folder_ = ::mkdtemp(name.data());
        std::string fault;
        file_ = CaptureFile::open(folder_ / "app.foz", fault);
        REQUIRE(file_ != nullptr);
        recorder_ = std::make_unique<Recorder>(*file_);
    }
    ~Recording() { std::filesystem::remove_all(folder_); }
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    Recorder& operator*() { return *recorder_; }
    Recorder* operator->() { return recorder_.get(); }
    [[nodiscard]] std::string text() const {
        return jacquard::read_plain_file(file_->path()).value_or("");
    }

  private:
    std::filesystem::path folder_;
    std::unique_ptr<CaptureFile> file_;
    std::unique_ptr<Recorder> recorder_;
};

constexpr std::uint32_t kWords[] = {0x07230203, 0x00010300, 0, 1, 0};

// A pipeline of one vertex shader. All that it may leave out leads nowhere.
struct Pipeline {
    VkShaderModuleCreateInfo module = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                       sizeof kWords, kWords};
    VkPipelineShaderStageCreateInfo stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                             &module,
                                             0,
                                             VK_SHADER_STAGE_VERTEX_BIT,
                                             VK_NULL_HANDLE,
                                             "main",
                                             nullptr};
    VkPipelineRasterizationStateCreateInfo rasterisation = {
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};

    explicit Pipeline(VkBool32 is_discarded) {
        rasterisation.rasterizerDiscardEnable = is_discarded;
        info.stageCount = 1;
        info.pStages = &stage;
        info.pRasterizationState = &rasterisation;
        info.pTessellationState = nowhere<const VkPipelineTessellationStateCreateInfo*>(16);
        info.pDepthStencilState = nowhere<const VkPipelineDepthStencilStateCreateInfo*>(16);
        info.pColorBlendState = nowhere<const VkPipelineColorBlendStateCreateInfo*>(16);
    }
    Pipeline(const Pipeline&) = delete;
    Pipeline& operator=(const Pipeline&) = delete;

    void record(Recording& recording) const {
        const auto handle = nowhere<VkPipeline>(64);
        recording->record(&info, &handle, 1);
    }
};

} // namespace

TEST_CASE("layer: state of what is discarded need not be there") {
    Recording recording;
    Pipeline pipeline(VK_TRUE);
    pipeline.info.pViewportState = nowhere<const VkPipelineViewportStateCreateInfo*>(16);
    pipeline.info.pMultisampleState = nowhere<const VkPipelineMultisampleStateCreateInfo*>(16);
    pipeline.record(recording);
    CHECK_THAT(recording.text(), Contains("\"graphicsPipelines\"") &&
                                     Contains("\"rasterizerDiscardEnable\": 1") &&
                                     !Contains("viewportState") && !Contains("multisampleState"));
}

TEST_CASE(
    "layer: attachments that a subpass does not have, and state that is set later, need no state") {
    Recording recording;
    const VkSubpassDescription subpass = {};
    VkRenderPassCreateInfo render_pass = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    render_pass.subpassCount = 1;
    render_pass.pSubpasses = &subpass;
    recording->record(render_pass, nowhere<VkRenderPass>(32));

    Pipeline pipeline(VK_FALSE);
    const VkDynamicState states[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT,
                                     VK_DYNAMIC_STATE_VERTEX_INPUT_EXT};
    const VkPipelineDynamicStateCreateInfo dynamic = {
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0, 3, states};
    const VkPipelineViewportStateCreateInfo viewports = {
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        nullptr,
        0,
        1,
        nowhere<const VkViewport*>(16),
        1,
        nowhere<const VkRect2D*>(16)};
    pipeline.info.renderPass = nowhere<VkRenderPass>(32);
    pipeline.info.pDynamicState = &dynamic;
    pipeline.info.pViewportState = &viewports;
    pipeline.info.pVertexInputState = nowhere<const VkPipelineVertexInputStateCreateInfo*>(16);
    pipeline.record(recording);
    CHECK_THAT(recording.text(),
               Contains("\"viewportState\": {\"flags\": 0, \"viewportCount\": 1, "
                        "\"scissorCount\": 1}") &&
                   !Contains("depthStencilState") && !Contains("colorBlendState") &&
                   !Contains("vertexInputState") && !Contains("tessellationState"));
}

TEST_CASE("layer: samplers of bindings that have none are not looked at") {
    Recording recording;
    const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                  VK_SHADER_STAGE_ALL,
                                                  nowhere<const VkSampler*>(16)};
    VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = 1;
    info.pBindings = &binding;
    recording->record(info, nowhere<VkDescriptorSetLayout>(32));
    CHECK_THAT(recording.text(), Contains("\"setLayouts\"") && !Contains("immutableSamplers"));
}

TEST_CASE("layer: what names an object that is not in the file is left out") {
    Recording recording;
    Pipeline pipeline(VK_TRUE);
    pipeline.info.layout = nowhere<VkPipelineLayout>(48);
    pipeline.record(recording);
    CHECK_THAT(recording.text(), !Contains("graphicsPipelines"));
    recording->record(VkPipelineLayoutCreateInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO},
                      nowhere<VkPipelineLayout>(48));
    pipeline.record(recording);
    CHECK_THAT(recording.text(), Contains("graphicsPipelines"));
}

TEST_CASE("layer: a module that is not SPIR-V, and its pipelines, are left out") {
    Recording recording;
    Pipeline pipeline(VK_TRUE);
    pipeline.module.codeSize = sizeof kWords - 1;
    pipeline.record(recording);
    pipeline.module.codeSize = 0;
    pipeline.record(recording);
    CHECK_THAT(recording.text(), !Contains("graphicsPipelines") && !Contains("shaderModules"));
}

TEST_CASE("layer: chained structures that nobody knows are left out, and the others are written") {
    Recording recording;
    const VkPipelineRasterizationLineStateCreateInfoEXT lines = {
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT,
        nullptr,
        VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
        VK_TRUE,
        3,
        5};
    const VkBaseInStructure unknown = {static_cast<VkStructureType>(0x7ffffff0),
                                       reinterpret_cast<const VkBaseInStructure*>(&lines)};
    Pipeline pipeline(VK_TRUE);
    pipeline.rasterisation.pNext = &unknown;
    pipeline.record(recording);
    CHECK_THAT(recording.text(),
               Contains("\"pNext\": [{\"sType\": 1000259001, \"lineRasterizationMode\": 2, "
                        "\"stippledLineEnable\": 1, \"lineStippleFactor\": 3, "
                        "\"lineStipplePattern\": 5}]"));
}

TEST_CASE("layer: numbers that JSON does not have become the nearest ones") {
    Recording recording;
    VkSamplerCreateInfo info = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.maxLod = INFINITY;
    info.minLod = NAN;
    info.mipLodBias = 0.1F;
    recording->record(info, nowhere<VkSampler>(32));
    CHECK_THAT(recording.text(), Contains("\"mipLodBias\": 0.10000000149011612, \"minLod\": 0, "
                                          "\"maxLod\": 3.4028234663852886e+38"));
}
