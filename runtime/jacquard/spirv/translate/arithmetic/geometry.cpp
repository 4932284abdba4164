#include <jacquard/nir/build/builder.h>
#include <jacquard/spirv/translate/arithmetic/geometry.h>
#include <jacquard/spirv/translate/pointers/memory.h>
#include <jacquard/spirv/translate/pointers/pointers.h>
#include <jacquard/spirv/translate/values/values.h>

// Functions of whole vectors, and functions with two results.
namespace jacquard::spirv {

// From the first component to the last.
nir::SsaDef* Geometry::dot(SsaDef* x, SsaDef* y) {
    if (x->num_components != y->num_components || x->bit_size != y->bit_size) {
        malformed("its vectors are not alike");
    }
    SsaDef* sum = nullptr;
    for (unsigned c = 0; c < x->num_components; ++c) {
        SsaDef* product = b().fmul(nir::channel(x, c), nir::channel(y, c));
        sum = sum == nullptr ? product : b().fadd(sum, product);
    }
    return sum;
}

nir::SsaDef* Geometry::length(SsaDef* x) {
    return x->num_components == 1 ? b().fabs(x) : nir::Builder(b()).fsqrt(dot(x, x));
}

// A vector without a length stays what it is in a kernel.
nir::SsaDef* Geometry::normalised(SsaDef* x) {
    SsaDef* square = dot(x, x);
    SsaDef* made = b().fmul(x, nir::Builder(b()).frsq(square));
    return context().is_kernel()
               ? b().bcsel(b().feq(square, b().imm_float(0.0, x->bit_size)), x, made)
               : made;
}

nir::SsaDef* Geometry::float_operand(std::size_t i) {
    const Value& given = values_.operand(i);
    if (given.def == nullptr || given.type->scalar.base != nir::BaseType::float_type) {
        malformed('%' + std::to_string(word(i)) + " is not a float");
    }
    return given.def;
}

void Geometry::translate_geometric() {
    SsaDef* x = float_operand(0);
    const auto like_x = [&](std::size_t i) {
        SsaDef* given = float_operand(i);
        if (given->bit_size != x->bit_size || given->num_components != x->num_components) {
            malformed("its operands are not alike");
        }
        return given;
    };
    switch (now().info->handling) {
    case Handling::dot: values_.define(dot(x, like_x(1))); break;
    case Handling::length: values_.define(length(x)); break;
    case Handling::distance: values_.define(length(b().fsub(x, like_x(1)))); break;
    case Handling::normalize: values_.define(normalised(x)); break;
    case Handling::cross: {
        SsaDef* y = like_x(1);
        const bool has_fourth = context().is_kernel() && x->num_components == 4;
        if (x->num_components != 3 && !has_fourth) {
            malformed("its vectors have not 3 components");
        }
        SsaDef* other = b().fmul(nir::swizzle(x, {2, 0, 1}), nir::swizzle(y, {1, 2, 0}));
        SsaDef* product =
            b().fsub(b().fmul(nir::swizzle(x, {1, 2, 0}), nir::swizzle(y, {2, 0, 1})), other);
        values_.define(has_fourth
                           ? b().vec({nir::channel(product, 0), nir::channel(product, 1),
                                      nir::channel(product, 2), b().imm_float(0.0, x->bit_size)})
                           : product);
        break;
    }
    case Handling::face_forward: {
        SsaDef* towards = dot(like_x(2), like_x(1));
        SsaDef* negated = b().fneg(x);
        values_.define(b().bcsel(b().flt(towards, b().imm_float(0.0, x->bit_size)), x, negated));
        break;
    }
    case Handling::reflect: {
        SsaDef* normal = like_x(1);
        SsaDef* along = dot(normal, x);
        SsaDef* twice = b().fmul(b().imm_float(2.0, x->bit_size), along);
        values_.define(b().fsub(x, b().fmul(normal, twice)));
        break;
    }
    default: unsupported(std::string(now().info->name) + " is");
    }
}

void Geometry::translate_refract() {
    SsaDef* incident = float_operand(0);
    SsaDef* normal = float_operand(1);
    SsaDef* eta = float_operand(2);
    const unsigned bits = incident->bit_size;
    if (eta->num_components != 1) {
        malformed("the ratio is not a scalar");
    }
    if (eta->bit_size != bits) {
        eta = bits == 16 ? b().f2f16(eta) : bits == 32 ? b().f2f32(eta) : b().f2f64(eta);
    }
    SsaDef* cosine = dot(normal, incident);
    SsaDef* one = b().imm_float(1.0, bits);
    SsaDef* k =
        b().fsub(one, b().fmul(eta, b().fmul(eta, b().fsub(one, b().fmul(cosine, cosine)))));
    SsaDef* root = nir::Builder(b()).fsqrt(k);
    SsaDef* along = b().fadd(b().fmul(eta, cosine), root);
    SsaDef* product = b().fmul(normal, along);
    SsaDef* bent = b().fsub(b().fmul(incident, eta), product);
    SsaDef* zero = b().imm_float(0.0, bits);
    values_.define(b().bcsel(b().flt(k, zero), zero, bent));
}

void Geometry::translate_modf(bool is_structure) {
    SsaDef* x = float_operand(0);
    SsaDef* magnitude = b().fabs(x);
    SsaDef* fraction = nir::Builder(b()).ffract(magnitude);
    SsaDef* whole = b().ffloor(magnitude);
    if (context().is_kernel()) { // an infinity has the fraction 0
        SsaDef* zero = b().imm_float(0.0, x->bit_size);
        fraction = b().bcsel(b().feq(magnitude, whole), zero, fraction);
    }
    // Both have the sign of x, zeros too.
    SsaDef* is_negative = b().flt(x, b().imm_float(0.0, x->bit_size));
    fraction = b().bcsel(is_negative, b().fneg(fraction), fraction);
    whole = b().bcsel(is_negative, b().fneg(whole), whole);
    if (is_structure) {
        values_.define_pair(fraction, whole);
        return;
    }
    const Pointer& to = pointers_.pointer(word(1));
    memory_.store(to, values_.made(*to.pointee, whole), nir::Access::nothing);
    values_.define(fraction);
}

// The fraction is less than 1, even of a tiny negative number.
void Geometry::translate_fract() {
    SsaDef* x = float_operand(0);
    SsaDef* whole = b().ffloor(x);
    SsaDef* zero = b().imm_float(0.0, x->bit_size);
    SsaDef* difference = b().fsub(x, whole);
    SsaDef* fraction = b().bcsel(b().feq(x, whole), zero, difference);
    constexpr double kBelowOne32 = 0.99999994039535522;
    constexpr double kBelowOne16 = 0.99951171875;
    constexpr double kBelowOne64 = 0.99999999999999989;
    const double below = x->bit_size == 16   ? kBelowOne16
                         : x->bit_size == 32 ? kBelowOne32
                                             : kBelowOne64;
    SsaDef* one = b().imm_float(1.0, x->bit_size);
    SsaDef* largest = b().imm_float(below, x->bit_size);
    fraction = b().bcsel(b().fge(fraction, one), largest, fraction);
    const Pointer& to = pointers_.pointer(word(1));
    memory_.store(to, values_.made(*to.pointee, whole), nir::Access::nothing);
    values_.define(fraction);
}

void Geometry::translate_frexp(bool is_structure) {
    SsaDef* x = float_operand(0);
    SsaDef* significand = nir::Builder(b()).frexp_sig(x);
    SsaDef* exponent = nir::Builder(b()).frexp_exp(x);
    if (is_structure) {
        values_.define_pair(significand, exponent);
        return;
    }
    const Pointer& to = pointers_.pointer(word(1));
    memory_.store(to, values_.made(*to.pointee, exponent), nir::Access::nothing);
    values_.define(significand);
}

} // namespace jacquard::spirv
