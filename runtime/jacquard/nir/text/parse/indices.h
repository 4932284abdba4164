#pragma once

#include <jacquard/nir/text/parse/concern.h>

#include <cstdint>
#include <optional>

namespace jacquard::nir {

// Parses the constant indices of intrinsics.
class Indices : Concern {
  public:
    Indices(Tokens& tokens, Parts& parts, Shader& shader) : Concern(tokens, parts, shader) {}

    bool indices(IntrinsicInstruction& intrinsic);

  private:
    std::optional<std::int64_t> index_value(IndexKind kind);
    std::optional<std::int64_t> io_semantics();
    std::optional<std::int64_t> transform_feedback();
    std::optional<std::int64_t> cooperative_matrix();
};

} // namespace jacquard::nir
