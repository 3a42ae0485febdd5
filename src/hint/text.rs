//! The words after which a text says how long to wait, or until when.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::{Bare, Found, Hint, HintSource};
use crate::duration;
use crate::failure::EpochMs;
use crate::literals::Literals;
use crate::text::fold;

/// Words that a wait follows.
#[derive(Debug)]
pub struct Row {
    /// The words in small letters.
    pub lead: &'static str,
    /// What a number without a unit means.
    bare: Bare,
    /// A text that shows them, and the wait in it in milliseconds at 2026-06-01T12:00:00Z.
    #[cfg(test)]
    pub sample: (&'static str, u64),
}

macro_rules! rows {
    ($($lead:literal $bare:ident $sample:literal $wait_ms:literal;)*) => {
        &[$(Row {
            lead: $lead,
            bare: Bare::$bare,
            #[cfg(test)]
            sample: ($sample, $wait_ms),
        }),*]
    };
}

/// The known words.
#[rustfmt::skip]
pub static ROWS: &[Row] = rows! {
    // OpenAI, GitHub Copilot, LiteLLM, Moonshot; Pi's Codex text.
    "try again in"           Clock          "Please try again in 1.2s."                        1_200;
    "try again after"        Clock          "please try again after 75 seconds"                75_000;
    "try again at"           Nothing        "Try again at 2026-06-01T12:01:00Z."               60_000;
    "again in"               Clock          "It will be available again in 5m."                300_000;
    "available in"           Clock          "Request was throttled. Expected available in 7 seconds." 7_000;
    "again after"            Clock          "Send it again after 30 seconds."                  30_000;
    // Google, Azure, and what writes the header into its text.
    "retry in"               Clock          "Please retry in 47.434s."                         47_434;
    "retry after"            SecondsOrEpoch "Please retry after 7 seconds."                    7_000;
    "retry-after"            SecondsOrEpoch "{\"headers\":{\"Retry-After\":\"17\"}}"           17_000;
    "retry_after"            SecondsOrEpoch "{\"retry_after\":60}"                             60_000;
    "retryafter"             SecondsOrEpoch "{\"retryAfter\":60}"                              60_000;
    "retry-after-ms"         Millis         "retry-after-ms: 1500"                             1_500;
    "retry_after_ms"         Millis         "{\"retry_after_ms\":1500}"                        1_500;
    "retryafterms"           Millis         "{\"retryAfterMs\":1500}"                          1_500;
    "retry_after_seconds"    SecondsOrEpoch "{\"retry_after_seconds\":17}"                     17_000;
    "retryafterseconds"      SecondsOrEpoch "{\"retryAfterSeconds\":17}"                       17_000;
    "retry your request in"  Clock          "Please retry your request in 30 seconds."         30_000;
    "retry your request after" Clock        "Retry your request after 30 seconds."             30_000;
    "retrydelay"             SecondsOrEpoch "{\"retryDelay\": \"28s\"}"                        28_000;
    "retry_delay"            SecondsOrEpoch "retry_delay {\n  seconds: 44\n}"                  44_000;
    // Pi 1.6.0, when a provider asks for more than its limit.
    "server requested"       Nothing        "Server requested 90s retry delay (max: 60s)"      90_000;
    "wait"                   Nothing        "Please wait 2 minutes before trying again."       120_000;
    "wait for"               Clock          "Please wait for 30 seconds."                      30_000;
    "wait at least"          Clock          "Please wait at least 30 seconds."                 30_000;
    // OpenCode, MiniMax, z.ai, Google Code Assist, Volcengine, Codex.
    "reset in"               Clock          "It will reset in 10 minutes."                     600_000;
    "resets in"              Clock          "Resets in 3hr 59min."                             14_340_000;
    "reset after"            Clock          "Your quota will reset after 53s."                 53_000;
    "resets after"           Clock          "Quota resets after 53s."                          53_000;
    "reset at"               Epoch          "It will reset at 2026-06-01 20:30:00 +0800 CST."  1_800_000;
    "resets at"              Epoch          "resets at 2026-06-01T12:30:00Z (2056)"            1_800_000;
    "reset on"               Nothing        "Your limit will reset on 2026-06-01 at 12:30 UTC" 1_800_000;
    "resets on"              Nothing        "The limit resets on 2026-06-01 at 12:30 UTC"      1_800_000;
    "resets"                 Nothing        "your limit resets 2026-06-01 12:30 UTC"           1_800_000;
    "resets_at"              Epoch          "{\"resets_at\":1780315260}"                       60_000;
    "reset_at"               Epoch          "{\"reset_at\":1780315260}"                        60_000;
    "resetsat"               Epoch          "{\"resetsAt\":1780315260}"                        60_000;
    "resetat"                Epoch          "{\"resetAt\":1780315260}"                         60_000;
    "quotaresettimestamp"    Nothing        "{\"quotaResetTimeStamp\":\"2026-06-01T12:01:00Z\"}" 60_000;
    "quotaresetdelay"        Nothing        "{\"quotaResetDelay\":\"1h2m\"}"                   3_720_000;
    // Azure API Management.
    "replenished in"         Clock          "Quota will be replenished in 02:11:05."           7_865_000;
    // CLIProxyAPI, Hugging Face.
    "reset_seconds"          SecondsOrEpoch "{\"reset_seconds\":17}"                           17_000;
    "reset_time"             Nothing        "{\"reset_time\":\"2m3s\"}"                        123_000;
    "estimated_time"         SecondsOrEpoch "{\"estimated_time\":20.5}"                        20_500;
    "x-ratelimit-reset"      SecondsOrEpoch "{\"X-RateLimit-Reset\":\"1780315234000\"}"        34_000;
    "limited until"          Nothing        "claude-opus is rate limited until 2026-06-01T12:05:00Z" 300_000;
    "limit reached|"         Epoch          "Claude AI usage limit reached|1780315260"         60_000;
    // Russian.
    "повторите через"        Nothing        "Повторите через 30 секунд"                        30_000;
    "попробуйте через"       Nothing        "Попробуйте через 2 минуты"                        120_000;
    "снова через"            Nothing        "Попробуйте снова через 2 минуты"                  120_000;
    "попытку через"          Nothing        "Повторите попытку через 30 секунд"                30_000;
    "раз через"              Nothing        "Попробуйте ещё раз через 30 секунд"               30_000;
    // Chinese.
    "请等待"                    Nothing        "请等待 30 秒"                                         30_000;
};

static LEADS: LazyLock<Literals> =
    LazyLock::new(|| Literals::new(ROWS.iter().map(|row| fold(row.lead)).collect()));

/// Chinese, Japanese and Korean say "after" behind the number.
static AFTER: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(\d{1,9}(?:\.\d{1,9})?) ?(秒|分|小时|小時|时间|時間|天|日|초|분|시간|일)[钟鐘间間]? ?(?:之后|以后|后|後|후)";
    Regex::new(pattern).expect("a pattern that compiles")
});

