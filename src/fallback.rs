//! Whether another model is to take over from one that cannot answer, and which.

use crate::category::Category;
use crate::config::{Config, Fallback};
use crate::judgement::Judgement;
use crate::model::{Candidate, ModelRef};
use crate::seam::Scene;
use crate::wire::{fields, tagged};

/// Why a candidate is passed over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Skip {
    /// The entry names no model.
    Malformed,
    /// It is the model that failed.
    Active,
    /// An earlier entry names the same model.
    Duplicate,
    /// Pi does not know it.
    Unknown,
    /// Its provider has no credentials.
    NoCredentials,
    /// The context holds images, and it takes none.
    NoImages,
    /// The context does not fit.
    TooSmall {
        /// Its context window in tokens.
        window: f64,
        /// The context in use in tokens.
        tokens: f64,
    },
    /// It had its turn with this failing request.
    Tried,
}

tagged! { Skip by "why" {
    "malformed" Malformed,
    "active" Active,
    "duplicate" Duplicate,
    "unknown" Unknown,
    "no_credentials" NoCredentials,
    "no_images" NoImages,
    "too_small" TooSmall { window, tokens },
    "tried" Tried,
} }

/// An entry that is passed over, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// The entry as it was written.
    pub entry: String,
    /// Why.
    pub skip: Skip,
}

fields! { Skipped { entry } with skip }

/// What is left of the list for a failing request.
#[derive(Debug, Default, PartialEq)]
pub struct Choice {
    /// The place of the model that takes over, unless the list is used up.
    pub place: Option<usize>,
    /// The entries that cannot, in order.
    pub skipped: Vec<Skipped>,
}

/// Whether the model that failed has had its tries, `retries` of them so far, and another
/// may take over. `blocked` where a wait for it may not be started.
#[must_use]
pub fn is_due(judgement: &Judgement, retries: u32, blocked: bool, config: &Config) -> bool {
    let Fallback { after_retries, max_wait_ms, on, .. } = &config.fallback;
    let decision = &judgement.decision;
    let category = decision.category;
    let forced_to_stop = judgement.pattern.is_some() && !decision.retry;
    if category == Category::ContextOverflow || !on.contains(&category) || forced_to_stop {
        return false;
    }
    // Waiting cannot help.
    let in_vain = matches!(category, Category::Quota | Category::Auth | Category::NotFound);
    let asked_ms = judgement.hint.as_ref().map_or(0, |found| found.hint.wait_ms);
    let too_long = asked_ms > *max_wait_ms || exceeds_limit(asked_ms, config);
    in_vain || too_long || blocked || !decision.retry || retries >= *after_retries
}

fn exceeds_limit(asked_ms: u64, config: &Config) -> bool {
    let limit_ms = config.max_retry_after_ms;
    limit_ms > 0 && asked_ms > limit_ms
}

/// Looks for the next model, where the first `used` entries had their turn. `failed` is the
/// physical model that the failed message names.
#[must_use]
pub fn choose(models: &[Candidate], used: usize, scene: &Scene, failed: &ModelRef) -> Choice {
    let mut choice = Choice::default();
    for (place, candidate) in models.iter().enumerate() {
        let earlier = &models[..place];
        let tried = (place < used).then_some(Skip::Tried);
        match unusable(candidate, earlier, scene, failed).or(tried) {
            Some(skip) => choice.skipped.push(Skipped { entry: candidate.text.clone(), skip }),
            None => choice.place = choice.place.or(Some(place)),
        }
    }
    choice
}

fn unusable(
    candidate: &Candidate,
    earlier: &[Candidate],
    scene: &Scene,
    failed: &ModelRef,
) -> Option<Skip> {
    let Some(model) = &candidate.model else { return Some(Skip::Malformed) };
    if *model == scene.active || model == failed {
        return Some(Skip::Active);
    }
    if earlier.iter().any(|one| one.model.as_ref() == Some(model)) {
        return Some(Skip::Duplicate);
    }
    let facts = scene.models.iter().find(|facts| facts.name == *model);
    let Some(facts) = facts.filter(|facts| facts.known) else { return Some(Skip::Unknown) };
    let (window, tokens) = (facts.context_window, scene.tokens.unwrap_or_default());
    if !facts.credentials {
        Some(Skip::NoCredentials)
    } else if scene.images && !facts.images {
        Some(Skip::NoImages)
    } else if window > 0.0 && tokens > window {
        Some(Skip::TooSmall { window, tokens })
    } else {
        None
    }
}
