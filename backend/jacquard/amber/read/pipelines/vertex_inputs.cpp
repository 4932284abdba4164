#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/pipelines/vertex_inputs.h>
#include <jacquard/amber/read/resources/buffers.h>

#include <string>
#include <utility>

namespace jacquard::driver::amber {

bool VertexInputs::read_option(VertexOption option, VertexData& data) {
    VertexRate rate{};
    nir::TexelFormat format{};
    std::uint64_t value = 0;
    switch (option) {
    case VertexOption::rate:
        if (!lines().take_word(kVertexRateWords, rate)) {
            return false;
        }
        data.per_instance = rate == VertexRate::instance;
        return true;
    case VertexOption::format:
        if (!types_.take_format(format)) {
            return false;
        }
        data.layout = lay_out(format);
        return true;
    case VertexOption::offset:
        if (!lines().take_unsigned("a number of bytes", kMostBytes, value)) {
            return false;
        }
        data.offset = value;
        return true;
    case VertexOption::stride: break;
    }
    if (!lines().take_unsigned("a number of bytes", kMostBytes, value)) {
        return false;
    }
    data.stride = value;
    return true;
}

bool VertexInputs::read_vertex_data() {
    Pipeline& open = pipeline();
    VertexData data;
    data.position = lines().word().position;
    if (!buffers_.find(data.buffer) || !lines().expect(Keyword::location) ||
        !lines().take_unsigned32("a location", data.location)) {
        return false;
    }
    const auto read = [&](VertexOption option) { return read_option(option, data); };
    if (!give(lines().word(), "vertex data at LOCATION " + std::to_string(data.location)) ||
        !lines().take_options(kVertexOptionWords, read)) {
        return false;
    }
    std::erase_if(open.vertices,
                  [&](const VertexData& each) { return each.location == data.location; });
    open.vertices.push_back(std::move(data));
    return true;
}

bool VertexInputs::read_index_data() {
    std::size_t buffer = 0;
    if (!buffers_.find(buffer)) {
        return false;
    }
    pipeline().indices = buffer;
    return true;
}

} // namespace jacquard::driver::amber
