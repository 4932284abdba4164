#include <jacquard/nir/ir/type.h>
#include <jacquard/nir/text/print/quote.h>
#include <jacquard/nir/text/print/words.h>

#include <charconv>

namespace jacquard::nir {
namespace {

void number(std::string& out, std::uint32_t value) {
    char digits[12];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void scalar(std::string& out, AluType type) {
    out += kBaseTypeWords[static_cast<std::size_t>(type.base)];
    if (type.bit_size != 0) {
        number(out, type.bit_size);
    }
}

void without_arrays(std::string& out, const Type& type) {
    switch (type.kind) {
    case TypeKind::void_type: out += kVoidWord; break;
    case TypeKind::vector:
        scalar(out, type.scalar);
        if (type.num_components != 1) {
            out += 'x';
            number(out, type.num_components);
        }
        break;
    case TypeKind::matrix:
        scalar(out, type.scalar);
        out += 'x';
        number(out, type.num_components);
        out += 'x';
        number(out, type.num_columns);
        if (type.stride != 0) {
            out += ':';
            number(out, type.stride);
        }
        break;
    case TypeKind::structure:
        out += kStructWord;
        out += ' ';
        quote(out, type.name);
        break;
    case TypeKind::texture:
    case TypeKind::image:
        out += type.kind == TypeKind::texture ? kTextureWord : kImageWord;
        out += ' ';
        out += texture_dim_info(type.dim).name;
        out += type.is_array ? " array" : "";
        out += type.is_shadow ? " shadow" : "";
        out += ' ';
        scalar(out, type.scalar);
        break;
    case TypeKind::sampler:
        out += kSamplerWord;
        out += type.is_shadow ? " shadow" : "";
        break;
    case TypeKind::array: break;
    }
}

} // namespace

void print(const Type& type, std::string& out) {
    without_arrays(out, *type.without_arrays());
    for (const Type* array = &type; array->kind == TypeKind::array; array = array->element) {
        out += '[';
        if (array->length != 0) {
            number(out, array->length);
        }
        if (array->stride != 0) {
            out += ':';
            number(out, array->stride);
        }
        out += ']';
    }
}

std::string print(const Type& type) {
    std::string out;
    print(type, out);
    return out;
}

} // namespace jacquard::nir
