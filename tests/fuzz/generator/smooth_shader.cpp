#include "smooth_shader.h"

#include <jacquard/nir/build/builder.h>

#include "textures.h"

#include <algorithm>

namespace jacquard::nir {

namespace {

constexpr unsigned kSlots = 8;

class SmoothMaker {
  public:
    explicit SmoothMaker(Values& values)
        : values_(values), b_(values.builder()), choices_(values.choices()) {}

    void run(unsigned size) {
        for (unsigned i = 0; i < size; ++i) {
            const unsigned bits = choices_.one_in(3) ? 64 : 32;
            SsaDef* value = computed(bits);
            store(bits == 64 ? b_.f2f32(value) : value, i % kSlots);
        }
    }

    void store(SsaDef* value, unsigned slot) {
        b_.store_output(value, values_.zero())
            ->set_base(slot)
            ->set_src_type({BaseType::float_type, 32})
            ->set_write_mask((1U << value->num_components) - 1);
    }

  private:
    // A multiple of 1/16 from 1/2 to 16 and a half.
    SsaDef* positive(unsigned bits) {
        SsaDef* number = b_.iand(values_.operand(ValueClass::integers, 32, 1), b_.imm_int(255));
        SsaDef* value = b_.u2f32(b_.iadd(number, b_.imm_int(8)));
        value = b_.fmul(value, b_.imm_float(0.0625));
        return bits == 64 ? b_.f2f64(value) : value;
    }
    SsaDef* any_sign(unsigned bits) {
        SsaDef* value = positive(bits);
        return choices_.one_in(2) ? b_.fneg(value) : value;
    }

    SsaDef* computed(unsigned bits) {
        SsaDef* x = any_sign(bits);
        SsaDef* y = any_sign(bits);
        switch (choices_.below(bits == 64 ? 9 : 15)) {
        case 0: return b_.fdiv(x, y);
        case 1: return b_.frcp(x);
        case 2: return b_.fsqrt(positive(bits));
        case 3: return b_.frsq(positive(bits));
        case 4: return b_.ffma(x, y, positive(bits));
        case 5: return b_.fadd(b_.fmul(x, y), positive(bits));
        case 6: return b_.ffract(x);
        case 7: return b_.fround_even(x);
        case 8: return b_.fmax(x, b_.fmul(y, y));
        case 9: return b_.fsin_mdg(x);
        case 10: return b_.fsin(x);
        case 11: return b_.fcos(x);
        case 12: return b_.fcos_mdg(x);
        case 13:
            return b_.fpow(b_.fmul(positive(32), b_.imm_float(0.25)),
                           b_.fmul(y, b_.imm_float(0.125)));
        default: return b_.flrp(x, y, b_.fmul(positive(32), b_.imm_float(0.0625)));
        }
    }

    Values& values_;
    Builder& b_;
    Choices& choices_;
};

} // namespace

void make_smooth(Values& values, unsigned size) {
    SmoothMaker(values).run(size);
}

void make_lookups(Values& values, unsigned size) {
    SmoothMaker maker(values);
    for (unsigned i = 0; i < size && i < kSlots; ++i) {
        add_texture(values, {true});
        const Values::Known known = values.last();
        Operand value(known.value);
        value.num_components = std::min<std::uint8_t>(4, known.value->num_components);
        maker.store(values.builder().whole(value), i);
        // Lookups are from numbers of the inputs, not from each other.
        values.forget_since(values.mark() - 1);
    }
}

} // namespace jacquard::nir
