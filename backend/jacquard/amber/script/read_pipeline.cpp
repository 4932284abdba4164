#include <jacquard/amber/script/reader.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint64_t kMostSets = 32;
constexpr std::uint64_t kMostBindings = 65535;
constexpr std::uint32_t kMostSide = 4096; // pixels of a target
constexpr std::uint64_t kMostOffset = std::uint64_t{1} << 32;

} // namespace

bool Reader::read_pipeline() {
    static constexpr std::array<Word<bool>, 2> kKinds = {{{"compute", true}, {"graphics", false}}};
    const Token start = word_;
    Pipeline pipeline;
    pipeline.position = start.position;
    const Token kind = scanner_.peek();
    if (kind.text == "raytracing") {
        std::string_view ignored;
        std::uint32_t line = 0;
        refuse(kind, Refused::ray_tracing);
        scanner_.take_block(ignored, line);
        return false;
    }
    if (!take_word<bool>("kind of pipeline", kKinds, pipeline.is_compute) ||
        !declare(pipelines_, "pipeline", script_.pipelines.size(), pipeline.name)) {
        return false;
    }
    pipeline_ = script_.pipelines.size();
    script_.pipelines.push_back(std::move(pipeline));
    return read_pipeline_block(start);
}

bool Reader::read_derived() {
    const Token start = word_;
    std::string name;
    std::size_t parent = 0;
    if (!declare(pipelines_, "pipeline", script_.pipelines.size(), name)) {
        return false;
    }
    pipeline_ = script_.pipelines.size();
    script_.pipelines.emplace_back();
    if (!expect("FROM") || !find(pipelines_, "pipeline", parent)) {
        return false;
    }
    if (parent == pipeline_) {
        return fail("M108", start, "a pipeline is not derived from itself");
    }
    Pipeline derived = script_.pipelines[parent];
    derived.name = name;
    derived.position = start.position;
    script_.pipelines[pipeline_] = std::move(derived);
    return read_pipeline_block(start);
}

bool Reader::read_pipeline_block(const Token& start) {
    static constexpr std::array<Command_, 14> kCommands = {{
        {"ATTACH", &Reader::read_attach},
        {"SHADER_OPTIMIZATION", &Reader::read_optimization},
        {"COMPILE_OPTIONS", &Reader::read_compile_options},
        {"FRAMEBUFFER_SIZE", &Reader::read_framebuffer_size},
        {"VIEWPORT", &Reader::read_viewport},
        {"POLYGON_MODE", &Reader::read_polygon_mode},
        {"PATCH_CONTROL_POINTS", &Reader::read_patch_points},
        {"SUBGROUP", &Reader::read_subgroup},
        {"BIND", &Reader::read_bind},
        {"VERTEX_DATA", &Reader::read_vertex_data},
        {"INDEX_DATA", &Reader::read_index_data},
        {"DEPTH", &Reader::read_depth},
        {"STENCIL", &Reader::read_stencil},
        {"BLEND", &Reader::read_blend},
    }};
    return read_block(start, kCommands) && check_pipeline(start);
}

bool Reader::check_pipeline(const Token& start) {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    const auto has = [&](nir::Stage stage) {
        return std::any_of(pipeline.attachments.begin(), pipeline.attachments.end(),
                           [&](const Attachment& each) { return each.stage == stage; });
    };
    if (pipeline.is_compute ? !has(nir::Stage::compute) : !has(nir::Stage::vertex)) {
        return fail("M108", start,
                    "the pipeline '" + pipeline.name + "' has no " +
                        (pipeline.is_compute ? "compute" : "vertex") + " shader");
    }
    if (!pipeline.is_compute) {
        add_targets(pipeline);
    }
    // Targets that say no size take that of the framebuffer.
    std::vector<std::size_t> targets = pipeline.resolves;
    for (const ColourTarget& colour : pipeline.colours) {
        targets.push_back(colour.buffer);
    }
    for (const Binding& binding : pipeline.bindings) {
        targets.insert(targets.end(), binding.buffers.begin(), binding.buffers.end());
    }
    if (pipeline.depth_stencil) {
        targets.push_back(*pipeline.depth_stencil);
    }
    for (const std::size_t number : targets) {
        Buffer& buffer = script_.buffers[number];
        if (buffer.has_size || !buffer.layout.format) {
            continue;
        }
        buffer.has_size = true;
        buffer.is_image = true;
        buffer.size = {pipeline.width, pipeline.height, 1};
        std::uint64_t texels = 0;
        for (std::uint32_t level = 0; level < buffer.levels; ++level) {
            texels += std::uint64_t{std::max(pipeline.width >> level, 1U)} *
                      std::max(pipeline.height >> level, 1U);
        }
        if (!resize(buffer, start, texels)) {
            return false;
        }
    }
    return true;
}

