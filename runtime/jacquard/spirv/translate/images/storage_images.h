#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Pointers;
class Types;
class Values;
class Widths;

// Translates reads, writes and queries of storage images, and describes images to their accesses.
class StorageImages : Concern {
  public:
    StorageImages(Context& context, Pointers& pointers, Types& types, Values& values,
                  Widths& widths)
        : Concern(context), pointers_(pointers), types_(types), values_(values), widths_(widths) {}

    const Type& image_type(const Value& image) const;
    void query_storage_image(const Value& image, const Type& type, nir::TextureOp op);
    void describe_image(nir::IntrinsicInstruction& access, const Pointer& image, const Type& type,
                        nir::Access more = nir::Access::nothing);
    SsaDef* image_sample(std::size_t first);
    void check_storage_operands(std::size_t first) const;
    nir::AluType texel_type(nir::AluType type, std::size_t first) const;
    void translate_image_write();
    void translate_texel_pointer();
    void translate_resident();
    void read_storage_image(const Value& image, const Type& type);

  private:
    nir::Access image_access(std::size_t first) const;
    SsaDef* image_coordinate(const Type& image, SsaDef* coordinate);

    Pointers& pointers_;
    Types& types_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
