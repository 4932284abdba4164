#pragma once

#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/tool/frame/command_line.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace jacquard::driver {

inline constexpr std::array<std::string_view, 2> kNextStageNames = {"tess_control", "geometry"};
inline constexpr std::array<std::string_view, 3> kPatchNames = {"quads", "triangles", "isolines"};

inline constexpr OptionSpec kFeedsOption = {
    "--feeds", "STAGE",
    "the stage that reads the outputs of a vertex or tessellation evaluation shader: tess_control "
    "or geometry; the rasteriser by default",
    true, words_of<kNextStageNames>};
inline constexpr OptionSpec kPatchesOption = {
    "--patches", "KIND",
    "what the tessellator makes of patches, if a control shader does not say: quads, "
    "triangles or isolines; quads by default",
    true, words_of<kPatchNames>};

inline constexpr OptionSpec kStateOption = {
    "--state", "LIST",
    "state beside the shader that it is compiled for, joined by '+': "
    "two_sided_color+clip_planes=0x3; 'jacquard explain' explains each",
    true};

inline constexpr OptionSpec kWaveSizeOption = {
    "--wave-size", "N",
    "the lanes of a full wave: 64, or 128 where the part has such waves; by default what suits "
    "part and program",
    true};

inline constexpr OptionSpec kPrecisionOption = {"--precision", "WORD",
                                                "what values are computed in of which the shader "
                                                "says that 16 bits would do: relaxed, in 16 bits "
                                                "where that costs no more, or full",
                                                false, words_of<kPrecisionKeywords>};

inline constexpr OptionSpec kNoCheckOption = {
    "--no-check", "", "do not let the compiler check its own output, which takes a little time",
    true};

// The lanes of a full wave that the arguments ask for; 0: none are. Nothing where no wave has so
// many, which has then been said.
[[nodiscard]] std::optional<std::uint32_t> wave_size_of(const Arguments& arguments,
                                                        const Streams& streams);

// The precision that the arguments ask for, or `otherwise`. Nothing after a fault, which has been
// said.
[[nodiscard]] std::optional<ir3::Precision>
precision_of(const Arguments& arguments, const Streams& streams, ir3::Precision otherwise);

// Reads the options on the stages and the state around a shader, and whether the compiler checks
// the words that it makes. Returns false, with an error printed, when they ask for what does not
// exist.
[[nodiscard]] bool read_stage_options(const Arguments& arguments, const Streams& streams,
                                      VariantKey& key);

} // namespace jacquard::driver