// A draw that says no target has one of its own, and always a depth and a stencil.
void Reader::add_targets(Pipeline& pipeline) {
    const auto add = [&](std::string_view format) {
        Buffer target;
        target.name = format;
        target.layout = lay_out(*nir::find_texel_format(format));
        target.has_size = false;
        script_.buffers.push_back(std::move(target));
        return script_.buffers.size() - 1;
    };
    if (pipeline.colours.empty()) {
        pipeline.colours.push_back({add("B8G8R8A8_UNORM"), 0, 0});
    }
    if (!pipeline.depth_stencil) {
        pipeline.depth_stencil = add("D32_SFLOAT_S8_UINT");
    }
}

bool Reader::read_attach() {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    Attachment attachment;
    attachment.position = word_.position;
    const Token name = scanner_.peek();
    if (!find(shaders_, "shader", attachment.shader)) {
        return false;
    }
    std::optional<nir::Stage> stage = script_.shaders[attachment.shader].stage;
    if (take_if("TYPE")) {
        if (!take_word<std::optional<nir::Stage>>("stage of shaders", stage_words(), stage)) {
            return false;
        }
    }
    if (!stage) {
        return fail("M102", name, "a multi shader is attached with the TYPE that it is there");
    }
    attachment.stage = *stage;
    Token entry;
    if (take_if("ENTRY_POINT")) {
        if (!take_name("the name of an entry point", entry)) {
            return false;
        }
        attachment.entry = entry.text;
    }
    if (!read_specialise(attachment)) {
        return false;
    }
    if (*stage == nir::Stage::geometry) {
        return refuse(name, Refused::geometry);
    }
    if (*stage == nir::Stage::tess_control || *stage == nir::Stage::tess_evaluation) {
        return refuse(name, Refused::tessellation);
    }
    if ((*stage == nir::Stage::compute) != pipeline.is_compute) {
        return fail("M108", name,
                    "a " + std::string(pipeline.is_compute ? "compute" : "graphics") +
                        " pipeline takes no such shader");
    }
    std::erase_if(pipeline.attachments,
                  [&](const Attachment& each) { return each.stage == *stage; });
    pipeline.attachments.push_back(std::move(attachment));
    return true;
}

bool Reader::read_specialise(Attachment& attachment) {
    static constexpr std::array<Word<ScalarKind>, 3> kKinds = {
        {{"uint32", ScalarKind::unsigned_integer},
         {"int32", ScalarKind::signed_integer},
         {"float", ScalarKind::floating}}};
    while (take_if("SPECIALIZE")) {
        SpecialisedConstant constant;
        ScalarKind kind{};
        if (!take_unsigned32("the number of a constant", constant.id) || !expect("AS") ||
            !take_word<ScalarKind>("type of 32 bits", kKinds, kind)) {
            return false;
        }
        const Token token = scanner_.take();
        Number number;
        if (!read_number(token.text, kind, 32, number)) {
            return fail("M103", token,
                        "'" + std::string(token.text) + "' is no value of that type");
        }
        std::array<std::byte, 4> bytes{};
        store({0, kind, 32}, number, bytes);
        for (std::size_t i = 0; i < 4; ++i) {
            constant.bits |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
        }
        attachment.constants.push_back(constant);
    }
    return true;
}

// Passes that another optimiser would run change no answer.
bool Reader::read_optimization() {
    const Token start = word_;
    std::size_t shader = 0;
    if (!find(shaders_, "shader", shader) || !end_of_line()) {
        return false;
    }
    while (scanner_.next_line()) {
        if (take_if("END")) {
            return true;
        }
        const Token pass = scanner_.take();
        if (!pass.text.starts_with("-")) {
            fail("M101", pass,
                 "'" + std::string(pass.text) + "' is no pass; their names begin with --");
        }
    }
    return fail("M106", start, "'SHADER_OPTIMIZATION' has no END");
}

bool Reader::read_compile_options() {
    std::string_view ignored;
    std::uint32_t line = 0;
    refuse(word_, Refused::opencl);
    scanner_.take_block(ignored, line);
    return false;
}

bool Reader::read_framebuffer_size() {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    const Token token = scanner_.peek();
    return take_unsigned32("the width", pipeline.width) &&
           take_unsigned32("the height", pipeline.height) &&
           ((pipeline.width != 0 && pipeline.height != 0 && pipeline.width <= kMostSide &&
             pipeline.height <= kMostSide) ||
            fail("M103", token,
                 "a framebuffer has 1 to " + std::to_string(kMostSide) + " pixels a side"));
}

