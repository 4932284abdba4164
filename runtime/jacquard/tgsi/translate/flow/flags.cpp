#include <jacquard/tgsi/translate/flow/flags.h>
#include <jacquard/tgsi/translate/registers/hoisted.h>

// Values that control flow keeps.
namespace jacquard::tgsi {

using nir::SsaDef;

// Something that control flow keeps.
Flags::Scalar* Flags::add_scalar(SsaDef* initial) {
    auto* scalar = arena().make<Scalar>();
    context().scalars().declare(*scalar, initial);
    return scalar;
}

void Flags::set(Scalar& scalar, SsaDef* value) {
    context().scalars().write(b().cursor.block, scalar, value);
}

SsaDef* Flags::get(Scalar& scalar) {
    return context().scalars().read(shader(), b().cursor.block, scalar);
}

// A truth; false when the program begins.
Flags::Scalar* Flags::add_flag() {
    return add_scalar(hoisted_.truth(false));
}

} // namespace jacquard::tgsi
