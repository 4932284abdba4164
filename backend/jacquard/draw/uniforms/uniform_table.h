#pragma once

#include <jacquard/draw/uniforms/uniform_type.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/runs/recorded/recorded_case.h>
#include <jacquard/spirv/module/module.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::draw {

// The table knows the uniforms of a shader by name, and the values that they are set to.
class UniformTable {
  public:
    // A uniform, or part of one, that a path names.
    struct Place {
        std::size_t block = 0;
        std::uint64_t offset = 0; // in bytes
        const UniformType* type = nullptr;
    };

    // The members of all uniform blocks and push constants of a module, whose names are those of
    // its debug information. All of them are 0.
    [[nodiscard]] static UniformTable of_module(const spirv::Module& module);
    // The constants of a shader that has them by number: CONST[3] of the first buffer,
    // CONST[1][3] of another.
    [[nodiscard]] static UniformTable of_constants(const nir::ShaderInfo& info);

    // `time`, `Frame.time`, `frame.lights[2].colour`. Nothing when there is none; `fault` then says
    // why, with a name that is near.
    [[nodiscard]] std::optional<Place> find(std::string_view path, std::string& fault) const;
    // The same without a word about it.
    [[nodiscard]] bool has(std::string_view path) const;

    // Sets the scalars of a place one after the other. False when they are not as many as it has or
    // not of its kind; `fault` then says so, calling it `path`.
    [[nodiscard]] bool set(const Place& place, std::string_view path,
                           const std::vector<double>& numbers, std::string& fault);
    // The same of scalars by their bits, which numbers of 64 bits need. Of a boolean, any bit that
    // is set makes it true.
    [[nodiscard]] bool set_bits(const Place& place, std::string_view path,
                                std::span<const std::uint64_t> bits, std::string& fault);
    // Sets a uniform to numbers from a command line or a Shadertoy shader. Returns false if the
    // shader has no such uniform or it takes another count of numbers.
    bool set_if_there(std::string_view path, const std::vector<double>& numbers);

    // Puts the bytes of all blocks where the runners look for them.
    void give(RecordedCase& recorded) const;

    [[nodiscard]] const std::vector<UniformBlock>& blocks() const { return blocks_; }

  private:
    void add(UniformBlock block);
    // False, which `fault` explains, when so many scalars are not what the place takes.
    [[nodiscard]] static bool takes(const UniformType& type, std::string_view path,
                                    std::size_t count, std::string& fault);
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool walk(std::string_view path, Place& place, std::string& fault) const;

    std::vector<UniformBlock> blocks_;
    std::vector<Words> words_; // of each block
};

// The numbers of `1,0.5,-2`: decimal or 0x..., true and false. Nothing when one is none; `fault`
// then says which.
[[nodiscard]] std::optional<std::vector<double>> parse_numbers(std::string_view text,
                                                               std::string& fault);

} // namespace jacquard::driver::draw
