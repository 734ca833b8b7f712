//! Numbers as a reader likes them.

use indicatif::{HumanCount, HumanFloatCount};

/// 1234567 as 1,234,567.
pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// A time in the unit that fits, with three digits.
pub fn nanoseconds(time: u64) -> String {
    let (size, unit) = match time {
        0..1_000 => return format!("{time} ns"),
        1_000..999_500 => (1e3, "µs"),
        999_500..999_500_000 => (1e6, "ms"),
        _ => (1e9, "s"),
    };
    #[allow(clippy::cast_precision_loss, reason = "three digits of it are shown")]
    let value = time as f64 / size;
    format!("{} {unit}", ratio(value))
}

/// How many times, how many a second, a mean: three digits, thousands in groups.
pub fn ratio(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.995 => format!("{ratio:.2}"),
        ratio if ratio < 99.95 => format!("{ratio:.1}"),
        ratio => format!("{:.0}", HumanFloatCount(ratio)),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{grouped, nanoseconds, ratio};

    #[rstest]
    #[case(1.0, "1.00")]
    #[case(9.996, "10.0")]
    #[case(14.26, "14.3")]
    #[case(99.96, "100")]
    #[case(26_123.4, "26,123")]
    fn three_digits_of_a_ratio(#[case] number: f64, #[case] text: &str) {
        assert_eq!(ratio(number), text);
    }

    #[rstest]
    #[case(0, "0")]
    #[case(999, "999")]
    #[case(1_000, "1,000")]
    #[case(87_212_109, "87,212,109")]
    fn groups_of_three(#[case] number: u64, #[case] text: &str) {
        assert_eq!(grouped(number), text);
    }

    #[rstest]
    #[case(0, "0 ns")]
    #[case(187, "187 ns")]
    #[case(999, "999 ns")]
    #[case(1_000, "1.00 µs")]
    #[case(10_500, "10.5 µs")]
    #[case(999_499, "999 µs")]
    #[case(999_500, "1.00 ms")]
    #[case(3_830_000_000, "3.83 s")]
    #[case(75_000_000_000, "75.0 s")]
    fn three_digits_and_a_unit(#[case] time: u64, #[case] text: &str) {
        assert_eq!(nanoseconds(time), text);
    }
}
