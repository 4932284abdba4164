//! What the tables are made of, and the instruction that is read with them.

use crate::isa::{Field, Kind, Slot, FIELDS, FIELD_COUNT, SLOT_COUNT};
use crate::scope::Scope;

/// Bits of a word, as (highest, lowest) runs of which the first holds the highest bits.
pub type Bits = &'static [(u8, u8)];

/// A number of an enumeration.
#[derive(Debug, PartialEq, Eq)]
pub struct Name {
    /// The number.
    pub value: i64,
    /// How tables call it.
    pub name: &'static str,
}

/// Names of numbers, and how each number prints.
#[derive(Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The names, which are fewer than the numbers where one has none.
    pub names: &'static [Name],
    /// The text of each number.
    pub texts: &'static [(i64, &'static str)],
}

impl Enumeration {
    /// The number that has a name.
    pub fn value(&self, name: &str) -> Option<i64> {
        let found = self.names.iter().find(|each| each.name == name);
        found.map(|each| each.value)
    }

    /// The text of a number.
    pub fn text(&self, value: i64) -> Option<&'static str> {
        let found = self.texts.iter().find(|each| each.0 == value);
        found.map(|each| each.1)
    }
}

/// How a field prints.
#[derive(Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// As this text where it is set.
    Flag(&'static str),
    /// With its sign, and not at all where it is zero.
    Offset,
    /// As the letters of its bits.
    Components,
    /// As the text of its number.
    Named(&'static Enumeration),
    /// In base 10.
    Number,
}

/// A field of words.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// How tables call it.
    pub name: &'static str,
    /// How it prints.
    pub kind: FieldKind,
    /// What it is where a word has no bits for it.
    pub default: i64,
}

/// Registers with a meaning of their own.
#[derive(Debug, PartialEq, Eq)]
pub struct Register {
    /// The first component, of which four are a register.
    pub number: u16,
    /// How it prints.
    pub name: &'static str,
}

/// Operators of conditions.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
}

/// Parts of operands that conditions look at.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Half,
    Negate,
    Absolute,
    Repeat,
    Last,
    Number,
    Value,
}

/// A condition or a small computation.
#[derive(Debug, PartialEq, Eq)]
pub enum Tree {
    /// A number that the tables give.
    Number(i64),
    /// A field of the instruction.
    Field(Field),
    /// A number of the encoding.
    Parameter(&'static str),
    /// Whether an operand is there.
    Operand(Slot),
    /// A part of an operand.
    Part(Slot, Part),
    /// What the instruction gives the form of the operand.
    Given(&'static str),
    /// A part of the operand itself.
    Own(Part),
    /// Whether a number is in a set.
    In(u64, &'static Tree),
    /// Whether something does not hold.
    Not(&'static Tree),
    /// A number with the other sign.
    Minus(&'static Tree),
    /// An operator between two.
    Binary(Binary, &'static Tree, &'static Tree),
}

/// What the name in a text of an operand prints.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Register,
    Plain,
    Compared,
    Target,
    Constant,
    H,
    HBelowPredicates,
    Modifiers,
    R,
    Last,
    Value,
    Number,
    Unsigned,
    Relative,
    FloatTable,
    Float16,
    Float32,
    MarkedFloat32,
    DecimalOrHex,
    Hexadecimal,
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum TextPart {
    /// These letters.
    Text(&'static str),
    /// The name of the opcode.
    Opcode,
    /// A field.
    Field(Field),
    /// An operand.
    Operand(Slot),
    /// A number in base 10.
    Number(Tree),
    /// Parts that are there on a condition.
    When(Tree, &'static [TextPart]),
    /// Something of the operand.
    Piece(Piece),
}

/// What bits of an operand are.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Negate,
    Absolute,
    Last,
    OwnHalf,
    Number,
    PredicateComponent,
    Value,
    SignedValue,
}

/// Bits of an operand.
#[derive(Debug, PartialEq, Eq)]
pub struct OperandBits {
    /// What they are.
    pub part: Taken,
    /// Where they are among those of the operand.
    pub bits: Bits,
}

/// One reading of the bits of an operand.
#[derive(Debug, PartialEq, Eq)]
pub struct Case {
    /// What the operand is, then.
    pub kind: Kind,
    /// The condition of the reading.
    pub when: Option<Tree>,
    /// The register that it is, where no bits say so.
    pub register: Option<&'static Register>,
    /// The bits that are fixed.
    pub mask: u64,
    /// And their values.
    pub fixed: u64,
    /// The others.
    pub bits: &'static [OperandBits],
    /// The text.
    pub text: &'static [TextPart],
}

/// Bits of a field.
#[derive(Debug, PartialEq, Eq)]
pub struct FieldBits {
    /// The field.
    pub field: Field,
    /// Where it is.
    pub bits: Bits,
    /// The only value that they have.
    pub pattern: Option<i64>,
    /// Whether the highest bit is a sign.
    pub is_signed: bool,
    /// What is added to them.
    pub plus: i64,
    /// How far they are shifted into the field, of which other bits have the rest.
    pub at: Option<u32>,
}

/// A bit that an operand has outside of its own.
#[derive(Debug, PartialEq, Eq)]
pub struct PartBits {
    /// The operand.
    pub slot: Slot,
    /// The part.
    pub part: Part,
    /// Where it is.
    pub bits: Bits,
    /// The value that the bit stands for where it is set.
    pub equals: Option<Tree>,
}

/// An operand of a layout.
#[derive(Debug, PartialEq, Eq)]
pub struct PlacedOperand {
    /// The operand.
    pub slot: Slot,
    /// Where it is.
    pub bits: Bits,
    /// How its bits are read: the first case that fits.
    pub form: &'static [Case],
    /// What conditions of the form may ask for.
    pub given: &'static [(&'static str, Tree)],
}

/// A meaning of some bits.
#[derive(Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A field.
    Field(FieldBits),
    /// A part of an operand.
    Part(PartBits),
    /// An operand.
    Operand(PlacedOperand),
}

/// Alternatives of some bits: the first whose condition holds, or that has none.
pub type Choice = &'static [(Option<Tree>, &'static [Leaf])];

/// What the bits of a word mean.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// How tables call it.
    pub name: &'static str,
    /// Fields that a number of the encoding gives.
    pub constants: &'static [(Field, &'static str)],
    /// The fields, then the operands, then parts of these.
    pub leaves: &'static [Leaf],
    /// What depends on the former.
    pub choices: &'static [Choice],
    /// The text.
    pub text: &'static [TextPart],
}

