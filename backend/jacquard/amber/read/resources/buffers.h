#pragma once

#include <jacquard/amber/read/resources/buffer_contents.h>
#include <jacquard/amber/read/resources/data_types.h>

namespace jacquard::driver::amber {

// Reads buffers and images.
class Buffers {
  public:
    Buffers(Lines& lines, Script& script, DataTypes& types, BufferContents& contents)
        : lines_(lines), script_(script), types_(types), contents_(contents) {}

    bool find(std::size_t& number) { return names_.find(number); }
    bool read_buffer();
    bool read_image();

  private:
    bool read_typed(Buffer& buffer);
    bool read_texels(Buffer& buffer);
    bool read_image_size(Buffer& image);
    bool read_image_contents(Buffer& image);
    bool take_typed_layout(Buffer& buffer, bool may_say_packing);
    bool take_format(Buffer& buffer);
    bool take_levels(Buffer& buffer);
    bool fail(const std::string& name);

    Lines& lines_;
    Script& script_;
    DataTypes& types_;
    BufferContents& contents_;
    Names names_{lines_, "buffer"};
};

} // namespace jacquard::driver::amber
