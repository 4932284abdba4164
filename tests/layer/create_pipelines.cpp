// Creates pipelines of each kind that the capturing layer has a way for, on the first Vulkan
// device, and prints what each call returned, so that runs with the layer and without it can be
// compared.
//
// Usage: create_pipelines COMPUTE VERTEX FRAGMENT [killed]: modules as text. With `killed` the
// process ends by a signal, with everything still open. Exit code 77 without a device.

#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/support/plain_file.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>
#include <vector>
#include <vulkan/vulkan.h>

namespace {

using Words = std::vector<std::uint32_t>;

Words assemble(const std::string& path) {
    const std::string text = jacquard::read_plain_file(path).value_or("");
    jacquard::Diagnostics diagnostics(path, text);
    const std::string bytes = jacquard::spirv::assemble(text, diagnostics).value_or("");
    std::cerr << diagnostics.render();
    Words words(bytes.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

void tell(const std::string& call, VkResult result) {
    std::cout << call << ": " << result << '\n';
}

VkInstance create_instance() {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "create_pipelines";
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    VkInstance instance = VK_NULL_HANDLE;
    return vkCreateInstance(&info, nullptr, &instance) == VK_SUCCESS ? instance : VK_NULL_HANDLE;
}

VkDevice create_device(VkInstance instance) {
    std::uint32_t count = 1;
    VkPhysicalDevice physical_device = VK_NULL_HANDLE;
    vkEnumeratePhysicalDevices(instance, &count, &physical_device);
    if (count == 0) {
        return VK_NULL_HANDLE;
    }
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT libraries = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT};
    libraries.graphicsPipelineLibrary = VK_TRUE;
    VkPhysicalDeviceVulkan13Features features = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &libraries};
    features.dynamicRendering = VK_TRUE;
    features.pipelineCreationCacheControl = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const std::array<const char*, 2> extensions = {VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME,
                                                   VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME};
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    VkDevice device = VK_NULL_HANDLE;
    tell("vkCreateDevice", vkCreateDevice(physical_device, &info, nullptr, &device));
    return device;
}

class Pipelines {
  public:
    Pipelines(VkDevice device, char** paths)
        : device_(device), compute_words_(assemble(paths[0])), vertex_words_(assemble(paths[1])),
          fragment_words_(assemble(paths[2])) {}

    void create() {
        create_layouts();
        create_compute();
        create_with_rendering();
        create_with_render_passes();
        create_of_libraries();
        create_on_many_threads();
    }

