#include <jacquard/nir/ir/control_flow.h>
#include <jacquard/nir/ir/shader.h>

#include "tgsi_test.h"

using namespace jacquard;
using namespace jacquard::tgsi;

namespace {

// A value in terms of the inputs: "in0.x", "fdiv(in0.x, in0.w)", "(in0.x, in0.y)".
std::string formula_of(const nir::SsaDef& value) {
    const nir::Instruction& made = *value.instruction;
    if (const auto* constant = made.as<nir::ConstantInstruction>()) {
        return std::to_string(constant->components()[0].i32);
    }
    if (const auto* load = made.as<nir::IntrinsicInstruction>()) {
        return "in" + std::to_string(load->base()) + "." +
               "xyzw"[static_cast<std::size_t>(load->component())];
    }
    const auto* alu = made.as<nir::AluInstruction>();
    REQUIRE(alu != nullptr);
    if (alu->info().name == "f2i32") {
        return "pixel." + std::string(1, "xyzw"[alu->sources()[0].swizzle[0]]);
    }
    const bool is_vector = alu->info().name.substr(0, 3) == "vec";
    std::string text(is_vector ? "" : alu->info().name);
    std::string before = "(";
    for (const nir::AluSource& source : alu->sources()) {
        text += before + formula_of(*source.ssa);
        before = ", ";
    }
    return text + ")";
}

std::string texture_text(const nir::TextureInstruction& texture) {
    std::string text(nir::texture_op_info(texture.op).name);
    text += " " + std::string(nir::texture_dim_info(texture.dim).name);
    text += texture.is_array ? " array" : "";
    text += texture.is_shadow ? " shadow" : "";
    for (const nir::TextureSource& source : texture.sources()) {
        text += ", " + std::string(nir::texture_source_info(source.type).name) + " " +
                formula_of(*source.ssa);
    }
    return text + "\n";
}

std::unique_ptr<nir::Shader> translated(std::string_view stage, std::string_view line) {
    const std::string text = std::string(stage) +
                             "\nDCL IN[0], GENERIC[0], CONSTANT\n"
                             "DCL IN[1], GENERIC[1], CONSTANT\nDCL OUT[0], POSITION\n"
                             "DCL SAMP[0..3]\nDCL SVIEW[2], 2D, UINT\n"
                             "IMM INT32 {1, -2, 3, 0}\n" +
                             std::string(line) + "\nEND\n";
    const Program program = read(text);
    Diagnostics diagnostics("test", text);
    TranslateResult result = translate_to_nir(program, {}, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(result.shader != nullptr);
    return std::move(result.shader);
}

std::vector<const nir::TextureInstruction*> textures_of(const nir::Shader& shader) {
    std::vector<const nir::TextureInstruction*> found;
    for (const nir::Instruction& instruction : shader.entry->first_block()->instructions()) {
        if (const auto* texture = instruction.as<nir::TextureInstruction>()) {
            found.push_back(texture);
        }
    }
    return found;
}

std::string texture_lines(std::string_view stage, std::string_view line) {
    const auto shader = translated(stage, line);
    std::string text;
    for (const nir::TextureInstruction* texture : textures_of(*shader)) {
        text += texture_text(*texture);
    }
    return text;
}

} // namespace

TEST_CASE("texture lookups take their arguments from where the opcode has them") {
    const auto fragment = [](std::string_view line) { return texture_lines("FRAG", line); };
    CHECK(fragment("TEX OUT[0], IN[0], SAMP[1], 2D") == "tex 2d, coord (in0.x, in0.y)\n");
    CHECK(fragment("TEX OUT[0], IN[0].yyyy, SAMP[0], 1D") == "tex 1d, coord in0.y\n");
    CHECK(fragment("TEX OUT[0], -IN[0], SAMP[0], SHADOW1D") ==
          "tex 1d shadow, coord fneg(in0.x), comparator fneg(in0.z)\n");
    CHECK(fragment("TEX OUT[0], IN[0], SAMP[0], SHADOW1D_ARRAY") ==
          "tex 1d array shadow, coord (in0.x, in0.y), comparator in0.z\n");
    CHECK(fragment("TEX OUT[0], IN[0], SAMP[0], SHADOW2D_ARRAY") ==
          "tex 2d array shadow, coord (in0.x, in0.y, in0.z), comparator in0.w\n");
    CHECK(fragment("TEX OUT[0], IN[0], SAMP[0], SHADOWCUBE") ==
          "tex cube shadow, coord (in0.x, in0.y, in0.z), comparator in0.w\n");
    CHECK(fragment("TEX2 OUT[0], IN[0], IN[1], SAMP[0], SHADOWCUBEARRAY") ==
          "tex cube array shadow, coord (in0.x, in0.y, in0.z, in0.w), comparator in1.x\n");
    CHECK(fragment("TXP OUT[0], IN[0], SAMP[0], SHADOW2D") ==
          "tex 2d shadow, coord (fdiv(in0.x, in0.w), fdiv(in0.y, in0.w)), "
          "comparator fdiv(in0.z, in0.w)\n");
    CHECK(fragment("TXB OUT[0], IN[0], SAMP[0], CUBE") ==
          "txb cube, coord (in0.x, in0.y, in0.z), bias in0.w\n");
    CHECK(fragment("TXB2 OUT[0], IN[0], IN[1], SAMP[0], SHADOWCUBE") ==
          "txb cube shadow, coord (in0.x, in0.y, in0.z), comparator in0.w, bias in1.x\n");
    CHECK(fragment("TXL OUT[0], IN[0], SAMP[0], 3D") ==
          "txl 3d, coord (in0.x, in0.y, in0.z), lod in0.w\n");
    CHECK(fragment("TXL2 OUT[0], IN[0], IN[1], SAMP[0], CUBEARRAY") ==
          "txl cube array, coord (in0.x, in0.y, in0.z, in0.w), lod in1.x\n");
    CHECK(fragment("TEX_LZ OUT[0], IN[0], SAMP[0], RECT") ==
          "txl rect, coord (in0.x, in0.y), lod 0\n");
    CHECK(fragment("TXD OUT[0], IN[0], IN[1], -IN[1], SAMP[0], 2D_ARRAY") ==
          "txd 2d array, coord (in0.x, in0.y, in0.z), ddx (in1.x, in1.y), "
          "ddy (fneg(in1.x), fneg(in1.y))\n");
    CHECK(fragment("TEX OUT[0], IN[0], SAMP[2], UNKNOWN") == "tex 2d, coord (in0.x, in0.y)\n");
}

TEST_CASE("fetches take integers, and a level or sample where the target has them") {
    const auto fragment = [](std::string_view line) { return texture_lines("FRAG", line); };
    CHECK(fragment("TXF OUT[0], -IN[0], SAMP[2], 2D, IMM[0].xyz") ==
          "txf 2d, coord (ineg(in0.x), ineg(in0.y)), lod ineg(in0.w), offset (1, -2)\n");
    CHECK(fragment("TXF_LZ OUT[0], IN[0], SAMP[0], 2D_ARRAY") ==
          "txf 2d array, coord (in0.x, in0.y, in0.z), lod 0\n");
    CHECK(fragment("TXF OUT[0], IN[0], SAMP[0], 2D_ARRAY_MSAA") ==
          "txf_ms ms array, coord (in0.x, in0.y, in0.z), ms_index in0.w\n");
    CHECK(fragment("TXF OUT[0], IN[0], SAMP[0], BUFFER") == "txf buf, coord in0.x\n");
    CHECK(fragment("TXF OUT[0], IN[0], SAMP[0], RECT") == "txf rect, coord (in0.x, in0.y)\n");
}

TEST_CASE("the declared view says what a lookup gives") {
    const auto shader = translated("FRAG", "TEX OUT[0], IN[0], SAMP[2], 2D");
    const nir::TextureInstruction& texture = *textures_of(*shader).at(0);
    CHECK(texture.dest_type == nir::AluType{nir::BaseType::uint_type, 32});
    CHECK(texture.texture_index == 2);
    CHECK(texture.sampler_index == 2);
    CHECK(texture.coord_components == 2);
}

TEST_CASE("a gather takes its component and four offsets from immediates") {
    const auto shader = translated("FRAG", "TG4 OUT[0], IN[0], IMM[0].zzzz, SAMP[0], 2D, "
                                           "IMM[0].x, IMM[0].y, IMM[0].xyz, IMM[0].wzyx");
    const nir::TextureInstruction& texture = *textures_of(*shader).at(0);
    CHECK(texture_text(texture) == "tg4 2d, coord (in0.x, in0.y)\n");
    CHECK(texture.component == 3);
    CHECK(texture.has_gather_offsets);
    using Offset = std::array<std::int8_t, 2>;
    CHECK(texture.gather_offsets ==
          std::array<Offset, 4>{Offset{1, 1}, Offset{-2, -2}, Offset{1, -2}, Offset{0, 3}});
    CHECK(texture_lines("FRAG", "TG4 OUT[0], IN[0], IN[1], SAMP[0], SHADOWCUBEARRAY") ==
          "tg4 cube array shadow, coord (in0.x, in0.y, in0.z, in0.w), comparator in1.x\n");
}

TEST_CASE("queries answer in the components of the opcode") {
    CHECK(texture_lines("FRAG", "TXQ OUT[0], IN[0], SAMP[0], 2D_ARRAY") ==
          "txs 2d array, lod in0.x\nquery_levels 2d array\n");
    CHECK(texture_lines("FRAG", "TXQ OUT[0].xy, IN[0], SAMP[0], 2D_MSAA") == "txs ms\n");
    CHECK(texture_lines("FRAG", "TXQ OUT[0].w, IN[0], SAMP[0], CUBE") == "query_levels cube\n");
    CHECK(texture_lines("FRAG", "TXQS OUT[0].x, SAMP[0], 2D_MSAA") == "texture_samples ms\n");
    CHECK(texture_lines("FRAG", "LODQ OUT[0].xy, IN[0], SAMP[0], 2D") ==
          "lod 2d, coord (in0.x, in0.y)\n");
}

TEST_CASE("a stage without derivatives looks up at an explicit level") {
    CHECK(texture_lines("VERT", "TEX OUT[0], IN[0], SAMP[0], 2D") ==
          "txl 2d, coord (in0.x, in0.y), lod 0\n");
    CHECK(texture_lines("VERT", "TXB OUT[0], IN[0], SAMP[0], 2D") ==
          "txl 2d, coord (in0.x, in0.y), lod in0.w\n");
}

TEST_CASE("the framebuffer is a texture unit behind the declared ones") {
    const auto shader = translated("FRAG", "FBFETCH OUT[0], OUT[0]");
    const nir::TextureInstruction& texture = *textures_of(*shader).at(0);
    CHECK(texture_text(texture) == "txf subpass, coord (pixel.x, pixel.y), lod 0\n");
    CHECK(texture.texture_index == 4);
    REQUIRE(shader->info.textures.size() == 1);
    CHECK(shader->info.textures[0].unit == 4);
    CHECK(shader->info.textures[0].dim == nir::TextureDim::dim_subpass);
}

TEST_CASE("a view names the texture, and a sampler only how it is read") {
    const auto text = [](std::string_view line) {
        std::string result;
        const auto shader = translated(
            "FRAG\nDCL SVIEW[0], 2D, FLOAT\nDCL SVIEW[1], 3D, FLOAT\nDCL SVIEW[3], 2D_MSAA, FLOAT",
            line);
        for (const nir::TextureInstruction* texture : textures_of(*shader)) {
            result += "t" + std::to_string(texture->texture_index) + " s" +
                      std::to_string(texture->sampler_index) + " " +
                      std::to_string(texture->component) + " " + texture_text(*texture);
        }
        return result;
    };
    CHECK(text("SAMPLE OUT[0], IN[0], SVIEW[0], SAMP[3]") ==
          "t0 s3 0 tex 2d, coord (in0.x, in0.y)\n");
    CHECK(text("SAMPLE_B OUT[0], IN[0], SVIEW[1], SAMP[3], IN[1]") ==
          "t1 s3 0 txb 3d, coord (in0.x, in0.y, in0.z), bias in1.x\n");
    CHECK(text("SAMPLE_L OUT[0], IN[0], SVIEW[0], SAMP[0], IN[1]") ==
          "t0 s0 0 txl 2d, coord (in0.x, in0.y), lod in1.x\n");
    CHECK(text("SAMPLE_C OUT[0], IN[0], SVIEW[0], SAMP[0], IN[1]") ==
          "t0 s0 0 tex 2d shadow, coord (in0.x, in0.y), comparator in1.x\n");
    CHECK(text("SAMPLE_C_LZ OUT[0], IN[0], SVIEW[0], SAMP[0], IN[1]") ==
          "t0 s0 0 txl 2d shadow, coord (in0.x, in0.y), comparator in1.x, lod 0\n");
    CHECK(text("SAMPLE_D OUT[0], IN[0], SVIEW[0], SAMP[0], IN[1], IN[0].zwxy") ==
          "t0 s0 0 txd 2d, coord (in0.x, in0.y), ddx (in1.x, in1.y), ddy (in0.z, in0.w)\n");
    CHECK(text("SAMPLE_I OUT[0], IN[0], SVIEW[0]") ==
          "t0 s0 0 txf 2d, coord (in0.x, in0.y), lod in0.w\n");
    CHECK(text("SAMPLE_I_MS OUT[0], IN[0], SVIEW[3], IN[1]") ==
          "t3 s3 0 txf_ms ms, coord (in0.x, in0.y), ms_index in1.x\n");
    CHECK(text("GATHER4 OUT[0], IN[0], SVIEW[0], SAMP[1].zzzz") ==
          "t0 s1 2 tg4 2d, coord (in0.x, in0.y)\n");
    CHECK(text("LOD OUT[0], IN[0], SVIEW[0], SAMP[1]") == "t0 s1 0 lod 2d, coord (in0.x, in0.y)\n");
    CHECK(text("SVIEWINFO OUT[0].xw, IN[0], SVIEW[0]") ==
          "t0 s0 0 txs 2d, lod in0.x\nt0 s0 0 query_levels 2d\n");
    CHECK(text("SAMPLE_INFO OUT[0].x, SVIEW[3], IN[0]") == "t3 s3 0 texture_samples ms\n");
}

TEST_CASE("a register chooses among texture units that are declared together") {
    const auto shader = translated("FRAG\nDCL ADDR[0]", "UARL ADDR[0].x, IN[1].xxxx\n"
                                                        "TEX OUT[0], IN[0], SAMP[ADDR[0].x+1], 2D");
    const auto textures = textures_of(*shader);
    REQUIRE(textures.size() == 1);
    CHECK(textures[0]->texture_index == 0);
    REQUIRE(textures[0]->source(nir::TextureSourceType::texture_offset) != nullptr);
    CHECK(textures[0]->source(nir::TextureSourceType::sampler_offset)->ssa ==
          textures[0]->source(nir::TextureSourceType::texture_offset)->ssa);
    CHECK(shader->info.textures.size() == 3); // 1, 2 and 3
}
