//! How long to wait when the provider did not say.

use std::time::Duration;

/// Returns the wait before retry `attempt`, counted from 1, when the provider asked
/// for none.
///
/// The wait doubles from `base` up to `cap`, then `random`, uniform in `0.0..1.0`,
/// scales it to between 75 % and 100 %. The cap comes first, so clients that reached
/// it still spread out. A product too large for a `Duration` counts as the cap.
///
/// ```
/// use std::time::Duration;
/// use pi_retry::backoff::delay;
///
/// let (base, cap) = (Duration::from_secs(2), Duration::from_secs(60));
/// assert_eq!(delay(3, base, cap, 0.0), Duration::from_secs(6));
/// ```
#[must_use]
pub fn delay(attempt: u32, base: Duration, cap: Duration, random: f64) -> Duration {
    let doublings = attempt.saturating_sub(1);
    let factor = 2u32.checked_pow(doublings);
    let wait = factor.and_then(|factor| base.checked_mul(factor)).map_or(cap, |wait| wait.min(cap));
    #[expect(clippy::manual_clamp, reason = "here NaN is 0")]
    let random = random.max(0.0).min(1.0);
    wait.mul_f64(0.75 + 0.25 * random)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: Duration = Duration::from_secs(2);
    const CAP: Duration = Duration::from_secs(60);

    #[test]
    fn doubles_until_the_cap() {
        let full: Vec<u64> = (1..=7).map(|n| delay(n, BASE, CAP, 1.0).as_secs()).collect();
        assert_eq!(full, [2, 4, 8, 16, 32, 60, 60]);
    }

    #[test]
    fn the_dice_take_at_most_a_quarter() {
        assert_eq!(delay(1, BASE, CAP, 0.0), Duration::from_millis(1_500));
        assert_eq!(delay(1, BASE, CAP, 0.5), Duration::from_millis(1_750));
    }

    #[test]
    fn loaded_dice_stay_within_the_quarter() {
        for (random, least) in [(-1.0, true), (f64::NAN, true), (7.0, false)] {
            assert_eq!(delay(1, BASE, CAP, random) == Duration::from_millis(1_500), least);
        }
    }

    #[test]
    fn an_attempt_beyond_all_bounds_waits_the_cap() {
        assert_eq!(delay(u32::MAX, BASE, CAP, 1.0), CAP);
        assert_eq!(delay(40, Duration::from_secs(3_600), CAP, 1.0), CAP);
    }
}
