//! How long to wait when the provider did not say.

/// Returns the milliseconds to wait before retry `attempt`, counted from 1, when the provider
/// asked for none.
///
/// The wait doubles from `base_ms` up to `cap_ms`, then `random`, uniform in `0.0..1.0`,
/// scales it to between 75 % and 100 %. The cap comes first, so clients that reached
/// it still spread out.
///
/// ```
/// use pi_retry::backoff::delay_ms;
///
/// assert_eq!(delay_ms(3, 2_000, 60_000, 0.0), 6_000);
/// ```
#[must_use]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "waits are far below what a float holds exactly"
)]
pub fn delay_ms(attempt: u32, base_ms: u64, cap_ms: u64, random: f64) -> u64 {
    let factor = 2u64.checked_pow(attempt.saturating_sub(1)).unwrap_or(u64::MAX);
    let wait_ms = base_ms.saturating_mul(factor).min(cap_ms);
    #[expect(clippy::manual_clamp, reason = "here NaN is 0")]
    let random = random.max(0.0).min(1.0);
    (wait_ms as f64 * (0.75 + 0.25 * random)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: u64 = 2_000;
    const CAP: u64 = 60_000;

    #[test]
    fn doubles_until_the_cap() {
        let full: Vec<u64> = (1..=7).map(|n| delay_ms(n, BASE, CAP, 1.0) / 1_000).collect();
        assert_eq!(full, [2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn the_dice_take_at_most_a_quarter() {
        assert_eq!(delay_ms(1, BASE, CAP, 0.0), 1_500);
        assert_eq!(delay_ms(1, BASE, CAP, 0.5), 1_750);
    }

    #[test]
    fn loaded_dice_stay_within_the_quarter() {
        for (random, least) in [(-1.0, true), (f64::NAN, true), (7.0, false)] {
            assert_eq!(delay_ms(1, BASE, CAP, random) == 1_500, least);
        }
    }

    #[test]
    fn an_attempt_beyond_all_bounds_waits_the_cap() {
        assert_eq!(delay_ms(u32::MAX, BASE, CAP, 1.0), CAP);
        assert_eq!(delay_ms(40, 3_600_000, CAP, 1.0), CAP);
    }
}