  private:
    void create_layouts() {
        VkSamplerCreateInfo sampler_info = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
        sampler_info.maxLod = VK_LOD_CLAMP_NONE;
        VkSampler sampler = VK_NULL_HANDLE;
        tell("vkCreateSampler", vkCreateSampler(device_, &sampler_info, nullptr, &sampler));
        const std::array<VkDescriptorSetLayoutBinding, 2> bindings = {
            {{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
             {1, VK_DESCRIPTOR_TYPE_SAMPLER, 1, VK_SHADER_STAGE_ALL, &sampler}}};
        VkDescriptorSetLayoutCreateInfo set_info = {
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        set_info.bindingCount = static_cast<std::uint32_t>(bindings.size());
        set_info.pBindings = bindings.data();
        VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
        tell("vkCreateDescriptorSetLayout",
             vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set_layout));
        const VkPushConstantRange range = {VK_SHADER_STAGE_VERTEX_BIT, 16, 32};
        VkPipelineLayoutCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        info.setLayoutCount = 1;
        info.pSetLayouts = &set_layout;
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
        tell("vkCreatePipelineLayout", vkCreatePipelineLayout(device_, &info, nullptr, &layout_));
    }

    static VkShaderModuleCreateInfo module_info(const Words& words) {
        VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = words.size() * sizeof(std::uint32_t);
        info.pCode = words.data();
        return info;
    }

    struct Constants {
        std::uint32_t count;
        float factor;
    };
    inline static constexpr std::array<VkSpecializationMapEntry, 2> kEntries = {
        {{0, offsetof(Constants, count), sizeof(std::uint32_t)},
         {4, offsetof(Constants, factor), sizeof(float)}}};

    static VkSpecializationInfo specialisation(const Constants& constants) {
        return {static_cast<std::uint32_t>(kEntries.size()), kEntries.data(), sizeof constants,
                &constants};
    }

    VkComputePipelineCreateInfo compute_info(VkShaderModule module,
                                             const VkSpecializationInfo& constants) const {
        VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
        info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.module = module;
        info.stage.pName = "scale";
        info.stage.pSpecializationInfo = &constants;
        info.layout = layout_;
        info.basePipelineIndex = -1;
        return info;
    }

    VkResult create_compute_pipelines(const std::vector<VkComputePipelineCreateInfo>& infos) const {
        std::vector<VkPipeline> pipelines(infos.size());
        return vkCreateComputePipelines(device_, VK_NULL_HANDLE,
                                        static_cast<std::uint32_t>(infos.size()), infos.data(),
                                        nullptr, pipelines.data());
    }

    // One that is refused, then two of which the second is derived from the first.
    void create_compute() {
        const VkShaderModuleCreateInfo info = module_info(compute_words_);
        tell("vkCreateShaderModule",
             vkCreateShaderModule(device_, &info, nullptr, &compute_module_));
        const std::array<Constants, 3> constants = {{{100, 1}, {101, 2}, {102, 3}}};
        const std::array<VkSpecializationInfo, 3> values = {specialisation(constants[0]),
                                                            specialisation(constants[1]),
                                                            specialisation(constants[2])};
        VkComputePipelineCreateInfo refused = compute_info(compute_module_, values[0]);
        refused.flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
        tell("a refused compute pipeline", create_compute_pipelines({refused}));
        VkComputePipelineCreateInfo first = compute_info(compute_module_, values[1]);
        first.flags = VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT;
        VkComputePipelineCreateInfo second = compute_info(compute_module_, values[2]);
        second.flags = VK_PIPELINE_CREATE_DERIVATIVE_BIT;
        second.basePipelineIndex = 0;
        tell("two compute pipelines", create_compute_pipelines({first, second}));
    }

    // Everything that the graphics pipelines have in common.
    struct Graphics {
        std::array<VkShaderModuleCreateInfo, 2> modules;
        std::array<VkPipelineShaderStageCreateInfo, 2> stages = {};
        float grey = 0.25F;
        VkSpecializationMapEntry entry = {1, 0, sizeof(float)};
        VkSpecializationInfo constants = {1, &entry, sizeof(float), &grey};
        VkVertexInputBindingDescription binding = {0, 16, VK_VERTEX_INPUT_RATE_VERTEX};
        VkVertexInputAttributeDescription attribute = {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0};
        VkPipelineVertexInputStateCreateInfo vertex_input = {
            VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
            nullptr,
            0,
            1,
            &binding,
            1,
            &attribute};
        VkPipelineInputAssemblyStateCreateInfo assembly = {
            VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, nullptr, 0,
            VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, VK_FALSE};
        VkViewport viewport = {0, 0, 64, 32, 0, 1};
        VkRect2D scissor = {{0, 0}, {64, 32}};
        VkPipelineViewportStateCreateInfo viewports = {
            VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
            nullptr,
            0,
            1,
            &viewport,
            1,
            &scissor};
        VkPipelineRasterizationStateCreateInfo rasterisation = {
            VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
        VkPipelineMultisampleStateCreateInfo multisample = {
            VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, nullptr, 0,
            VK_SAMPLE_COUNT_1_BIT};
        VkPipelineDepthStencilStateCreateInfo depth_stencil = {
            VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
        VkPipelineColorBlendAttachmentState blend_attachment = {};
        VkPipelineColorBlendStateCreateInfo blend = {
            VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
        VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
        VkPipelineRenderingCreateInfo rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                   nullptr,
                                                   0,
                                                   1,
                                                   &format,
                                                   VK_FORMAT_UNDEFINED,
                                                   VK_FORMAT_UNDEFINED};
        VkDynamicState width = VK_DYNAMIC_STATE_LINE_WIDTH;
        VkPipelineDynamicStateCreateInfo dynamic = {
            VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO, nullptr, 0, 1, &width};
        VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};

        Graphics(const Words& vertex, const Words& fragment, VkPipelineLayout layout)
            : modules{module_info(vertex), module_info(fragment)} {
            const std::array<VkShaderStageFlagBits, 2> kinds = {VK_SHADER_STAGE_VERTEX_BIT,
                                                                VK_SHADER_STAGE_FRAGMENT_BIT};
            for (std::size_t i = 0; i < stages.size(); ++i) {
                stages[i].sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
                stages[i].pNext = &modules[i];
                stages[i].stage = kinds[i];
                stages[i].pName = "main";
            }
            stages[1].pSpecializationInfo = &constants;
            rasterisation.lineWidth = 1;
            rasterisation.cullMode = VK_CULL_MODE_BACK_BIT;
            blend_attachment.colorWriteMask = 15;
            blend.attachmentCount = 1;
            blend.pAttachments = &blend_attachment;
            info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                    .pNext = &rendering,
                    .stageCount = 2,
                    .pStages = stages.data(),
                    .pVertexInputState = &vertex_input,
                    .pInputAssemblyState = &assembly,
                    .pViewportState = &viewports,
                    .pRasterizationState = &rasterisation,
                    .pMultisampleState = &multisample,
                    .pDepthStencilState = &depth_stencil,
                    .pColorBlendState = &blend,
                    .pDynamicState = &dynamic,
                    .layout = layout,
                    .basePipelineIndex = -1};
        }
    };

    VkPipeline create_graphics(const std::string& what,
                               const VkGraphicsPipelineCreateInfo& info) const {
        VkPipeline pipeline = VK_NULL_HANDLE;
        tell(what,
             vkCreateGraphicsPipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
        return pipeline;
    }

    // Without a render pass, and with modules that have no handle.
    void create_with_rendering() const {
        const Graphics graphics(vertex_words_, fragment_words_, layout_);
        create_graphics("a pipeline with dynamic rendering", graphics.info);
    }

    // In both forms; the two pipelines differ in their render pass alone.
    void create_with_render_passes() const {
        Graphics graphics(vertex_words_, fragment_words_, layout_);
        graphics.info.pNext = nullptr;
        for (std::size_t i = 0; i < graphics.stages.size(); ++i) {
            VkShaderModule module = VK_NULL_HANDLE;
            tell("vkCreateShaderModule",
                 vkCreateShaderModule(device_, &graphics.modules[i], nullptr, &module));
            graphics.stages[i].pNext = nullptr;
            graphics.stages[i].module = module;
        }
        VkAttachmentDescription attachment = {};
        const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_GENERAL};
        VkSubpassDescription subpass = {};
        VkRenderPassCreateInfo info = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
        describe(info, attachment, subpass, reference);
        tell("vkCreateRenderPass",
             vkCreateRenderPass(device_, &info, nullptr, &graphics.info.renderPass));
        create_graphics("a pipeline with a render pass", graphics.info);

        VkAttachmentDescription2 attachment_2 = {VK_STRUCTURE_TYPE_ATTACHMENT_DESCRIPTION_2};
        const VkAttachmentReference2 reference_2 = {VK_STRUCTURE_TYPE_ATTACHMENT_REFERENCE_2,
                                                    nullptr, 0, VK_IMAGE_LAYOUT_GENERAL,
                                                    VK_IMAGE_ASPECT_COLOR_BIT};
        VkSubpassDescription2 subpass_2 = {VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2};
        VkRenderPassCreateInfo2 info_2 = {VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2};
        describe(info_2, attachment_2, subpass_2, reference_2);
        tell("vkCreateRenderPass2",
             vkCreateRenderPass2(device_, &info_2, nullptr, &graphics.info.renderPass));
        create_graphics("a pipeline with a render pass of the second form", graphics.info);
    }

    // One subpass with one attachment.
    template <typename Info, typename Attachment, typename Subpass, typename Reference>
    static void describe(Info& info, Attachment& attachment, Subpass& subpass,
                         const Reference& reference) {
        attachment.format = VK_FORMAT_R8G8B8A8_UNORM;
        attachment.samples = VK_SAMPLE_COUNT_1_BIT;
        attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
        subpass.colorAttachmentCount = 1;
        subpass.pColorAttachments = &reference;
        info.attachmentCount = 1;
        info.pAttachments = &attachment;
        info.subpassCount = 1;
        info.pSubpasses = &subpass;
    }

    // Each of the four parts of a pipeline as a library, and the pipeline that they are linked to.
    void create_of_libraries() const {
        const Graphics graphics(vertex_words_, fragment_words_, layout_);
        std::vector<VkPipeline> libraries;
        for (const VkGraphicsPipelineLibraryFlagBitsEXT part :
             {VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
              VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
              VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
              VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT}) {
            VkGraphicsPipelineLibraryCreateInfoEXT library = {
                VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT};
            library.pNext = const_cast<VkPipelineRenderingCreateInfo*>(&graphics.rendering);
            library.flags = part;
            VkGraphicsPipelineCreateInfo info = graphics.info;
            info.pNext = &library;
            info.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
            const bool is_vertex =
                part == VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
            const bool is_fragment = part == VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
            info.stageCount = is_vertex || is_fragment ? 1 : 0;
            info.pStages = &graphics.stages[is_fragment ? 1 : 0];
            libraries.push_back(create_graphics("a library of a pipeline", info));
        }
        VkPipelineLibraryCreateInfoKHR link = {VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
        link.libraryCount = static_cast<std::uint32_t>(libraries.size());
        link.pLibraries = libraries.data();
        VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
        info.pNext = &link;
        info.layout = layout_;
        info.basePipelineIndex = -1;
        create_graphics("a pipeline of libraries", info);
    }

    // Pipelines that are all different, with two threads at a time for each.
    void create_on_many_threads() const {
        std::vector<std::thread> threads;
        for (std::uint32_t i = 0; i < 8; ++i) {
            threads.emplace_back([this, i] {
                for (std::uint32_t count = 0; count < 4; ++count) {
                    const Constants constants = {1000 + i / 2 * 4 + count, 1};
                    const VkSpecializationInfo values = specialisation(constants);
                    create_compute_pipelines({compute_info(compute_module_, values)});
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
    }

    VkDevice device_;
    Words compute_words_;
    Words vertex_words_;
    Words fragment_words_;
    VkShaderModule compute_module_ = VK_NULL_HANDLE;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
};

// Functions of extensions that are not enabled must stay unknown, with the layer as without it.
void tell_functions(VkInstance instance, VkDevice device) {
    for (const char* name :
         {"vkCreateShaderModule", "vkCreateRenderPass2", "vkCreateRenderPass2KHR",
          "vkCreateRayTracingPipelinesKHR", "vkGetDeviceProcAddr", "vkNoSuchFunction"}) {
        std::cout << name << ": " << (vkGetInstanceProcAddr(instance, name) != nullptr) << ' '
                  << (vkGetDeviceProcAddr(device, name) != nullptr) << '\n';
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: create_pipelines COMPUTE VERTEX FRAGMENT [killed]\n";
        return 2;
    }
    // A program may look for devices before it uses one.
    for (const bool is_first : {true, false}) {
        VkInstance instance = create_instance();
        VkDevice device = instance != VK_NULL_HANDLE ? create_device(instance) : VK_NULL_HANDLE;
        if (device == VK_NULL_HANDLE) {
            return 77;
        }
        if (!is_first) {
            tell_functions(instance, device);
            Pipelines(device, argv + 1).create();
            std::cout.flush();
            if (argc > 4) {
                std::raise(SIGKILL);
            }
        }
        vkDestroyDevice(device, nullptr);
        vkDestroyInstance(instance, nullptr);
    }
    return 0;
}
