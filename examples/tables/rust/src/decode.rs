//! From words to instructions.

use crate::bits::{gather, sign_extended, width};
use crate::isa::{registers, ENCODINGS, REVISIONS};
use crate::model::{
    Case, FieldBits, Instruction, Leaf, Operand, PartBits, PlacedOperand, Revision, Taken,
};
use crate::scope::Scope;

/// The revision of a part, such as 630.
pub fn revision_of(part: u32) -> Option<&'static Revision> {
    let mut all = REVISIONS.iter().copied();
    all.find(|revision| revision.parts.contains(&part))
}

/// The instruction of a word; `None` where the revision has none.
pub fn decode(word: u64, revision: &Revision) -> Option<Instruction> {
    for &index in revision.encodings {
        let encoding = &ENCODINGS[usize::from(index)];
        if word & encoding.mask != encoding.fixed {
            continue;
        }
        let mut instruction = Instruction::new(encoding);
        for leaf in encoding.layout.leaves {
            if let Leaf::Field(field) = leaf {
                take_field(field, &mut instruction, word);
            }
        }
        if instruction.fits(&encoding.when) {
            return take_rest(&mut instruction, word).then_some(instruction);
        }
    }
    None
}

fn take_rest(instruction: &mut Instruction, word: u64) -> bool {
    let layout = instruction.encoding().layout;
    for &(field, name) in layout.constants {
        instruction.set(field, instruction.parameter(name));
    }
    let is_later = |leaf: &&Leaf| !matches!(leaf, Leaf::Field(_));
    let mut later = layout.leaves.iter().filter(is_later);
    later.all(|leaf| take(leaf, instruction, word))
        && layout.choices.iter().all(|choice| {
            let mut chosen = instruction.chosen(choice).iter();
            chosen.all(|leaf| take(leaf, instruction, word))
        })
}

fn take(leaf: &Leaf, instruction: &mut Instruction, word: u64) -> bool {
    match leaf {
        Leaf::Field(field) => take_field(field, instruction, word),
        Leaf::Part(part) => take_part(part, instruction, word),
        Leaf::Operand(placed) => return take_operand(placed, instruction, word),
    }
    true
}

fn take_field(field: &FieldBits, instruction: &mut Instruction, word: u64) {
    let bits = gather(field.bits, word);
    let value = field.plus
        + if field.is_signed {
            sign_extended(bits, width(field.bits))
        } else {
            bits as i64
        };
    let value = match field.at {
        Some(at) => instruction.field(field.field) | (value << at),
        None => value,
    };
    instruction.set(field.field, value);
}

fn take_part(part: &PartBits, instruction: &mut Instruction, word: u64) {
    use crate::model::Part;
    let stands_for = instruction.fits(&part.equals);
    let value = (gather(part.bits, word) != 0) == stands_for;
    let operand = instruction.operand_mut(part.slot);
    match part.part {
        Part::Half => operand.half = value,
        Part::Negate => operand.negate = value,
        Part::Absolute => operand.absolute = value,
        Part::Repeat => operand.repeat = value,
        Part::Last => operand.last = value,
        Part::Number | Part::Value => {}
    }
}

fn take_operand(placed: &PlacedOperand, instruction: &mut Instruction, word: u64) -> bool {
    let bits = gather(placed.bits, word);
    let mut operand = *instruction.operand(placed.slot);
    let half = placed.given.iter().find(|each| each.0 == "half");
    operand.half = half.map_or(false, |each| instruction.computed(&each.1) != 0);
    let found = {
        let scope = Scope {
            instruction,
            operand: &operand,
            given: placed.given,
        };
        let fits = |case: &&Case| bits & case.mask == case.fixed && scope.fits(&case.when);
        placed.form.iter().find(fits)
    };
    if let Some(case) = found {
        read_case(case, &mut operand, bits);
        *instruction.operand_mut(placed.slot) = operand;
    }
    found.is_some()
}

fn read_case(case: &Case, operand: &mut Operand, bits: u64) {
    operand.kind = Some(case.kind);
    if let Some(register) = case.register {
        operand.number = register.number;
    }
    for each in case.bits {
        let value = gather(each.bits, bits);
        match each.part {
            Taken::Negate => operand.negate = value != 0,
            Taken::Absolute => operand.absolute = value != 0,
            Taken::Last => operand.last = value != 0,
            Taken::OwnHalf => operand.half = value != 0,
            Taken::Number => operand.number = value as u16,
            Taken::PredicateComponent => {
                operand.number = registers::PREDICATE_REGISTER.number + value as u16;
            }
            Taken::Value => operand.value = value as i32,
            Taken::SignedValue => {
                operand.value = sign_extended(value, width(each.bits)) as i32;
            }
        }
    }
}