bool Reader::read_viewport() {
    Viewport viewport;
    const Token token = scanner_.peek();
    if (!take_float("x", viewport.x) || !take_float("y", viewport.y) || !expect("SIZE") ||
        !take_float("the width", viewport.width) || !take_float("the height", viewport.height)) {
        return false;
    }
    if (take_if("MIN_DEPTH") && !take_float("a depth", viewport.min_depth)) {
        return false;
    }
    if (take_if("MAX_DEPTH") && !take_float("a depth", viewport.max_depth)) {
        return false;
    }
    if (!(viewport.width > 0.0F && viewport.width <= kMostSide && viewport.height > 0.0F &&
          viewport.height <= kMostSide)) {
        return fail("M103", token,
                    "a viewport has more than 0 and at most " + std::to_string(kMostSide) +
                        " pixels a side");
    }
    script_.pipelines[pipeline_].viewport = viewport;
    return true;
}

bool Reader::read_polygon_mode() {
    static constexpr std::array<Word<PolygonMode>, 3> kModes = {
        {{"fill", PolygonMode::fill}, {"line", PolygonMode::line}, {"point", PolygonMode::point}}};
    return take_word<PolygonMode>("polygon mode", kModes,
                                  script_.pipelines[pipeline_].draw.polygon_mode);
}

bool Reader::read_patch_points() {
    return refuse(word_, Refused::tessellation);
}

bool Reader::read_subgroup() {
    static constexpr std::array<Command_, 3> kCommands = {{
        {"FULLY_POPULATED", &Reader::read_subgroup_full},
        {"VARYING_SIZE", &Reader::read_subgroup_varying},
        {"REQUIRED_SIZE", &Reader::read_subgroup_size},
    }};
    const Token start = word_;
    std::size_t shader = 0;
    return find(shaders_, "shader", shader) && read_block(start, kCommands);
}

bool Reader::read_subgroup_full() {
    bool ignored = false;
    return take_switch(ignored);
}

bool Reader::read_subgroup_varying() {
    bool ignored = false;
    return take_switch(ignored);
}

bool Reader::read_subgroup_size() {
    const Token token = scanner_.take();
    return token.text == "MIN" || token.text == "MAX" || refuse(token, Refused::subgroup_size);
}

bool Reader::read_bind() {
    static constexpr std::array<std::string_view, 4> kKinds = {"BUFFER", "BUFFER_ARRAY", "SAMPLER",
                                                               "SAMPLER_ARRAY"};
    const Token kind = scanner_.take();
    if (kind.text == "ACCELERATION_STRUCTURE") {
        return refuse(kind, Refused::ray_tracing);
    }
    const auto found = std::find(kKinds.begin(), kKinds.end(), kind.text);
    switch (found - kKinds.begin()) {
    case 0: return read_bind_buffer(false);
    case 1: return read_bind_buffer(true);
    case 2: return read_bind_sampler(false);
    case 3: return read_bind_sampler(true);
    default: return fail_word(kind, "thing to bind", kKinds);
    }
}

bool Reader::read_place(Binding& binding) {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    const Token token = scanner_.peek();
    if (token.text == "KERNEL") {
        return refuse(token, Refused::opencl);
    }
    std::uint64_t set = 0;
    std::uint64_t number = 0;
    if (!expect("DESCRIPTOR_SET") || !take_unsigned("a descriptor set", kMostSets, set) ||
        !expect("BINDING") || !take_unsigned("a binding", kMostBindings, number)) {
        return false;
    }
    binding.set = static_cast<std::uint32_t>(set);
    binding.binding = static_cast<std::uint32_t>(number);
    std::erase_if(pipeline.bindings, [&](const Binding& each) {
        return each.set == binding.set && each.binding == binding.binding;
    });
    return true;
}

bool Reader::read_bind_buffer(bool is_array) {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    Binding binding;
    binding.position = word_.position;
    binding.is_array = is_array;
    do {
        if (!find(buffers_, "buffer", binding.buffers.emplace_back())) {
            return false;
        }
    } while (is_array && scanner_.peek().text != "AS" && !scanner_.peek().is_end());
    if (scanner_.peek().text == "KERNEL") {
        return refuse(scanner_.peek(), Refused::opencl);
    }
    if (!expect("AS")) {
        return false;
    }
    const Token kind = scanner_.peek();
    if (kind.text == "push_constant") {
        scanner_.take();
        pipeline.push_constants = binding.buffers[0];
        return true;
    }
    if (kind.text == "color" || kind.text == "resolve" || kind.text == "depth_stencil") {
        scanner_.take();
        if (pipeline.is_compute) {
            return fail("M108", kind, "a compute pipeline has no targets");
        }
        if (!script_.buffers[binding.buffers[0]].layout.format) {
            return fail("M108", kind, "a target of a draw is a buffer with a FORMAT");
        }
        if (kind.text == "resolve") {
            return refuse(kind, Refused::multisampling);
        }
        if (kind.text == "depth_stencil") {
            pipeline.depth_stencil = binding.buffers[0];
            return true;
        }
        ColourTarget target;
        target.buffer = binding.buffers[0];
        if (!expect("LOCATION") || !take_unsigned32("a location", target.location)) {
            return false;
        }
        if (take_if("BASE_MIP_LEVEL") && !take_unsigned32("a level", target.base_level)) {
            return false;
        }
        std::erase_if(pipeline.colours,
                      [&](const ColourTarget& each) { return each.location == target.location; });
        pipeline.colours.push_back(target);
        return true;
    }
    if (!take_word<BindingKind>("kind of binding", binding_words(), binding.kind)) {
        return false;
    }
    if (binding.kind == BindingKind::combined_image) {
        if (!expect("SAMPLER")) {
            return false;
        }
        do {
            if (!find(samplers_, "sampler", binding.samplers.emplace_back())) {
                return false;
            }
        } while (is_array && scanner_.peek().text != "DESCRIPTOR_SET" && !scanner_.peek().is_end());
    }
    if (!read_place(binding) || !read_binding_options(binding)) {
        return false;
    }
    pipeline.bindings.push_back(std::move(binding));
    return true;
}

