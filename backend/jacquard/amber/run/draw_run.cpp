#include <jacquard/amber/run/draw_run.h>
#include <jacquard/amber/run/pipeline_resources.h>
#include <jacquard/amber/run/vertex_run.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver::amber {

namespace {

constexpr std::uint64_t kMostNumbers = std::uint64_t{1} << 32;
constexpr std::uint64_t kMostVertices = std::uint64_t{1} << 22; // of a draw, instances counted

const Attachment* find_attachment(const Pipeline& pipeline, nir::Stage stage) {
    const auto found =
        std::find_if(pipeline.attachments.begin(), pipeline.attachments.end(),
                     [stage](const Attachment& each) { return each.stage == stage; });
    return found != pipeline.attachments.end() ? &*found : nullptr;
}

Targets targets_of(Script& script, const Pipeline& pipeline) {
    Targets targets;
    for (const ColourTarget& colour : pipeline.colours) {
        targets.colours.emplace_back(
            colour.location, ColourPixels(script.buffers[colour.buffer], colour.base_level));
    }
    if (pipeline.depth_stencil) {
        targets.depth.emplace(script.buffers[*pipeline.depth_stencil]);
    }
    return targets;
}

Viewport viewport_of(const Pipeline& pipeline) {
    return pipeline.viewport.value_or(Viewport{0.0F, 0.0F, static_cast<float>(pipeline.width),
                                               static_cast<float>(pipeline.height)});
}

// The area that a draw may write: the viewport within the target.
PixelBox box_of(const Viewport& viewport, const Pipeline& pipeline) {
    const auto pixel = [](float place) { return static_cast<std::int64_t>(place + 0.5F); };
    return {std::max<std::int64_t>(pixel(viewport.x), 0),
            std::max<std::int64_t>(pixel(viewport.y), 0),
            std::min<std::int64_t>(pixel(viewport.x + viewport.width), pipeline.width),
            std::min<std::int64_t>(pixel(viewport.y + viewport.height), pipeline.height)};
}

std::array<std::uint32_t, 4> position_at(double x, double y) {
    return {std::bit_cast<std::uint32_t>(static_cast<float>(x)),
            std::bit_cast<std::uint32_t>(static_cast<float>(y)), 0,
            std::bit_cast<std::uint32_t>(1.0F)};
}

} // namespace

// The assembly of a draw says which vertices there are and how they are joined.
struct DrawRun::Vertices {
    std::vector<std::uint32_t> numbers; // as the shader sees them, in the order of the draw
    Topology topology = Topology::triangle_list;
    std::vector<VertexAttribute> attributes; // that no buffer gives
    bool has_buffers = true;
    std::uint32_t first_instance = 0;
    std::uint32_t instances = 1;
};

std::unique_ptr<DrawRun> DrawRun::prepare(const Script& script, const Pipeline& pipeline,
                                          const RunOptions& options, SourcePosition position,
                                          Diagnostics& diagnostics) {
    const auto load = [&](const Attachment* attachment, std::unique_ptr<CompiledStage>& loaded) {
        loaded =
            attachment != nullptr ? load_stage(script, *attachment, options, diagnostics) : nullptr;
        return loaded != nullptr || attachment == nullptr;
    };
    const auto finish = [&](const Attachment* attachment, std::unique_ptr<CompiledStage> loaded,
                            std::unique_ptr<RunnableStage>& runnable) {
        if (loaded == nullptr) {
            return true;
        }
        if (!compile_stage(*loaded, script, *attachment, options, diagnostics)) {
            return false;
        }
        std::string fault;
        runnable = RunnableStage::prepare(std::move(loaded), options, fault);
        if (runnable == nullptr) {
            diagnostics.error("M302", attachment->position, fault);
        }
        return runnable != nullptr;
    };
    const Attachment* const vertex_attachment = find_attachment(pipeline, nir::Stage::vertex);
    const Attachment* const fragment_attachment = find_attachment(pipeline, nir::Stage::fragment);
    std::unique_ptr<CompiledStage> loaded_vertex;
    std::unique_ptr<CompiledStage> loaded_fragment;
    if (!load(vertex_attachment, loaded_vertex) || !load(fragment_attachment, loaded_fragment)) {
        return nullptr;
    }
    if (options.links && loaded_vertex != nullptr && loaded_fragment != nullptr) {
        const std::array stages = {loaded_vertex.get(), loaded_fragment.get()};
        if (!link_loaded_stages(stages, options, position, diagnostics)) {
            return nullptr;
        }
    }
    auto run = std::make_unique<DrawRun>();
    if (!finish(vertex_attachment, std::move(loaded_vertex), run->vertex_) ||
        !finish(fragment_attachment, std::move(loaded_fragment), run->fragment_)) {
        return nullptr;
    }
    const nir::ShaderInfo& vertex = run->vertex_->info();
    std::string fault;
    std::optional<std::vector<VaryingLink>> links = link_varyings(
        vertex, run->fragment_ != nullptr ? run->fragment_->info() : nir::ShaderInfo{}, fault);
    if (!links) {
        diagnostics.error("M302", position, fault);
        return nullptr;
    }
    run->links_ = std::move(*links);
    run->flat_.assign(vertex.outputs.size(), 0);
    for (const VaryingLink& link : run->links_) {
        if (link.interpolation == nir::Interpolation::flat) {
            run->flat_[link.output] = 1;
        }
    }
    for (std::size_t slot = 0; slot < vertex.outputs.size(); ++slot) {
        if (vertex.outputs[slot].semantic == nir::Semantic::psize) {
            run->point_size_ = slot * 4;
        }
    }
    return run;
}

