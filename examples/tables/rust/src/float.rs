//! Texts of floats: six decimals where they are exact, or as few digits as are; the bits of what
//! has none.

use core::fmt::{self, Formatter, Write};
use core::str;

/// The text of the float of 16 bits that has these.
pub(crate) fn print_half(bits: u16, out: &mut Formatter<'_>) -> fmt::Result {
    let magnitude = bits & 0x7fff;
    let exponent = u64::from(magnitude >> 10);
    let fraction = u64::from(magnitude & 0x3ff);
    let size = match exponent {
        0 => fraction as f64 * power_of_two(-24),
        31 if fraction == 0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024) as f64 * power_of_two(exponent as i32 - 25),
    };
    let exact = if bits >> 15 != 0 { -size } else { size };
    if exact.is_nan() && bits != 0x7e00 {
        return write!(out, "{:#x}", bits);
    }
    let reads_back = |value: f64| half_of(value) == Some(bits);
    match text_of(exact, &reads_back) {
        Some(text) => out.write_str(text.as_str()),
        None => write!(out, "{:#x}", bits),
    }
}

/// The text of the float of 32 bits that has these; behind `mark` where that is in base 16.
pub(crate) fn print_single(bits: u32, mark: &str, out: &mut Formatter<'_>) -> fmt::Result {
    let exact = f32::from_bits(bits);
    let reads_back = |value: f64| (value as f32).to_bits() == bits;
    let text = if exact.is_nan() && bits != 0x7fc0_0000 {
        None
    } else {
        text_of(exact.into(), &reads_back)
    };
    match text {
        Some(text) => out.write_str(text.as_str()),
        None => write!(out, "{}{:#x}", mark, bits),
    }
}

fn text_of(exact: f64, reads_back: &dyn Fn(f64) -> bool) -> Option<Text> {
    if exact.is_nan() || exact.is_infinite() {
        let mut text = Text::default();
        let name = if exact.is_nan() { "nan" } else { "inf" };
        let sign = if exact < 0.0 { "-" } else { "" };
        return write!(text, "{}{}", sign, name).ok().map(|()| text);
    }
    let mut decimals = Text::default();
    write!(decimals, "{:.6}", exact).ok()?;
    if decimals.number().map_or(false, reads_back) {
        return Some(decimals);
    }
    let single = (exact as f32).to_bits();
    let is_exact = |text: &Text| {
        let number = text.number();
        number.map_or(false, |value| (value as f32).to_bits() == single)
    };
    let mut lengths = (1..10).filter_map(|digits| shortened(exact, digits));
    let shortest = lengths.find(is_exact)?;
    let is_good = shortest.number().map_or(false, reads_back);
    is_good.then_some(shortest)
}

/// So many digits, without zeros at the end, and with an exponent where that is far from zero.
fn shortened(value: f64, digits: usize) -> Option<Text> {
    let mut scientific = Text::default();
    write!(scientific, "{:.*e}", digits - 1, value).ok()?;
    let (mantissa, exponent) = scientific.as_str().split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let mut text = Text::default();
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        let size = exponent.unsigned_abs();
        write!(text, "{}e{}{:02}", trimmed(mantissa), sign, size).ok()?;
    } else {
        let mut plain = Text::default();
        let decimals = (digits as i32 - 1 - exponent) as usize;
        write!(plain, "{:.*}", decimals, value).ok()?;
        text.write_str(trimmed(plain.as_str())).ok()?;
    }
    Some(text)
}

fn trimmed(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

/// The bits of the nearest float of 16 bits, ties to even; none of what is too large.
fn half_of(value: f64) -> Option<u16> {
    let sign = (value.to_bits() >> 63) as u16;
    let size = f64::from_bits(value.to_bits() & (u64::MAX >> 1));
    let exponent = ((size.to_bits() >> 52) as i32 - 1023).max(-14);
    if exponent > 15 && size.is_finite() {
        return None;
    }
    if !size.is_finite() {
        return Some(sign << 15 | if size.is_nan() { 0x7e00 } else { 0x7c00 });
    }
    let scaled = size * power_of_two(10 - exponent);
    let whole = scaled as u16;
    let rest = scaled - f64::from(whole);
    let is_up = rest > 0.5 || (rest == 0.5 && whole & 1 != 0);
    let rounded = whole + u16::from(is_up);
    let bits = ((exponent + 14) as u16) << 10;
    let bits = bits + rounded;
    (bits < 0x7c00).then_some(sign << 15 | bits)
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// As long as texts of floats of 32 bits are.
const ROOM: usize = 64;

struct Text {
    bytes: [u8; ROOM],
    length: usize,
}

impl Default for Text {
    fn default() -> Self {
        Text {
            bytes: [0; ROOM],
            length: 0,
        }
    }
}

impl Text {
    fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).unwrap_or("")
    }

    fn number(&self) -> Option<f64> {
        self.as_str().parse().ok()
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let room = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
