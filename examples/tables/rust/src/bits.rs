//! Bits of words, as (highest, lowest) runs of which the first holds the highest bits.

use crate::model::Bits;

/// The lowest bits of a word.
fn mask(count: u32) -> u64 {
    u64::MAX.checked_shr(64 - count).unwrap_or(0)
}

pub(crate) fn gather(bits: Bits, word: u64) -> u64 {
    bits.iter().fold(0, |value, &(high, low)| {
        let count = u32::from(high - low) + 1;
        (value << count) | ((word >> low) & mask(count))
    })
}

pub(crate) fn scatter(bits: Bits, value: u64) -> u64 {
    let mut left = value;
    let mut word = 0;
    for &(high, low) in bits.iter().rev() {
        let count = u32::from(high - low) + 1;
        word |= (left & mask(count)) << low;
        left >>= count;
    }
    word
}

pub(crate) fn width(bits: Bits) -> u32 {
    bits.iter()
        .map(|&(high, low)| u32::from(high - low) + 1)
        .sum()
}

pub(crate) fn sign_extended(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

pub(crate) fn fits(value: i64, width: u32, is_signed: bool) -> bool {
    if is_signed {
        let half = 1_i64 << (width - 1);
        -half <= value && value < half
    } else {
        0 <= value && value < 1_i64 << width
    }
}
