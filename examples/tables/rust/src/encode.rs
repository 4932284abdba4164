//! From instructions to words.

use core::fmt;

use crate::bits::{fits, scatter, width};
use crate::isa::{registers, Field, Slot, FIELDS, SLOTS};
use crate::model::{
    Case, Choice, FieldBits, Instruction, Leaf, Operand, OperandBits, PartBits, PlacedOperand,
    Taken,
};
use crate::scope::Scope;

/// What of an instruction its encoding has no bits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodeError {
    /// The fields are those of another opcode.
    Opcode,
    /// The value of a field does not fit its bits.
    Field(Field),
    /// A field is given that this instruction has no bits for.
    NoField(Field),
    /// An operand is missing.
    Missing(Slot),
    /// An operand, or a part of it, is given that this instruction has no bits for.
    NoOperand(Slot),
    /// An operand cannot be of its kind.
    Kind(Slot),
    /// A modifier of an operand has no bit.
    Modifier(Slot),
    /// The instruction says whether the operand is half, and it is not so.
    Half(Slot),
    /// The number of a register does not fit.
    Number(Slot),
    /// The value of a number does not fit.
    Value(Slot),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = |field: Field| FIELDS[field as usize].name;
        let slot = |slot: Slot| SLOTS[slot as usize];
        match *self {
            Self::Opcode => out.write_str("the fields are those of another opcode"),
            Self::Field(found) => write!(out, "{} does not fit its bits", field(found)),
            Self::NoField(found) => write!(out, "there are no bits for {}", field(found)),
            Self::Missing(found) => write!(out, "{} is missing", slot(found)),
            Self::NoOperand(found) => write!(out, "there are no bits for {}", slot(found)),
            Self::Kind(found) => write!(out, "{} cannot be of its kind", slot(found)),
            Self::Modifier(found) => write!(out, "{} has a mark without a bit", slot(found)),
            Self::Half(found) => write!(out, "{} is not as wide as it must be", slot(found)),
            Self::Number(found) => write!(out, "{} is no register that fits", slot(found)),
            Self::Value(found) => write!(out, "{} is a number that does not fit", slot(found)),
        }
    }
}

/// The word of an instruction.
pub fn encode(instruction: &Instruction) -> Result<u64, EncodeError> {
    let encoding = instruction.encoding();
    if !instruction.fits(&encoding.when) {
        return Err(EncodeError::Opcode);
    }
    check_split_fields(instruction)?;
    let mut word = encoding.fixed;
    for leaf in encoding.layout.leaves {
        word |= bits_of(leaf, instruction)?;
    }
    for choice in encoding.layout.choices {
        let chosen = instruction.chosen(choice);
        refuse_others(choice, chosen, instruction)?;
        for leaf in chosen {
            word |= bits_of(leaf, instruction)?;
        }
    }
    Ok(word)
}

