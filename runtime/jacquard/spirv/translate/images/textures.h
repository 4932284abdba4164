#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Constants;
class Pointers;
class StorageImages;
class Types;
class Values;
class Widths;

// Translates lookups and queries that the texture unit performs.
class Textures : Concern {
  public:
    Textures(Context& context, Constants& constants, Pointers& pointers,
             StorageImages& storage_images, Types& types, Values& values, Widths& widths)
        : Concern(context), constants_(constants), pointers_(pointers),
          storage_images_(storage_images), types_(types), values_(values), widths_(widths) {}

    void translate_sampled_image();
    void translate_image_of();
    void translate_sample();
    void translate_image_query();
    void translate_image_read();

  private:
    nir::TextureInstruction* begin_texture(nir::TextureOp op, const Value& image);
    void add_image_operands(nir::TextureInstruction* texture, std::size_t first);
    static std::uint32_t missing_sources(nir::TextureInstruction& texture);
    void add_gather_offsets(nir::TextureInstruction* texture, std::uint32_t id);
    void define_texture(nir::TextureInstruction* texture, bool is_sparse);
    void read_subpass(const Value& image, const Type& type);
    void read_texel(const Value& image, const Type& type);
    SsaDef* as_place(SsaDef* coordinate, unsigned layers);
    bool is_non_uniform(std::uint32_t id) const;

    Constants& constants_;
    Pointers& pointers_;
    StorageImages& storage_images_;
    Types& types_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