/// An opcode in a layout.
#[derive(Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The opcode.
    pub opcode: &'static str,
    /// The layout.
    pub layout: &'static Layout,
    /// The bits that are fixed.
    pub mask: u64,
    /// And their values.
    pub fixed: u64,
    /// Numbers that the opcode gives.
    pub parameters: &'static [(&'static str, i64)],
    /// The condition under which a word is of this opcode.
    pub when: Option<Tree>,
}

/// The instructions of a revision.
#[derive(Debug, PartialEq, Eq)]
pub struct Revision {
    /// Such as a6xx.
    pub name: &'static str,
    /// The parts that it has.
    pub parts: &'static [u32],
    /// The first that fits a word is it.
    pub encodings: &'static [u16],
}

/// An operand of an instruction.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Operand {
    /// What it is; `None` where it is not there.
    pub kind: Option<Kind>,
    pub half: bool,
    pub negate: bool,
    pub absolute: bool,
    pub repeat: bool,
    pub last: bool,
    /// The component of the register or constant, four of which have one number.
    pub number: u16,
    /// The number, or the offset.
    pub value: i32,
}

impl Operand {
    /// A part, as conditions take it.
    pub fn part(&self, part: Part) -> i64 {
        match part {
            Part::Half => self.half.into(),
            Part::Negate => self.negate.into(),
            Part::Absolute => self.absolute.into(),
            Part::Repeat => self.repeat.into(),
            Part::Last => self.last.into(),
            Part::Number => self.number.into(),
            Part::Value => self.value.into(),
        }
    }
}

/// One word taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    encoding: &'static Encoding,
    fields: [i64; FIELD_COUNT],
    operands: [Operand; SLOT_COUNT],
}

impl Instruction {
    /// An instruction whose fields are as the tables say, without operands.
    pub fn new(encoding: &'static Encoding) -> Self {
        let mut fields = [0; FIELD_COUNT];
        for (value, entry) in fields.iter_mut().zip(&FIELDS) {
            *value = entry.default;
        }
        Instruction {
            encoding,
            fields,
            operands: [Operand::default(); SLOT_COUNT],
        }
    }

    /// The encoding, which has the opcode.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The value of a field.
    pub fn field(&self, field: Field) -> i64 {
        self.fields[field as usize]
    }

    /// Changes a field.
    pub fn set(&mut self, field: Field, value: i64) {
        self.fields[field as usize] = value;
    }

    /// An operand, which may not be there.
    pub fn operand(&self, slot: Slot) -> &Operand {
        &self.operands[slot as usize]
    }

    /// The same, to change it.
    pub fn operand_mut(&mut self, slot: Slot) -> &mut Operand {
        &mut self.operands[slot as usize]
    }

    /// A number that the encoding gives.
    pub fn parameter(&self, name: &str) -> i64 {
        let found = self.encoding.parameters.iter().find(|each| each.0 == name);
        found.map_or(0, |each| each.1)
    }

    /// Where an operand has its bits.
    pub(crate) fn placed(&self, slot: Slot) -> Option<&'static PlacedOperand> {
        let of = |leaves: &'static [Leaf]| {
            leaves.iter().find_map(|leaf| match leaf {
                Leaf::Operand(placed) if placed.slot == slot => Some(placed),
                _ => None,
            })
        };
        let layout = self.encoding.layout;
        of(layout.leaves).or_else(|| {
            let chosen = layout.choices.iter().map(|choice| self.chosen(choice));
            chosen.filter_map(of).next()
        })
    }

    /// The alternative whose condition holds.
    pub(crate) fn chosen(&self, choice: Choice) -> &'static [Leaf] {
        let found = choice.iter().find(|each| self.fits(&each.0));
        found.map_or(&[], |each| each.1)
    }

    /// Whether a condition on the instruction holds, or there is none.
    pub(crate) fn fits(&self, when: &Option<Tree>) -> bool {
        when.as_ref().map_or(true, |tree| self.computed(tree) != 0)
    }

    /// A number of the instruction.
    pub(crate) fn computed(&self, tree: &Tree) -> i64 {
        Scope {
            instruction: self,
            operand: &Operand::default(),
            given: &[],
        }
        .computed(tree)
    }
}