/// Returns what a folded text asks for, the first usable wait in it, or `None`.
#[must_use]
pub fn find(folded: &str, now: EpochMs) -> Option<Found> {
    leading(folded, now).or_else(|| trailing(folded))
}

fn leading(folded: &str, now: EpochMs) -> Option<Found> {
    let mut first: Option<(usize, Found)> = None;
    LEADS.find(folded, &mut |number, at| {
        let end = at + LEADS.get(number).len();
        if first.as_ref().is_some_and(|(before, _)| *before < at) || inside_a_word(folded, at) {
            return;
        }
        if let Some(found) = read(&ROWS[number], &folded[end..], now) {
            first = Some((at, found));
        }
    });
    first.map(|(_, found)| found)
}

fn read(row: &Row, after: &str, now: EpochMs) -> Option<Found> {
    const BETWEEN: [char; 9] = [' ', ':', '=', '"', '\'', '~', '(', '[', '{'];
    const FILLERS: [&str; 3] = ["about ", "approximately ", "seconds:"];
    let value = after.trim_start_matches(BETWEEN);
    let plain = FILLERS.iter().find_map(|filler| value.strip_prefix(filler));
    let value = plain.unwrap_or(value).trim_start();
    let wait_ms = row.bare.leading_wait(value, now)?;
    let hint = Hint { wait_ms, source: HintSource::Text, name: row.lead.to_owned() };
    let raw = value.chars().take_while(|c| *c != '"').take(30).collect();
    Some(Found { hint, raw })
}

fn inside_a_word(folded: &str, at: usize) -> bool {
    folded[..at]
        .bytes()
        .next_back()
        .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn trailing(folded: &str) -> Option<Found> {
    if folded.is_ascii() || !folded.contains(['后', '後', '후']) {
        return None;
    }
    let capture = AFTER.captures(folded)?;
    let length = format!("{}{}", &capture[1], &capture[2]);
    let wait_ms = duration::whole(&length, 0.0).filter(|wait| *wait > 0)?;
    let raw = capture[0].to_owned();
    Some(Found { hint: Hint { wait_ms, source: HintSource::Text, name: raw.clone() }, raw })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: EpochMs = EpochMs(1_780_315_200_000);

    fn wait(text: &str) -> Option<u64> {
        find(&fold(text), NOW).map(|found| found.hint.wait_ms)
    }

    #[test]
    fn every_row_is_found_in_its_own_sample() {
        for row in ROWS {
            let (text, wait_ms) = row.sample;
            let found = find(&fold(text), NOW).map(|found| found.hint);
            let expected = Hint { wait_ms, source: HintSource::Text, name: row.lead.to_owned() };
            assert_eq!(found, Some(expected), "{text}");
        }
    }

    #[test]
    fn zero_the_past_and_vague_words_are_no_wait() {
        for text in [
            "Please try again in 0s.",
            "Please try again in a few minutes.",
            "Try again in ~0 min.",
            "resets at 2020-01-01T00:00:00Z",
            "resets at 2026-06-01 12:30:00",
            "created within the last 5 minutes, please wait a moment",
            "5分钟内最多请求5次",
            "maxWaitMs (15000ms)",
            "await 5 minutes",
        ] {
            assert_eq!(wait(text), None, "{text}");
        }
    }

    #[test]
    fn the_first_usable_wait_counts() {
        assert_eq!(wait("try again in a moment; retry after 3s, reset in 9s"), Some(3_000));
    }

    #[test]
    fn the_number_may_come_before_the_word() {
        assert_eq!(wait("请在 30 秒后重试"), Some(30_000));
        assert_eq!(wait("请2分钟后再试"), Some(120_000));
        assert_eq!(wait("30秒後にお試しください"), Some(30_000));
        assert_eq!(wait("30초 후에 다시 시도하세요"), Some(30_000));
    }
}