bool Reader::read_binding_options(Binding& binding) {
    static constexpr std::array<std::string_view, 4> kKeys = {"OFFSET", "DESCRIPTOR_OFFSET",
                                                              "DESCRIPTOR_RANGE", "BASE_MIP_LEVEL"};
    const std::size_t count = binding.buffers.size();
    while (!scanner_.peek().is_end()) {
        const Token key = scanner_.take();
        const auto found = std::find(kKeys.begin(), kKeys.end(), key.text);
        if (found == kKeys.end()) {
            return fail_word(key, "option of a binding", kKeys);
        }
        if (key.text == "BASE_MIP_LEVEL") {
            if (!take_unsigned32("a level", binding.base_level)) {
                return false;
            }
            continue;
        }
        const bool is_range = key.text == "DESCRIPTOR_RANGE";
        std::vector<std::uint64_t>& list = is_range ? binding.ranges : binding.offsets;
        list.resize(count, is_range ? kMostOffset : 0);
        for (std::uint64_t& each : list) {
            std::uint64_t value = 0;
            if (is_range && take_if("-1")) {
                continue; // all there is
            }
            if (!take_unsigned("a number of bytes", kMostOffset, value)) {
                return false;
            }
            each = is_range ? value : each + value;
        }
    }
    return true;
}

bool Reader::read_bind_sampler(bool is_array) {
    Binding binding;
    binding.position = word_.position;
    binding.kind = BindingKind::sampler;
    binding.is_array = is_array;
    do {
        if (!find(samplers_, "sampler", binding.samplers.emplace_back())) {
            return false;
        }
    } while (is_array && scanner_.peek().text != "DESCRIPTOR_SET" && !scanner_.peek().is_end());
    if (!read_place(binding)) {
        return false;
    }
    script_.pipelines[pipeline_].bindings.push_back(std::move(binding));
    return true;
}

bool Reader::read_vertex_data() {
    Pipeline& pipeline = script_.pipelines[pipeline_];
    static constexpr std::array<std::string_view, 4> kKeys = {"RATE", "FORMAT", "OFFSET", "STRIDE"};
    static constexpr std::array<Word<bool>, 2> kRates = {{{"vertex", false}, {"instance", true}}};
    VertexData data;
    data.position = word_.position;
    if (!find(buffers_, "buffer", data.buffer) || !expect("LOCATION") ||
        !take_unsigned32("a location", data.location)) {
        return false;
    }
    while (!scanner_.peek().is_end()) {
        const Token key = scanner_.take();
        const auto found = std::find(kKeys.begin(), kKeys.end(), key.text);
        std::uint64_t value = 0;
        nir::TexelFormat format{};
        switch (found - kKeys.begin()) {
        case 0:
            if (!take_word<bool>("rate", kRates, data.per_instance)) {
                return false;
            }
            break;
        case 1:
            if (!take_format(format)) {
                return false;
            }
            data.layout = lay_out(format);
            break;
        case 2:
            if (!take_unsigned("a number of bytes", kMostOffset, value)) {
                return false;
            }
            data.offset = value;
            break;
        case 3:
            if (!take_unsigned("a number of bytes", kMostOffset, value)) {
                return false;
            }
            data.stride = value;
            break;
        default: return fail_word(key, "option of vertex data", kKeys);
        }
    }
    std::erase_if(pipeline.vertices,
                  [&](const VertexData& each) { return each.location == data.location; });
    pipeline.vertices.push_back(std::move(data));
    return true;
}

bool Reader::read_index_data() {
    std::size_t buffer = 0;
    if (!find(buffers_, "buffer", buffer)) {
        return false;
    }
    script_.pipelines[pipeline_].indices = buffer;
    return true;
}

} // namespace jacquard::driver::amber
