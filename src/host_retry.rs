//! Whether Pi itself will repeat a failure, and how long it will wait before.
//!
//! Source: Pi 1.6.0, `agent-session.js` (`_prepareRetry`) and pi-ai's `utils/retry.js`
//! (`retryDelayMs`).

use crate::failure::Failure;
use crate::mirror;
use crate::seam::HostSettings;
use crate::wire::fields;

/// Pi's defaults for what its settings leave out.
const MAX_RETRIES: f64 = 3.0;
const BASE_DELAY_MS: f64 = 2_000.0;
const MAX_AGENT_DELAY_MS: f64 = 60_000.0;

/// Pi's counter of its own repeats, mirrored.
#[derive(Debug, Default)]
pub struct HostRetry {
    repeats: u32,
}

fields! { HostRetry { repeats } }

impl HostRetry {
    /// Returns the milliseconds that Pi will wait before the repeat that it will make of this
    /// failure, or `None` if it will make none. Counts the repeat.
    pub fn next(&mut self, failure: &Failure, settings: &HostSettings) -> Option<u64> {
        let max = settings.retry_max_retries.unwrap_or(MAX_RETRIES);
        let repeats = repeats(failure, settings) && f64::from(self.repeats) < max;
        self.repeats = if repeats { self.repeats + 1 } else { 0 };
        repeats.then(|| delay_ms(self.repeats, settings))
    }

    /// Forgets the repeats: a request was answered or aborted, or the run is over.
    pub fn reset(&mut self) {
        self.repeats = 0;
    }
}

/// Whether Pi repeats such failures at all.
fn repeats(failure: &Failure, settings: &HostSettings) -> bool {
    let overflow = || mirror::overflows(&failure.message, failure.provider.as_deref());
    settings.retries() && !overflow() && mirror::retries(&failure.message)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
fn delay_ms(repeat: u32, settings: &HostSettings) -> u64 {
    let base = settings.retry_base_delay_ms.unwrap_or(BASE_DELAY_MS);
    let cap = settings.retry_max_delay_ms.unwrap_or(MAX_AGENT_DELAY_MS);
    let doubled = base * 2f64.powi(i32::try_from(repeat).unwrap_or(i32::MAX) - 1);
    doubled.min(cap) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waits(settings: &HostSettings, message: &str, times: usize) -> Vec<Option<u64>> {
        let mut pi = HostRetry::default();
        let failure = Failure::from_text(message);
        (0..times).map(|_| pi.next(&failure, settings)).collect()
    }

    #[test]
    fn by_default_pi_repeats_three_times_after_2_4_and_8_s() {
        let expected = [Some(2_000), Some(4_000), Some(8_000), None, Some(2_000)];
        assert_eq!(waits(&HostSettings::default(), "503: busy", 5), expected);
    }

    #[test]
    fn its_settings_count() {
        let off = HostSettings { retry_enabled: Some(false), ..HostSettings::default() };
        assert_eq!(waits(&off, "503: busy", 1), [None]);
        let short = HostSettings {
            retry_max_retries: Some(1.0),
            retry_base_delay_ms: Some(90_000.0),
            ..HostSettings::default()
        };
        assert_eq!(waits(&short, "503: busy", 2), [Some(60_000), None]);
    }

    #[test]
    fn what_pi_takes_for_final_it_does_not_repeat() {
        for text in ["401: no", "prompt is too long", "429: insufficient_quota"] {
            assert_eq!(waits(&HostSettings::default(), text, 1), [None], "{text}");
        }
    }
}
