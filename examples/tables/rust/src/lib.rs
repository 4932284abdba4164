//! Adreno machine words, without dependencies and without the standard library.
//!
//! ```
//! use jacquard_tables::{decode, encode, isa};
//!
//! let mut instruction = decode(0x4730_000a_0000_2006, &isa::A6XX).unwrap();
//! assert_eq!(instruction.to_string(), "bary.f r2.z, 6, r0.x");
//! instruction.operand_mut(isa::Slot::Src0).value = 7;
//! instruction.set(isa::Field::SyncShort, 1);
//! assert_eq!(instruction.to_string(), "(ss)bary.f r2.z, 7, r0.x");
//! let word = encode(&instruction).unwrap();
//! assert_eq!(decode(word, &isa::A6XX), Some(instruction));
//! ```
//!
//! What differs from instruction to instruction is in [`isa`], which a template makes; the rest is
//! written by hand.

#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bits;
mod decode;
mod encode;
mod float;
#[rustfmt::skip]
pub mod isa;
mod model;
mod print;
mod scope;

pub use decode::{decode, revision_of};
pub use encode::{encode, EncodeError};
pub use model::{
    Binary, Bits, Case, Encoding, Entry, Enumeration, FieldBits, FieldKind, Instruction, Layout,
    Leaf, Name, Operand, OperandBits, Part, PartBits, Piece, PlacedOperand, Register, Revision,
    Taken, TextPart, Tree,
};