/// What only other alternatives have bits for must say nothing.
fn refuse_others(
    choice: Choice,
    chosen: &[Leaf],
    instruction: &Instruction,
) -> Result<(), EncodeError> {
    for leaf in choice.iter().flat_map(|each| each.1) {
        if chosen.iter().any(|other| are_alike(leaf, other)) {
            continue;
        }
        match leaf {
            Leaf::Field(bits) if instruction.field(bits.field) != 0 => {
                return Err(EncodeError::NoField(bits.field));
            }
            Leaf::Part(bits) if instruction.operand(bits.slot).part(bits.part) != 0 => {
                return Err(EncodeError::NoOperand(bits.slot));
            }
            Leaf::Operand(placed) if instruction.operand(placed.slot).kind.is_some() => {
                return Err(EncodeError::NoOperand(placed.slot));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A field of which each of several bits has a part must fit all of them.
fn check_split_fields(instruction: &Instruction) -> Result<(), EncodeError> {
    let layout = instruction.encoding().layout;
    let alternatives = layout.choices.iter().flat_map(|choice| choice.iter());
    let leaves = alternatives.flat_map(|each| each.1).chain(layout.leaves);
    let parts = leaves.filter_map(|leaf| match leaf {
        Leaf::Field(bits) => bits.at.map(|at| (bits.field, at + width(bits.bits))),
        _ => None,
    });
    for (field, _) in parts.clone() {
        let tops = parts.clone().filter(|part| part.0 == field);
        let top = tops.map(|part| part.1).max().unwrap_or(0);
        if !fits(instruction.field(field), top, false) {
            return Err(EncodeError::Field(field));
        }
    }
    Ok(())
}

fn are_alike(one: &Leaf, other: &Leaf) -> bool {
    match (one, other) {
        (Leaf::Field(one), Leaf::Field(other)) => one.field == other.field,
        (Leaf::Part(one), Leaf::Part(other)) => one.slot == other.slot && one.part == other.part,
        (Leaf::Operand(one), Leaf::Operand(other)) => one.slot == other.slot,
        _ => false,
    }
}

fn bits_of(leaf: &Leaf, instruction: &Instruction) -> Result<u64, EncodeError> {
    match leaf {
        Leaf::Field(field) => field_bits(field, instruction),
        Leaf::Part(part) => Ok(part_bits(part, instruction)),
        Leaf::Operand(placed) => operand_bits(placed, instruction),
    }
}

fn field_bits(field: &FieldBits, instruction: &Instruction) -> Result<u64, EncodeError> {
    let value = instruction.field(field.field);
    if let Some(at) = field.at {
        return Ok(scatter(field.bits, (value >> at) as u64));
    }
    let value = value - field.plus;
    let is_other = field.pattern.map_or(false, |pattern| pattern != value);
    if is_other || !fits(value, width(field.bits), field.is_signed) {
        return Err(EncodeError::Field(field.field));
    }
    Ok(scatter(field.bits, value as u64))
}

fn part_bits(part: &PartBits, instruction: &Instruction) -> u64 {
    let stands_for = instruction.fits(&part.equals);
    let is_set = instruction.operand(part.slot).part(part.part) != 0;
    scatter(part.bits, (is_set == stands_for).into())
}

fn operand_bits(placed: &PlacedOperand, instruction: &Instruction) -> Result<u64, EncodeError> {
    let operand = instruction.operand(placed.slot);
    let kind = operand.kind.ok_or(EncodeError::Missing(placed.slot))?;
    let scope = Scope {
        instruction,
        operand,
        given: placed.given,
    };
    let mut fault = EncodeError::Kind(placed.slot);
    for case in placed.form {
        if case.kind != kind || !scope.fits(&case.when) {
            continue;
        }
        match case_bits(case, placed.slot, &scope) {
            Ok(bits) => return Ok(scatter(placed.bits, bits)),
            Err(found) => fault = found,
        }
    }
    Err(fault)
}

fn case_bits(case: &Case, slot: Slot, scope: &Scope<'_>) -> Result<u64, EncodeError> {
    let operand = scope.operand;
    let has = |part: Taken| case.bits.iter().any(|each| each.part == part);
    let marks = [
        (Taken::Negate, operand.negate),
        (Taken::Absolute, operand.absolute),
        (Taken::Last, operand.last),
    ];
    if marks.iter().any(|&(part, is_set)| is_set && !has(part)) {
        return Err(EncodeError::Modifier(slot));
    }
    if !has(Taken::OwnHalf) && case.kind != crate::isa::Kind::Immediate {
        let is_given = scope.given("half").map(|value| value != 0);
        if is_given.map_or(false, |half| half != operand.half) {
            return Err(EncodeError::Half(slot));
        }
    }
    let is_other = |register: &crate::model::Register| register.number != operand.number;
    if case.register.map_or(false, is_other) {
        return Err(EncodeError::Number(slot));
    }
    let mut word = case.fixed;
    for each in case.bits {
        word |= taken_bits(each, operand, slot)?;
    }
    Ok(word)
}

fn taken_bits(each: &OperandBits, operand: &Operand, slot: Slot) -> Result<u64, EncodeError> {
    let (value, fault) = match each.part {
        Taken::Negate => (operand.negate.into(), EncodeError::Modifier(slot)),
        Taken::Absolute => (operand.absolute.into(), EncodeError::Modifier(slot)),
        Taken::Last => (operand.last.into(), EncodeError::Modifier(slot)),
        Taken::OwnHalf => (operand.half.into(), EncodeError::Half(slot)),
        Taken::Number => (i64::from(operand.number), EncodeError::Number(slot)),
        Taken::PredicateComponent => (
            i64::from(operand.number) - i64::from(registers::PREDICATE_REGISTER.number),
            EncodeError::Number(slot),
        ),
        Taken::Value => (i64::from(operand.value as u32), EncodeError::Value(slot)),
        Taken::SignedValue => (i64::from(operand.value), EncodeError::Value(slot)),
    };
    if !fits(value, width(each.bits), each.part == Taken::SignedValue) {
        return Err(fault);
    }
    Ok(scatter(each.bits, value as u64))
}
