#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class Geometry;
class Values;

// Translates products, transposes, determinants and inverses of matrices.
class Matrices : Concern {
  public:
    Matrices(Context& context, Geometry& geometry, Values& values)
        : Concern(context), geometry_(geometry), values_(values) {}

    void translate_transpose();
    void translate_matrix_times_scalar();
    void translate_vector_times_matrix();
    void translate_matrix_times_vector();
    void translate_matrix_times_matrix();
    void translate_outer_product();
    void translate_determinant();
    void translate_inverse();

  private:
    void define_columns(const std::vector<SsaDef*>& columns);
    SsaDef* times_vector(const std::vector<SsaDef*>& columns, SsaDef* vector);
    SsaDef* minor_determinant(const std::vector<SsaDef*>& columns,
                              const std::vector<unsigned>& rows, unsigned first);
    std::vector<SsaDef*> columns_of(const Value& matrix) const;

    Geometry& geometry_;
    Values& values_;
};

} // namespace jacquard::spirv
