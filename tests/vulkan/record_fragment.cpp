#include "pass_through.h"
#include "recording.h"
#include "resources.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <spirv/unified1/spirv.h>

namespace jacquard::vulkan {

namespace {

constexpr std::size_t kVertices = 3;
constexpr VkFormat kDepthStencil = VK_FORMAT_D32_SFLOAT_S8_UINT;

template <typename T>
T make(VkStructureType type) {
    T value{};
    value.sType = type;
    return value;
}

VkFormat format_of(ScalarKind kind) {
    switch (kind) {
    case ScalarKind::floating: return VK_FORMAT_R32G32B32A32_SFLOAT;
    case ScalarKind::signed_integer: return VK_FORMAT_R32G32B32A32_SINT;
    case ScalarKind::unsigned_integer: return VK_FORMAT_R32G32B32A32_UINT;
    }
    return VK_FORMAT_UNDEFINED;
}

// A quad of fragments, and the triangle that covers it: its corners are those of the quad, but for
// a factor of two to the right and down.
class FragmentRun {
  public:
    FragmentRun(const Device& device, const driver::RecordedCase& recorded,
                const std::vector<std::uint32_t>& module, Planes planes)
        : device_(device), case_(recorded), module_(module), planes_(planes),
          interface_(read_interface(module)), resources_(device, recorded, interface_, cleanup_) {}

    Recording run() {
        check_slots();
        place_quad();
        make_targets();
        make_vertices();
        make_pipeline();
        device_.submit([this](VkCommandBuffer commands) { record(commands); });
        return collect();
    }

  private:
    void check_slots() const {
        for (const std::vector<Slot>* slots : {&interface_.inputs, &interface_.outputs}) {
            for (const Slot& slot : *slots) {
                if (slot.bits != 32) {
                    throw DeviceError("an input or output that is not of 32 bits");
                }
            }
        }
    }

    void place_quad() {
        const driver::LaneWordLists* given = driver::find_key(case_.inputs, "FragCoord");
        if (given == nullptr || (*given)[0].size() < 3) {
            return;
        }
        const auto coordinate = [&](std::size_t i) { return std::bit_cast<float>((*given)[0][i]); };
        for (std::size_t i = 0; i < 2; ++i) {
            const float corner = coordinate(i) - 0.5F;
            if (!(corner >= 0.0F && corner <= 1024.0F)) {
                throw DeviceError("FragCoord is not in the picture");
            }
            corner_[i] = static_cast<std::uint32_t>(corner);
        }
        depth_ = coordinate(2);
    }

    VkExtent3D extent() const { return {corner_[0] + 2, corner_[1] + 2, 1}; }
    std::size_t pixel(unsigned lane) const {
        return std::size_t{corner_[1] + lane / 2} * (corner_[0] + 2) + corner_[0] + lane % 2;
    }

    Buffer readback(VkDeviceSize bytes_per_pixel) {
        return device_.make_buffer(
            (VkDeviceSize{extent().width} * extent().height * bytes_per_pixel + 3) / 4 * 4,
            VK_BUFFER_USAGE_TRANSFER_DST_BIT, cleanup_);
    }

    void make_targets() {
        ImageShape shape;
        shape.extent = extent();
        shape.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        for (const Slot& slot : interface_.outputs) {
            if (slot.location < targets_.size()) {
                continue; // another component of the same
            }
            // Locations between that the module leaves out are there, and stay as they are.
            while (targets_.size() <= slot.location) {
                shape.format = format_of(slot.kind);
                targets_.push_back(device_.make_image(shape, cleanup_));
                colors_.push_back(readback(16));
            }
        }
        shape.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        shape.aspect = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
        shape.format = kDepthStencil;
        depth_target_ = device_.make_image(shape, cleanup_);
        depths_ = readback(4);
        stencils_ = readback(1);
    }

    // The words of a slot at the three corners.
    std::array<driver::Words, kVertices> at_corners(const Slot& slot) const {
        std::string key = std::to_string(slot.location);
        if (slot.first_component != 0) {
            key += '.' + std::to_string(slot.first_component);
        }
        const driver::LaneWordLists* lanes = driver::find_key(case_.inputs, key);
        std::array<driver::Words, kVertices> corners;
        for (driver::Words& corner : corners) {
            corner.assign(4, 0);
        }
        for (std::uint32_t i = 0; lanes != nullptr && i < slot.num_components; ++i) {
            std::array<std::uint32_t, driver::kCaseLanes> words{};
            for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
                words[lane] = i < (*lanes)[lane].size() ? (*lanes)[lane][i] : 0;
            }
            const bool is_same = std::count(words.begin(), words.end(), words[0]) ==
                                 static_cast<std::ptrdiff_t>(words.size());
            for (std::size_t corner = 0; corner < kVertices; ++corner) {
                corners[corner][i] = words[0];
            }
            if (!is_same) {
                if (slot.is_flat || slot.kind != ScalarKind::floating) {
                    throw DeviceError("a flat input that differs between lanes");
                }
                spread(words, i, corners);
            }
        }
        return corners;
    }

