// Texture instructions: the published names, each helper, and what the validator wants.
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "round_trip.h"
#include "shared_table.h"

using namespace jacquard::nir;

namespace {

// A texture instruction without sources, in a shader of its own.
struct Sample {
    Shader shader{Stage::fragment};
    Function* main = shader.add_function("main", true);
    Builder b{*main};
    TextureInstruction* texture;

    explicit Sample(TextureOp op, TextureDim dim = TextureDim::dim_2d)
        : texture(shader.make_texture(op, 0)) {
        texture->dim = dim;
    }
    SsaDef* floats(unsigned count) { return b.undef(count, 32); }
};

// Names of a prefix in the text, in the order they first appear.
std::vector<std::string> names_in_text(const std::string& prefix) {
    const char* folder = std::getenv("JACQUARD_SHARED");
    const std::string path = std::string(folder != nullptr ? folder : JACQUARD_SHARED_DIR) +
                             "/reference/seeds/nir-texture.txt";
    std::ifstream file(path);
    std::vector<std::string> names;
    if (!file) {
        WARN("skipped: " << path << " is not there");
        return names;
    }
    std::string line;
    const std::string start = "enumerator " + prefix;
    while (std::getline(file, line)) {
        if (line.rfind(start, 0) == 0) {
            names.push_back(line.substr(start.size()));
        }
    }
    return names;
}

std::string fault(const std::string& sources, const std::string& fields = "",
                  const std::string& op = "tex 2d", unsigned components = 4) {
    return faults("shader fragment\n"
                  "decl_var uniform texture 2d float32 \"picture\"\n"
                  "decl_var uniform sampler \"state\"\n"
                  "decl_var shader_temp float32 \"number\"\n"
                  "function \"main\" entry {\nb0:\n"
                  "    %0:32x2 = const 0.5, 0.5\n    %1:32 = const 1.0\n"
                  "    %2:32 = deref_var \"picture\"\n    %3:32 = deref_var \"state\"\n"
                  "    %4:32 = deref_var \"number\"\n    %5:1 = const true\n"
                  "    %9:32x" +
                  std::to_string(components) + " = texture " + op + " " + sources +
                  " {dest_type=float32, texture=0, sampler=0" + fields + "}\n}\n");
}

} // namespace

TEST_CASE("operations and sources of texture instructions are those of the text, in its order") {
    const auto operations = names_in_text("nir_texop_");
    const auto sources = names_in_text("nir_tex_src_");
    if (operations.empty()) {
        SUCCEED("skipped: no shared folder");
        return;
    }
    REQUIRE(operations.size() == kNumTextureOps);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        CHECK(kTextureOpInfos[i].name == operations[i]);
    }
    REQUIRE(sources.size() == kNumTextureSourceTypes);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        CHECK(kTextureSourceInfos[i].name == sources[i]);
    }
}

TEST_CASE("an operation knows whether it needs a sampler, asks, or takes derivatives") {
    const auto list = [](bool (*holds)(const TextureInstruction&)) {
        std::string names;
        for (std::size_t i = 0; i < kNumTextureOps; ++i) {
            Sample sample(static_cast<TextureOp>(i));
            if (holds(*sample.texture)) {
                names += (names.empty() ? "" : " ") + std::string(kTextureOpInfos[i].name);
            }
        }
        return names;
    };
    CHECK(list([](const TextureInstruction& t) { return !t.needs_sampler(); }) ==
          "txf txf_ms txf_ms_fb txf_ms_mcs_intel txs query_levels texture_samples "
          "samples_identical fragment_fetch_amd fragment_mask_fetch_amd descriptor_amd hdr_dim_nv "
          "tex_type_nv");
    CHECK(list([](const TextureInstruction& t) { return t.is_query(); }) ==
          "txs lod query_levels texture_samples samples_identical descriptor_amd "
          "sampler_descriptor_amd lod_bias_agx has_custom_border_color_agx "
          "custom_border_color_agx hdr_dim_nv tex_type_nv");
    CHECK(list([](const TextureInstruction& t) { return t.has_implicit_derivative(); }) ==
          "tex txb lod tex_prefetch");
    Sample gather(TextureOp::tg4);
    gather.texture->is_gather_implicit_lod = true;
    CHECK(gather.texture->has_implicit_derivative());
}

