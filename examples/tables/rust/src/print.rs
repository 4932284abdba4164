//! From instructions to their texts.

use core::fmt::{self, Display, Formatter, Write};

use crate::float;
use crate::isa::{enums, registers, Field, Slot, FIELDS};
use crate::model::{FieldKind, Instruction, Operand, Piece, Register, TextPart};
use crate::scope::Scope;

const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];
/// What is above prints in base 16.
const LARGE: u32 = 4096;

impl Display for Instruction {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let nothing = Operand::default();
        let scope = Scope {
            instruction: self,
            operand: &nothing,
            given: &[],
        };
        parts(self.encoding().layout.text, &scope, out)
    }
}

fn parts(list: &[TextPart], scope: &Scope<'_>, out: &mut Formatter<'_>) -> fmt::Result {
    for part in list {
        match part {
            TextPart::Text(text) => out.write_str(text)?,
            TextPart::Opcode => out.write_str(scope.instruction.encoding().opcode)?,
            TextPart::Field(field) => print_field(scope.instruction, *field, out)?,
            TextPart::Operand(slot) => print_operand(scope.instruction, *slot, out)?,
            TextPart::Number(tree) => write!(out, "{}", scope.computed(tree))?,
            TextPart::When(tree, inner) => {
                if scope.computed(tree) != 0 {
                    parts(inner, scope, out)?;
                }
            }
            TextPart::Piece(piece) => print_piece(*piece, scope.operand, out)?,
        }
    }
    Ok(())
}

fn print_field(instruction: &Instruction, field: Field, out: &mut Formatter<'_>) -> fmt::Result {
    let value = instruction.field(field);
    match &FIELDS[field as usize].kind {
        FieldKind::Flag(text) if value != 0 => out.write_str(text),
        FieldKind::Offset if value != 0 => write!(out, "{:+}", value),
        FieldKind::Flag(_) | FieldKind::Offset => Ok(()),
        FieldKind::Named(names) => match names.text(value) {
            Some(text) => out.write_str(text),
            None => write!(out, "{}", value),
        },
        FieldKind::Components => COMPONENTS
            .iter()
            .enumerate()
            .filter(|(bit, _)| (value >> bit) & 1 != 0)
            .try_for_each(|(_, letter)| out.write_char(*letter)),
        FieldKind::Number => write!(out, "{}", value),
    }
}

fn print_operand(instruction: &Instruction, slot: Slot, out: &mut Formatter<'_>) -> fmt::Result {
    let operand = instruction.operand(slot);
    let placed = instruction.placed(slot).ok_or(fmt::Error)?;
    let scope = Scope {
        instruction,
        operand,
        given: placed.given,
    };
    let mut cases = placed.form.iter();
    let case = cases.find(|case| Some(case.kind) == operand.kind && scope.fits(&case.when));
    parts(case.ok_or(fmt::Error)?.text, &scope, out)
}

fn named(prefix: &str, number: u16, out: &mut Formatter<'_>) -> fmt::Result {
    let letter = COMPONENTS[usize::from(number & 3)];
    write!(out, "{}{}.{}", prefix, number >> 2, letter)
}

/// A register, by its own name where it is one of these.
fn special(number: u16, among: &[&Register], out: &mut Formatter<'_>) -> fmt::Result {
    match among.iter().find(|each| each.number >> 2 == number >> 2) {
        Some(register) => write!(
            out,
            "{}.{}",
            register.name,
            COMPONENTS[usize::from(number & 3)]
        ),
        None => named("r", number, out),
    }
}

fn print_piece(piece: Piece, operand: &Operand, out: &mut Formatter<'_>) -> fmt::Result {
    let (number, value) = (operand.number, operand.value);
    let bits = value as u32;
    let predicates = &registers::PREDICATE_REGISTER;
    let mut mark = |is_set: bool, text: &str| out.write_str(if is_set { text } else { "" });
    match piece {
        Piece::Register => special(number, &[&registers::ADDRESS_REGISTER, predicates], out),
        Piece::Plain => named("r", number, out),
        Piece::Compared => {
            let uniform = &registers::UNIFORM_PREDICATE_REGISTER;
            special(number, &[uniform, predicates], out)
        }
        Piece::Target => named("rt", number, out),
        Piece::Constant => named("c", number, out),
        Piece::H => mark(operand.half, "h"),
        Piece::HBelowPredicates => mark(operand.half && number < predicates.number, "h"),
        Piece::R => mark(operand.repeat, "(r)"),
        Piece::Last => mark(operand.last, "(last)"),
        Piece::Modifiers => out.write_str(match (operand.absolute, operand.negate) {
            (false, false) => "",
            (false, true) => "(neg)",
            (true, false) => "(abs)",
            (true, true) => "(absneg)",
        }),
        Piece::Value => write!(out, "{}", value),
        Piece::Number => write!(out, "{}", number),
        Piece::Unsigned => write!(out, "{}", bits),
        Piece::Hexadecimal => write!(out, "{:#x}", bits),
        Piece::DecimalOrHex if bits > LARGE => write!(out, "{:#x}", bits),
        Piece::DecimalOrHex => write!(out, "{}", bits),
        Piece::Relative if value == 0 => Ok(()),
        Piece::Relative => write!(out, " + {}", value),
        Piece::FloatTable => match enums::FLOAT_TABLE.text(value.into()) {
            Some(text) => out.write_str(text),
            None => write!(out, "{}", value),
        },
        Piece::Float16 => float::print_half(bits as u16, out),
        Piece::Float32 => float::print_single(bits, "", out),
        Piece::MarkedFloat32 => float::print_single(bits, "f", out),
    }
}