    // From the plane through the centres of three pixels.
    void spread(const std::array<std::uint32_t, driver::kCaseLanes>& words, std::uint32_t component,
                std::array<driver::Words, kVertices>& corners) const {
        std::array<double, driver::kCaseLanes> values{};
        for (std::size_t lane = 0; lane < values.size(); ++lane) {
            values[lane] = static_cast<double>(std::bit_cast<float>(words[lane]));
        }
        const double right = values[1] - values[0];
        const double down = values[2] - values[0];
        const double corner = values[0] - (right + down) / 2;
        const std::array<double, kVertices> wanted = {corner, corner + 4 * right,
                                                      corner + 4 * down};
        for (std::size_t i = 0; i < kVertices; ++i) {
            const auto nearest = static_cast<float>(wanted[i]);
            const bool is_exact =
                static_cast<double>(nearest) == wanted[i] && values[3] == values[0] + right + down;
            if (!is_exact && planes_ == Planes::exact) {
                throw DeviceError("an input that lies on no plane");
            }
            corners[i][component] = std::bit_cast<std::uint32_t>(nearest);
        }
    }

    void make_vertices() {
        const std::size_t attributes = interface_.inputs.size() + 1;
        vertices_ = device_.make_buffer(kVertices * attributes * 16,
                                        VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, cleanup_);
        const float positions[kVertices][2] = {{-1, -1}, {3, -1}, {-1, 3}};
        for (std::size_t i = 0; i < kVertices; ++i) {
            const float position[4] = {positions[i][0], positions[i][1], depth_, 1.0F};
            std::memcpy(vertices_.words + i * attributes * 4, position, sizeof position);
        }
        for (std::size_t slot = 0; slot < interface_.inputs.size(); ++slot) {
            const auto corners = at_corners(interface_.inputs[slot]);
            for (std::size_t i = 0; i < kVertices; ++i) {
                std::copy(corners[i].begin(), corners[i].end(),
                          vertices_.words + (i * attributes + slot + 1) * 4);
            }
        }
    }

    void make_pipeline() {
        VkPipelineShaderStageCreateInfo stages[2] = {};
        stages[0].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
        stages[0].module = device_.make_module(pass_through_shader(interface_.inputs), cleanup_);
        stages[0].pName = "main";
        stages[1] = stages[0];
        stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
        stages[1].module = device_.make_module(module_, cleanup_);
        stages[1].pName = interface_.entry_point.c_str();

        std::vector<VkVertexInputAttributeDescription> attributes = {
            {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0}};
        for (const Slot& slot : interface_.inputs) {
            const auto number = static_cast<std::uint32_t>(attributes.size());
            attributes.push_back({number, 0, format_of(slot.kind), number * 16});
        }
        const VkVertexInputBindingDescription binding{
            0, static_cast<std::uint32_t>(attributes.size() * 16), VK_VERTEX_INPUT_RATE_VERTEX};
        auto input = make<VkPipelineVertexInputStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
        input.vertexBindingDescriptionCount = 1;
        input.pVertexBindingDescriptions = &binding;
        input.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes.size());
        input.pVertexAttributeDescriptions = attributes.data();
        auto assembly = make<VkPipelineInputAssemblyStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
        assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;

        const VkViewport viewport{
            static_cast<float>(corner_[0]), static_cast<float>(corner_[1]), 2, 2, 0, 1};
        const VkRect2D scissor{
            {static_cast<std::int32_t>(corner_[0]), static_cast<std::int32_t>(corner_[1])}, {2, 2}};
        auto area = make<VkPipelineViewportStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
        area.viewportCount = 1;
        area.pViewports = &viewport;
        area.scissorCount = 1;
        area.pScissors = &scissor;
        auto raster = make<VkPipelineRasterizationStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
        raster.lineWidth = 1;
        raster.frontFace = VK_FRONT_FACE_CLOCKWISE; // the triangle's
        auto samples = make<VkPipelineMultisampleStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
        samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
        auto depth = make<VkPipelineDepthStencilStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
        depth.depthTestEnable = VK_TRUE;
        depth.depthWriteEnable = VK_TRUE;
        depth.depthCompareOp = VK_COMPARE_OP_ALWAYS;
        depth.stencilTestEnable = VK_TRUE;
        depth.front = {VK_STENCIL_OP_KEEP,
                       VK_STENCIL_OP_REPLACE,
                       VK_STENCIL_OP_KEEP,
                       VK_COMPARE_OP_ALWAYS,
                       0xff,
                       0xff,
                       1};
        depth.back = depth.front;
        VkPipelineColorBlendAttachmentState all{};
        all.colorWriteMask = 0xf;
        const std::vector<VkPipelineColorBlendAttachmentState> writes(targets_.size(), all);
        auto blend = make<VkPipelineColorBlendStateCreateInfo>(
            VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
        blend.attachmentCount = static_cast<std::uint32_t>(writes.size());
        blend.pAttachments = writes.data();

        std::vector<VkFormat> formats;
        for (const Image& target : targets_) {
            formats.push_back(target.shape.format);
        }
        auto rendering =
            make<VkPipelineRenderingCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO);
        rendering.colorAttachmentCount = static_cast<std::uint32_t>(formats.size());
        rendering.pColorAttachmentFormats = formats.data();
        rendering.depthAttachmentFormat = kDepthStencil;
        rendering.stencilAttachmentFormat = kDepthStencil;

