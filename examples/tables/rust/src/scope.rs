//! Conditions on an instruction and its operands.

use crate::model::{Binary, Instruction, Operand, Tree};

/// What the names of a condition stand for.
pub(crate) struct Scope<'a> {
    pub instruction: &'a Instruction,
    pub operand: &'a Operand,
    pub given: &'static [(&'static str, Tree)],
}

impl Scope<'_> {
    pub fn fits(&self, when: &Option<Tree>) -> bool {
        when.as_ref().map_or(true, |tree| self.computed(tree) != 0)
    }

    /// What the instruction gives the form, zero where it gives nothing of the name.
    pub fn given(&self, name: &str) -> Option<i64> {
        let found = self.given.iter().find(|each| each.0 == name);
        found.map(|each| self.instruction.computed(&each.1))
    }

    pub fn computed(&self, tree: &Tree) -> i64 {
        match tree {
            Tree::Number(value) => *value,
            Tree::Field(field) => self.instruction.field(*field),
            Tree::Parameter(name) => self.instruction.parameter(name),
            Tree::Operand(slot) => self.instruction.operand(*slot).kind.is_some().into(),
            Tree::Part(slot, part) => self.instruction.operand(*slot).part(*part),
            Tree::Given(name) => self.given(name).unwrap_or(0),
            Tree::Own(part) => self.operand.part(*part),
            Tree::In(mask, tree) => ((mask >> self.computed(tree)) & 1) as i64,
            Tree::Not(tree) => (self.computed(tree) == 0).into(),
            Tree::Minus(tree) => -self.computed(tree),
            Tree::Binary(operator, left, right) => {
                between(*operator, self.computed(left), self.computed(right))
            }
        }
    }
}

fn between(operator: Binary, left: i64, right: i64) -> i64 {
    match operator {
        Binary::Or => (left != 0 || right != 0).into(),
        Binary::And => (left != 0 && right != 0).into(),
        Binary::Equal => (left == right).into(),
        Binary::NotEqual => (left != right).into(),
        Binary::Less => (left < right).into(),
        Binary::Greater => (left > right).into(),
        Binary::LessOrEqual => (left <= right).into(),
        Binary::GreaterOrEqual => (left >= right).into(),
        // Numbers have 32 bits, and so have counts no more than these.
        Binary::ShiftLeft => left << (right & 31),
        Binary::ShiftRight => left >> (right & 31),
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
    }
}
