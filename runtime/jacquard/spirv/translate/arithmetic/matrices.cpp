#include <jacquard/spirv/translate/arithmetic/geometry.h>
#include <jacquard/spirv/translate/arithmetic/matrices.h>
#include <jacquard/spirv/translate/values/values.h>

// Matrices.
namespace jacquard::spirv {

namespace {

std::vector<unsigned> all_rows(std::size_t count) {
    std::vector<unsigned> rows;
    for (unsigned r = 0; r < count; ++r) {
        rows.push_back(r);
    }
    return rows;
}

} // namespace

std::vector<nir::SsaDef*> Matrices::columns_of(const Value& matrix) const {
    if (matrix.type->kind != TypeKind::matrix) {
        malformed("a matrix is expected");
    }
    std::vector<SsaDef*> columns;
    for (const Value* part : matrix.parts) {
        columns.push_back(part->def);
    }
    return columns;
}

void Matrices::define_columns(const std::vector<SsaDef*>& columns) {
    if (now().type == nullptr || now().type->kind != TypeKind::matrix ||
        now().type->count != columns.size()) {
        malformed("its type is not a matrix of " + std::to_string(columns.size()) + " columns");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(columns.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = &values_.made(*now().type->element, columns[i]);
    }
    values_.define(values_.made(*now().type, parts));
}

// The products of the columns, summed from the last to the first.
nir::SsaDef* Matrices::times_vector(const std::vector<SsaDef*>& columns, SsaDef* vector) {
    if (vector->num_components != columns.size() || vector->bit_size != columns[0]->bit_size) {
        malformed("the vector has not one component for each column of the matrix");
    }
    SsaDef* sum = nullptr;
    for (std::size_t c = columns.size(); c-- > 0;) {
        SsaDef* product = b().fmul(columns[c], nir::channel(vector, static_cast<unsigned>(c)));
        sum = sum == nullptr ? product : b().fadd(sum, product);
    }
    return sum;
}

void Matrices::translate_transpose() {
    const std::vector<SsaDef*> columns = columns_of(values_.operand(0));
    std::vector<SsaDef*> rows;
    for (unsigned r = 0; r < columns[0]->num_components; ++r) {
        std::vector<nir::Operand> components;
        for (SsaDef* column : columns) {
            components.push_back(nir::channel(column, r));
        }
        rows.push_back(b().vec(components));
    }
    define_columns(rows);
}

void Matrices::translate_matrix_times_scalar() {
    std::vector<SsaDef*> columns = columns_of(values_.operand(0));
    SsaDef* scalar = values_.operand_def(1);
    if (scalar->num_components != 1 || scalar->bit_size != columns[0]->bit_size) {
        malformed("a scalar as wide as the matrix's components is expected");
    }
    for (SsaDef*& column : columns) {
        column = b().fmul(column, scalar);
    }
    define_columns(columns);
}

void Matrices::translate_vector_times_matrix() {
    SsaDef* vector = values_.operand_def(0);
    std::vector<nir::Operand> components;
    for (SsaDef* column : columns_of(values_.operand(1))) {
        if (column->num_components != vector->num_components ||
            column->bit_size != vector->bit_size) {
            malformed("the vector has not one component for each row of the matrix");
        }
        components.emplace_back(geometry_.dot(vector, column));
    }
    values_.define(b().vec(components));
}

void Matrices::translate_matrix_times_vector() {
    SsaDef* vector = values_.operand_def(1);
    values_.define(times_vector(columns_of(values_.operand(0)), vector));
}

void Matrices::translate_matrix_times_matrix() {
    const std::vector<SsaDef*> left = columns_of(values_.operand(0));
    std::vector<SsaDef*> columns;
    for (SsaDef* right : columns_of(values_.operand(1))) {
        columns.push_back(times_vector(left, right));
    }
    define_columns(columns);
}

void Matrices::translate_outer_product() {
    SsaDef* left = values_.operand_def(0);
    SsaDef* right = values_.operand_def(1);
    if (left->bit_size != right->bit_size) {
        malformed("its vectors have components of different widths");
    }
    std::vector<SsaDef*> columns;
    for (unsigned c = 0; c < right->num_components; ++c) {
        columns.push_back(b().fmul(left, nir::channel(right, c)));
    }
    define_columns(columns);
}

// The determinant of the columns from `first` on, and of these rows.
nir::SsaDef* Matrices::minor_determinant(const std::vector<SsaDef*>& columns,
                                         const std::vector<unsigned>& rows, unsigned first) {
    if (rows.size() == 1) {
        return b().whole(nir::channel(columns[first], rows[0]));
    }
    SsaDef* sum = nullptr;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::vector<unsigned> others = rows;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        SsaDef* product = b().fmul(nir::channel(columns[first], rows[i]),
                                   minor_determinant(columns, others, first + 1));
        sum = sum == nullptr ? product
                             : (i % 2 == 0 ? b().fadd(sum, product) : b().fsub(sum, product));
    }
    return sum;
}

void Matrices::translate_determinant() {
    const std::vector<SsaDef*> columns = columns_of(values_.operand(0));
    if (columns.size() != columns[0]->num_components) {
        malformed("the matrix is not square");
    }
    values_.define(minor_determinant(columns, all_rows(columns.size()), 0));
}

// The matrix of cofactors, transposed, divided by the determinant.
void Matrices::translate_inverse() {
    const std::vector<SsaDef*> columns = columns_of(values_.operand(0));
    const std::size_t size = columns.size();
    if (size != columns[0]->num_components) {
        malformed("the matrix is not square");
    }
    SsaDef* reciprocal = b().frcp(minor_determinant(columns, all_rows(size), 0));
    std::vector<SsaDef*> result;
    for (unsigned c = 0; c < size; ++c) {
        std::vector<nir::Operand> components;
        for (unsigned r = 0; r < size; ++r) {
            // The cofactor for the transposed matrix leaves out row c and column r.
            std::vector<SsaDef*> kept = columns;
            kept.erase(kept.begin() + r);
            std::vector<unsigned> rows = all_rows(size);
            rows.erase(rows.begin() + c);
            SsaDef* cofactor = minor_determinant(kept, rows, 0);
            components.emplace_back((r + c) % 2 == 0 ? cofactor : b().fneg(cofactor));
        }
        result.push_back(b().fmul(b().vec(components), reciprocal));
    }
    define_columns(result);
}

} // namespace jacquard::spirv