TEST_CASE("the size of a result follows from operation, shape and flags") {
    const auto sizes = [](TextureOp op, TextureDim dim, bool array = false, bool shadow = false,
                          bool new_style = false, bool sparse = false) {
        Sample sample(op, dim);
        sample.texture->is_array = array;
        sample.texture->is_shadow = shadow;
        sample.texture->is_new_style_shadow = new_style;
        sample.texture->is_sparse = sparse;
        return std::to_string(sample.texture->result_size()) + "," +
               std::to_string(sample.texture->dest_size());
    };
    CHECK(sizes(TextureOp::tex, TextureDim::dim_2d) == "4,4");
    CHECK(sizes(TextureOp::tex, TextureDim::dim_2d, false, true) == "4,4");
    CHECK(sizes(TextureOp::tex, TextureDim::dim_2d, false, true, true) == "1,1");
    CHECK(sizes(TextureOp::tex, TextureDim::dim_2d, false, true, true, true) == "1,2");
    CHECK(sizes(TextureOp::txf, TextureDim::dim_3d, false, false, false, true) == "4,5");
    CHECK(sizes(TextureOp::txs, TextureDim::dim_1d) == "1,1");
    CHECK(sizes(TextureOp::txs, TextureDim::dim_2d, true) == "3,3");
    CHECK(sizes(TextureOp::txs, TextureDim::dim_cube) == "2,2");
    CHECK(sizes(TextureOp::txs, TextureDim::dim_cube, true) == "3,3");
    CHECK(sizes(TextureOp::txs, TextureDim::dim_buf) == "1,1");
    CHECK(sizes(TextureOp::lod, TextureDim::dim_2d) == "2,2");
    CHECK(sizes(TextureOp::tg4, TextureDim::dim_2d) == "4,4");
    CHECK(sizes(TextureOp::query_levels, TextureDim::dim_2d) == "1,1");
    CHECK(sizes(TextureOp::texture_samples, TextureDim::dim_ms) == "1,1");
    CHECK(sizes(TextureOp::samples_identical, TextureDim::dim_ms) == "1,1");
    CHECK(sizes(TextureOp::descriptor_amd, TextureDim::dim_buf) == "4,4");
    CHECK(sizes(TextureOp::descriptor_amd, TextureDim::dim_2d) == "8,8");
}

TEST_CASE("sources are found, added, removed, and know their type and size") {
    Sample sample(TextureOp::txf);
    TextureInstruction* texture = sample.texture;
    texture->is_array = true;
    texture->coord_components = 3;
    CHECK(texture->source_index(TextureSourceType::coord) == -1);
    CHECK(texture->source(TextureSourceType::coord) == nullptr);
    SsaDef* coord = sample.floats(3);
    SsaDef* lod = sample.floats(1);
    SsaDef* offset = sample.floats(2);
    sample.shader.add_texture_source(texture, TextureSourceType::coord, coord);
    sample.shader.add_texture_source(texture, TextureSourceType::lod, lod);
    sample.shader.add_texture_source(texture, TextureSourceType::offset, offset);
    CHECK(texture->num_sources == 3);
    CHECK(texture->source_index(TextureSourceType::offset) == 2);
    CHECK(texture->source(TextureSourceType::lod)->ssa == lod);
    CHECK(texture->source_type(0) == AluType{BaseType::int_type, 0});
    CHECK(texture->source_type(1) == AluType{BaseType::int_type, 0});
    CHECK(texture->source_size(0) == 3);
    CHECK(texture->source_size(1) == 1);
    CHECK(texture->source_size(2) == 2);
    texture->op = TextureOp::txl;
    CHECK(texture->source_type(0) == AluType{BaseType::float_type, 0});
    CHECK(texture->source_type(1) == AluType{BaseType::float_type, 0});
    CHECK(texture->source_type(2) == AluType{BaseType::int_type, 0});
    texture->op = TextureOp::txs;
    CHECK(texture->source_type(1) == AluType{BaseType::int_type, 0});
    sample.shader.remove_texture_source(texture, 1);
    CHECK(texture->num_sources == 2);
    CHECK_FALSE(lod->has_uses());
    CHECK(coord->has_one_use());
    CHECK(texture->source(TextureSourceType::offset)->ssa == offset);
    // A cube array whose face became the layer keeps the derivatives of the cube.
    texture->op = TextureOp::txd;
    sample.shader.add_texture_source(texture, TextureSourceType::ddx, coord);
    CHECK(texture->source_size(2) == 2);
    texture->array_is_lowered_cube = true;
    CHECK(texture->source_size(2) == 3);
}