        auto info =
            make<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
        info.pNext = &rendering;
        info.stageCount = 2;
        info.pStages = stages;
        info.pVertexInputState = &input;
        info.pInputAssemblyState = &assembly;
        info.pViewportState = &area;
        info.pRasterizationState = &raster;
        info.pMultisampleState = &samples;
        info.pDepthStencilState = &depth;
        info.pColorBlendState = &blend;
        info.layout = resources_.layout();
        check(vkCreateGraphicsPipelines(device_.handle(), VK_NULL_HANDLE, 1, &info, nullptr,
                                        &pipeline_),
              "vkCreateGraphicsPipelines");
        cleanup_.later([handle = device_.handle(), pipeline = pipeline_] {
            vkDestroyPipeline(handle, pipeline, nullptr);
        });
    }

    static VkRenderingAttachmentInfo attachment(const Image& image, const VkClearValue& clear) {
        auto info = make<VkRenderingAttachmentInfo>(VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO);
        info.imageView = image.view;
        info.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        info.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        info.clearValue = clear;
        return info;
    }

    void record(VkCommandBuffer commands) const {
        resources_.record_before(commands);
        VkClearValue pattern{};
        std::fill_n(pattern.color.uint32, 4, kClearPattern);
        std::vector<VkRenderingAttachmentInfo> colors;
        for (const Image& target : targets_) {
            prepare_image(commands, target);
            colors.push_back(attachment(target, pattern));
        }
        prepare_image(commands, depth_target_);
        const VkRenderingAttachmentInfo depth = attachment(depth_target_, {});
        auto rendering = make<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
        rendering.renderArea.extent = {extent().width, extent().height};
        rendering.layerCount = 1;
        rendering.colorAttachmentCount = static_cast<std::uint32_t>(colors.size());
        rendering.pColorAttachments = colors.data();
        rendering.pDepthAttachment = &depth;
        rendering.pStencilAttachment = &depth;
        vkCmdBeginRendering(commands, &rendering);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_);
        resources_.record_bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
        const VkDeviceSize offset = 0;
        vkCmdBindVertexBuffers(commands, 0, 1, &vertices_.handle, &offset);
        vkCmdDraw(commands, kVertices, 1, 0, 0);
        vkCmdEndRendering(commands);
        record_barrier(commands);
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            record_download(commands, targets_[i], VK_IMAGE_ASPECT_COLOR_BIT, colors_[i]);
        }
        record_download(commands, depth_target_, VK_IMAGE_ASPECT_DEPTH_BIT, depths_);
        record_download(commands, depth_target_, VK_IMAGE_ASPECT_STENCIL_BIT, stencils_);
        resources_.record_after(commands);
    }

    Recording collect() const {
        Recording result;
        std::vector<std::uint8_t> stencils(stencils_.bytes);
        std::memcpy(stencils.data(), stencils_.words, stencils.size());
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            if (stencils[pixel(lane)] == 0) {
                result.discarded = static_cast<std::uint8_t>(result.discarded | 1U << lane);
            }
        }
        for (const Slot& slot : interface_.outputs) {
            driver::LaneWordLists lanes;
            for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
                const std::uint32_t* from =
                    colors_[slot.location].words + pixel(lane) * 4 + slot.first_component;
                lanes[lane].assign(from, from + slot.num_components);
            }
            std::string key = std::to_string(slot.location);
            if (slot.first_component != 0) {
                key += '.' + std::to_string(slot.first_component);
            }
            result.outputs.emplace_back(std::move(key), std::move(lanes));
        }
        const auto& built_ins = interface_.built_in_outputs;
        if (std::find(built_ins.begin(), built_ins.end(), SpvBuiltInFragDepth) != built_ins.end()) {
            driver::LaneWordLists lanes;
            for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
                lanes[lane] = {(result.discarded >> lane & 1) != 0 ? kClearPattern
                                                                   : depths_.words[pixel(lane)]};
            }
            result.outputs.emplace_back("FragDepth", std::move(lanes));
        }
        result.storage_buffers = resources_.storage_buffers();
        result.images = resources_.images();
        return result;
    }

    Cleanup cleanup_;
    const Device& device_;
    const driver::RecordedCase& case_;
    const std::vector<std::uint32_t>& module_;
    Planes planes_;
    ModuleInterface interface_;
    Resources resources_;
    std::array<std::uint32_t, 2> corner_{};
    float depth_ = 0.5F;
    std::vector<Image> targets_;
    std::vector<Buffer> colors_;
    Image depth_target_;
    Buffer depths_;
    Buffer stencils_;
    Buffer vertices_;
    VkPipeline pipeline_ = VK_NULL_HANDLE;
};

} // namespace

Recording record_fragment(const Device& device, const driver::RecordedCase& recorded,
                          const std::vector<std::uint32_t>& module, Planes planes) {
    return FragmentRun(device, recorded, module, planes).run();
}

} // namespace jacquard::vulkan
