#include "recording.h"
#include "resources.h"

namespace jacquard::vulkan {

Recording record_compute(const Device& device, const driver::RecordedCase& recorded,
                         const std::vector<std::uint32_t>& module) {
    const ModuleInterface interface = read_interface(module);
    Cleanup cleanup;
    const Resources resources(device, recorded, interface, cleanup);

    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.layout = resources.layout();
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = device.make_module(module, cleanup);
    info.stage.pName = interface.entry_point.c_str();
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateComputePipelines");
    cleanup.later(
        [handle = device.handle(), pipeline] { vkDestroyPipeline(handle, pipeline, nullptr); });

    device.submit([&](VkCommandBuffer commands) {
        resources.record_before(commands);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        resources.record_bind(commands, VK_PIPELINE_BIND_POINT_COMPUTE);
        vkCmdDispatch(commands, recorded.workgroups[0], recorded.workgroups[1],
                      recorded.workgroups[2]);
        resources.record_after(commands);
    });
    Recording result;
    result.storage_buffers = resources.storage_buffers();
    result.images = resources.images();
    return result;
}

} // namespace jacquard::vulkan
