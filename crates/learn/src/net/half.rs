//! 16-bit floats (IEEE 754 binary16) in files: half the size, three decimal digits.

/// The nearest 16-bit float, ties to even.
pub fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let magnitude = bits & 0x7FFF_FFFF;
    if magnitude >= 0x7F80_0000 {
        // Infinite, or not a number.
        return sign | 0x7C00 | if magnitude > 0x7F80_0000 { 0x0200 } else { 0 };
    }
    if magnitude >= 0x477F_F000 {
        return sign | 0x7C00; // rounds beyond the largest
    }
    if magnitude < 0x3880_0000 {
        // Below the smallest normal one, numbers are whole multiples of 2^-24.
        let scaled = f32::from_bits(magnitude) * 16_777_216.0;
        let whole = scaled as u32;
        let rest = scaled - whole as f32;
        let up = rest > 0.5 || (rest == 0.5 && whole & 1 == 1);
        return sign | (whole + u32::from(up)) as u16;
    }
    let rounded = magnitude + 0x0FFF + (magnitude >> 13 & 1);
    sign | ((rounded - 0x3800_0000) >> 13) as u16
}

/// The value of a 16-bit float, exactly.
pub fn from_half(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1F), u32::from(half & 0x3FF));
    match exponent {
        0 => f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits()),
        31 => f32::from_bits(sign | 0x7F80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for half in 0..=u16::MAX {
            let value = from_half(half);
            if !value.is_nan() {
                assert_eq!(to_half(value), half, "{value}");
            }
        }
        assert!(from_half(to_half(f32::NAN)).is_nan());
    }

    #[test]
    fn values_between_two_halves_go_to_the_nearer() {
        for half in 0..0x7BFFu16 {
            let (low, high) = (f64::from(from_half(half)), f64::from(from_half(half + 1)));
            let at = |share: f64| to_half((low + share * (high - low)) as f32);
            assert_eq!((at(0.25), at(0.75)), (half, half + 1));
            assert_eq!(at(0.5), half + (half & 1), "ties to even");
        }
        assert_eq!(to_half(65519.9), 0x7BFF);
        assert_eq!((to_half(65520.0), to_half(-1e30)), (0x7C00, 0xFC00));
        assert_eq!((from_half(0x3C00), from_half(0xC000)), (1.0, -2.0));
    }
}