bool DrawRun::draw_instance(Script& script, std::size_t number, const Vertices& vertices,
                            std::uint32_t instance, std::string& fault, Diagnostics& diagnostics) {
    const Pipeline& pipeline = script.pipelines[number];
    RecordedCase given;
    std::vector<VertexAttribute> attributes = vertices.attributes;
    if (!gather_resources(script, pipeline, given, diagnostics) ||
        (vertices.has_buffers &&
         !fetch_attributes(script, pipeline, vertices.numbers, vertices.first_instance + instance,
                           attributes, diagnostics))) {
        return false;
    }
    if (!has_attributes(*vertex_, attributes, fault)) {
        return false;
    }
    const RecordedCase before = given;
    draw::ShadedVertices shaded;
    const VertexBatch batch{vertices.numbers, vertices.first_instance, instance};
    if (!shade_vertices(*vertex_, batch, attributes, given, shaded, fault)) {
        return false;
    }
    ByKey<Words> images;
    for (const auto& [key, image] : given.images) {
        images.emplace_back(key, image.texels);
    }
    take_changes(script, pipeline, before, given.storage_buffers, images);

    Placement placement;
    placement.viewport = viewport_of(pipeline);
    placement.width = pipeline.width;
    placement.height = pipeline.height;
    placement.state = &pipeline.draw;
    placement.flat = flat_;
    placement.point_size = point_size_;
    std::vector<std::uint32_t> order(vertices.numbers.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = static_cast<std::uint32_t>(i);
    }
    const PrimitiveList list =
        place_primitives(shaded, assemble_primitives(vertices.topology, order), placement);
    RecordedCase for_fragments;
    if (!gather_resources(script, pipeline, for_fragments, diagnostics)) {
        return false;
    }
    for_fragments.run = vertices.first_instance;
    Targets targets = targets_of(script, pipeline);
    FragmentRun fragments(fragment_.get(), links_, pipeline.draw, targets);
    fragments.set(for_fragments);
    fragments.begin(list);
    const PixelBox box = box_of(placement.viewport, pipeline);
    bool is_fine = true;
    for (const Primitive& primitive : list.primitives) {
        rasterise(primitive, box, [&](const FragmentQuad& quad) {
            is_fine = is_fine && fragments.add(quad, fault);
        });
    }
    if (!is_fine || !fragments.finish(fault)) {
        return false;
    }
    if (StageWave* const wave = fragments.wave()) {
        images.clear();
        for (const auto& [key, image] : for_fragments.images) {
            if (const Words* const content = wave->images().content(key)) {
                images.emplace_back(key, *content);
            }
        }
        take_changes(script, pipeline, for_fragments, wave->storage_buffers(), images);
    }
    return true;
}

bool DrawRun::run(Script& script, std::size_t pipeline, const Vertices& vertices,
                  SourcePosition position, Diagnostics& diagnostics) {
    if (std::uint64_t{vertices.numbers.size()} * std::max(vertices.instances, 1U) > kMostVertices) {
        diagnostics.error("M103", position,
                          "a draw has at most " + std::to_string(kMostVertices) + " vertices");
        return false;
    }
    std::string fault;
    for (std::uint32_t instance = 0; instance < vertices.instances; ++instance) {
        if (!draw_instance(script, pipeline, vertices, instance, fault, diagnostics)) {
            if (!fault.empty()) {
                diagnostics.error("M302", position, fault);
            }
            return false;
        }
    }
    return true;
}