TEST_CASE("textures and samplers are named by dereferences, handles and indices") {
    round_trips(R"(shader fragment
decl_var uniform texture 2d float32[4] "pictures"
decl_var uniform sampler "state"

function "main" entry {
    b0:
        %0:32x2 = const 0.5, 0.25
        %1:32 = const 1
        %2:32 = deref_var "pictures"
        %3:32 = deref_array %2[%1]
        %4:32 = deref_var "state"
        %5:32x4 = texture tex 2d coord %0, texture_deref %3, sampler_deref %4 {dest_type=float32, texture=0, sampler=0}
        %6:32x4 = texture tex 2d coord %0, texture_handle %1, sampler_handle %1 {dest_type=float32, texture=0, sampler=0, sampler_non_uniform}
        %7:32x4 = texture tex 2d coord %0, texture_offset %1, sampler_offset %1 {dest_type=float32, texture=1, sampler=2}
        %8:32x2 = texture lod 2d coord %0 {dest_type=float32, texture=0, sampler=0}
        %9:16x4 = texture txd 2d coord %0, ddx %0, ddy %0, min_lod %1 {dest_type=float16, texture=0, sampler=0}
}
)");
}

TEST_CASE("a texture instruction has the sources its operation takes, once each") {
    contains(fault("lod %1"), "tex needs a source coord");
    contains(fault("coord %0, lod %1"), "tex has no source lod");
    contains(fault("coord %0, bias %1"), "tex has no source bias");
    contains(fault("coord %0", "", "txb 2d"), "txb needs a source bias");
    contains(fault("coord %0, ddx %0", "", "txd 2d"), "txd needs a source ddy");
    contains(fault("coord %0", "", "txf_ms ms"), "txf_ms needs a source ms_index");
    contains(fault("coord %0, coord %0"), "'coord' is given twice");
    contains(fault("coord %0, min_lod %0"), "the source min_lod has 2 components, not 1");
    contains(fault("coord %0, min_lod %5"), "the source min_lod is a boolean");
    contains(fault("coord %0, offset %1"), "the source offset has 1 components, not 2");
    contains(fault("coord %1"), "the coordinate has 1 components, but the shape needs 2");
    contains(fault("coord %0", ", array"),
             "the coordinate has 2 components, but the shape needs 3");
    contains(fault("coord %0", ", array", "lod 2d", 2),
             "the coordinate has 2 components, but the shape needs 3");
}

TEST_CASE("a texture instruction's flags must fit each other") {
    contains(fault("coord %0, comparator %1"), "only a shadow lookup has a comparator");
    contains(fault("coord %0", ", shadow"), "a shadow lookup needs a comparator");
    contains(fault("coord %0", ", component=2"), "only a gather has a component");
    contains(fault("coord %0", ", gather_offsets 0 0 0 0 0 0 0 0"), "only a gather has");
    contains(fault("coord %0, offset %0", ", gather_offsets 0 0 0 0 0 0 0 0", "tg4 2d"),
             "offsets are given twice");
    contains(fault("lod %1", ", sparse", "txs 2d"), "components");
    contains(fault("coord %0, texture_deref %1"), "the source texture_deref is not a dereference");
    contains(fault("coord %0, texture_deref %3"), "the source texture_deref names a sampler");
    contains(fault("coord %0, sampler_deref %4"), "the source sampler_deref names a float32");
    contains(fault("coord %0, texture_deref %2, texture_offset %1"),
             "beside texture_deref stands neither a handle nor an index");
    contains(fault("coord %0, sampler_deref %3, sampler_handle %1"),
             "beside sampler_deref stands neither a handle nor an index");
}