bool DrawRun::draw(Script& script, std::size_t pipeline, const RunRectangle& rectangle,
                   SourcePosition position, Diagnostics& diagnostics) {
    const Pipeline& drawn = script.pipelines[pipeline];
    const auto across = [&](double place, double side) {
        return rectangle.is_normalised ? place : place / side * 2.0 - 1.0;
    };
    Vertices vertices;
    vertices.has_buffers = false;
    VertexAttribute positions;
    const auto add = [&](std::uint32_t column, std::uint32_t row) {
        const double x = rectangle.x + double{rectangle.width} * column / rectangle.columns;
        const double y = rectangle.y + double{rectangle.height} * row / rectangle.rows;
        vertices.numbers.push_back(static_cast<std::uint32_t>(vertices.numbers.size()));
        positions.values.push_back(position_at(across(x, drawn.width), across(y, drawn.height)));
    };
    if (rectangle.columns == 1 && rectangle.rows == 1) {
        vertices.topology = Topology::triangle_strip;
        add(0, 0);
        add(0, 1);
        add(1, 0);
        add(1, 1);
    } else {
        for (std::uint32_t row = 0; row < rectangle.rows; ++row) {
            for (std::uint32_t column = 0; column < rectangle.columns; ++column) {
                add(column, row);
                add(column, row + 1);
                add(column + 1, row + 1);
                add(column, row);
                add(column + 1, row + 1);
                add(column + 1, row);
            }
        }
    }
    vertices.attributes.push_back(std::move(positions));
    return run(script, pipeline, vertices, position, diagnostics);
}

bool DrawRun::draw(Script& script, std::size_t pipeline, const RunArray& array,
                   SourcePosition position, Diagnostics& diagnostics) {
    const Pipeline& drawn = script.pipelines[pipeline];
    std::uint64_t there = 0;
    if (array.is_indexed) {
        there = script.buffers[*drawn.indices].count();
    } else {
        for (const VertexData& data : drawn.vertices) {
            if (!data.per_instance) {
                const Buffer& buffer = script.buffers[data.buffer];
                const std::size_t stride =
                    data.stride.value_or(data.layout ? data.layout->stride : buffer.layout.stride);
                there = stride == 0
                            ? 0
                            : (buffer.bytes.size() - std::min(data.offset, buffer.bytes.size())) /
                                  stride;
                break;
            }
        }
    }
    const std::uint64_t count = array.count.value_or(
        static_cast<std::uint32_t>(there - std::min<std::uint64_t>(there, array.first)));
    if (array.is_indexed && array.first + count > there) {
        diagnostics.error("M110", position, "the draw takes more vertices than its indices");
        return false;
    }
    if (count > kMostVertices) {
        diagnostics.error("M103", position,
                          "a draw has at most " + std::to_string(kMostVertices) + " vertices");
        return false;
    }
    if (array.first + count > kMostNumbers) {
        diagnostics.error("M103", position, "the numbers of vertices have 32 bits");
        return false;
    }
    Vertices vertices;
    vertices.topology = array.topology;
    vertices.first_instance = array.first_instance;
    vertices.instances = array.instances;
    for (std::uint64_t i = 0; i < count; ++i) {
        auto number = static_cast<std::uint32_t>(array.first + i);
        if (array.is_indexed) {
            const Buffer& indices = script.buffers[*drawn.indices];
            const std::size_t stride = indices.layout.stride;
            const Number index =
                load(indices.layout.components[0],
                     std::span(indices.bytes).subspan((array.first + i) * stride, stride));
            number = static_cast<std::uint32_t>(index.integer);
        }
        vertices.numbers.push_back(number);
    }
    return run(script, pipeline, vertices, position, diagnostics);
}

void clear_targets(Script& script, std::size_t number) {
    const Pipeline& pipeline = script.pipelines[number];
    Targets targets = targets_of(script, pipeline);
    for (auto& [location, pixels] : targets.colours) {
        pixels.clear(pipeline.clear_colour);
    }
    if (targets.depth) {
        targets.depth->clear(pipeline.clear_depth, pipeline.clear_stencil);
    }
}

} // namespace jacquard::driver::amber
