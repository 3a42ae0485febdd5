//! The machine's part in fallback models: another model takes over, and the user's comes back.

use super::{Failed, Machine, Phase, Retry, Sender};
use crate::config::Problem;
use crate::failure::EpochMs;
use crate::fallback::Skipped;
use crate::home::{self, Away, Due, Moment, Rest};
use crate::judgement::Judgement;
use crate::model::{Candidate, ModelRef};
use crate::seam::{Effect, Inputs, Level, ModelFacts, Scene, Switch, Trace};
use crate::wire::fields;
use crate::{fallback, hint, report};

/// What is known of stand-ins in one session.
#[derive(Debug, Default)]
pub(super) struct StandIns {
    /// The user's model, while another one is active in its place.
    away: Option<Away>,
    /// The user's model is being made the active one.
    returning: bool,
    /// A run goes on.
    running: bool,
    /// The entries that cannot take over, as they were seen last.
    skipped: Vec<Skipped>,
}

/// A failure for which another model is being made the active one.
#[derive(Debug)]
pub(super) struct Switching {
    judgement: Judgement,
    failed: Failed,
    sender: Sender,
    /// Pi's own wait before its repeat, where Pi makes it.
    host_wait_ms: Option<u64>,
    to: Candidate,
    switch: Switch,
    /// The thinking level of the model that failed.
    thinking_level: Option<String>,
    /// Whose place that model held.
    before: Option<Away>,
}

fields! { StandIns { away, returning, running, skipped } }
fields! { Switching {
    judgement, failed, sender, host_wait_ms, to, switch, thinking_level, before,
} }

impl Machine {
    /// Gives up the call that is open.
    pub(super) fn forget_switch(&mut self) {
        self.stand_ins.returning = false;
    }

    /// Asks what Pi knows of the configured models.
    pub(super) fn find_models(&self) -> Option<Effect> {
        let models = self.config.fallback.models.iter();
        let models: Vec<ModelRef> = models.filter_map(|one| one.model.clone()).collect();
        (!models.is_empty()).then_some(Effect::FindModels { models })
    }

    /// Warns of the models that Pi does not know.
    pub(super) fn models_found(&mut self, models: Vec<ModelFacts>) -> Vec<Effect> {
        let nobody = || ModelRef { provider: String::new(), model: String::new() };
        let scene =
            Scene { active: nobody(), thinking_level: None, images: false, tokens: None, models };
        let candidates = &self.config.fallback.models;
        self.stand_ins.skipped = fallback::choose(candidates, 0, &scene, &nobody()).skipped;
        let is_known =
            |model: &ModelRef| scene.models.iter().any(|one| one.known && one.name == *model);
        let unknown = candidates
            .iter()
            .enumerate()
            .filter(|(_, one)| one.model.as_ref().is_some_and(|model| !is_known(model)));
        let problem = |(number, one): (usize, &Candidate)| Problem::UnknownModel {
            key: format!("fallback.models[{number}]"),
            found: one.text.clone(),
        };
        let warnings: Vec<String> = unknown.map(problem).map(|one| report::problem(&one)).collect();
        warnings.into_iter().flat_map(|text| self.tell(Level::Warning, text)).collect()
    }

    /// Lets the next model take over, if one is due and can; else returns nothing.
    pub(super) fn fall_back(
        &mut self,
        judgement: &Judgement,
        failed: &Failed,
        sender: Sender,
        host_wait_ms: Option<u64>,
        inputs: Inputs,
    ) -> Option<Vec<Effect>> {
        let scene = failed.scene.as_ref()?;
        let progress = &self.progress;
        let retries = progress.attempts - progress.attempts_before;
        let blocked = sender != Sender::Pi
            && self.exceeds_total_wait(self.delay_ms(judgement, inputs.random));
        if progress.attempts >= self.config.max_retries
            || !fallback::is_due(judgement, retries, blocked, &self.config)
        {
            return None;
        }
        let models = &self.config.fallback.models;
        let name = ModelRef { provider: failed.provider.clone(), model: failed.model.clone() };
        let choice = fallback::choose(models, progress.candidates_used, scene, &name);
        self.stand_ins.skipped = choice.skipped;
        let place = choice.place?;
        let to = models[place].clone();
        let (from, stand_in) = (scene.active.clone(), to.model.clone()?);
        let set = Effect::SetModel(stand_in.clone());
        let switch = Switch { from: from.to_string(), to: stand_in.to_string() };
        let thinking_level = scene.thinking_level.clone();
        let away = Away {
            home: from,
            thinking_level: thinking_level.clone(),
            rest: rest(judgement, inputs.now),
            stand_in,
        };
        let before = self.stand_ins.away.take();
        self.stand_ins.away = away.further(before.clone());
        self.progress.candidates_used = place + 1;
        self.phase = Phase::Switching(Switching {
            judgement: judgement.clone(),
            failed: failed.clone(),
            sender,
            host_wait_ms,
            to,
            switch,
            thinking_level,
            before,
        });
        Some(vec![set])
    }

    /// Whether a choice is the machine's own. Pi does not tell of a choice that changes nothing.
    pub(super) fn is_own_choice(&self, model: &ModelRef) -> bool {
        let StandIns { away, returning, .. } = &self.stand_ins;
        let own = |away: &Away| away.stand_in == *model || (*returning && away.home == *model);
        away.as_ref().is_some_and(own)
    }

    /// Whoever picks a model has decided: nothing is restored.
    pub(super) fn model_decided(&mut self) {
        self.stand_ins.away = None;
        self.progress.attempts_before = self.progress.attempts;
    }

    pub(super) fn model_set(&mut self, ok: bool, inputs: Inputs) -> Vec<Effect> {
        if std::mem::take(&mut self.stand_ins.returning) {
            return self.came_back(ok);
        }
        match std::mem::take(&mut self.phase) {
            Phase::Switching(switching) if ok => self.took_over(switching),
            Phase::Switching(switching) => self.refused(switching, inputs),
            other => {
                self.phase = other;
                vec![]
            }
        }
    }

    fn took_over(&mut self, switching: Switching) -> Vec<Effect> {
        let Switching {
            judgement, failed, sender, host_wait_ms, to, switch, thinking_level, ..
        } = switching;
        let decision = judgement.decision;
        let attempt = self.progress.attempts + 1;
        self.progress.attempts = attempt;
        self.progress.attempts_before = attempt;
        self.progress.announced = true;
        let report = report::falling_back(&switch.to, decision.category, &decision.reason);
        let retry = Retry {
            attempt,
            decision,
            failed,
            delay_ms: host_wait_ms.unwrap_or(0),
            remaining_ms: 0,
            due_ms: 0,
            sender,
            fallback: Some(switch),
            thinking_level,
        };
        let level = to.thinking_level.map(|level| Effect::SetThinkingLevel { level });
        let mut effects = vec![];
        effects.extend(level);
        effects.extend(self.tell(Level::Warning, report));
        match sender {
            Sender::Settle => effects.extend(self.hand_over_at_settle(retry)),
            Sender::Turn | Sender::Pi => effects.extend(self.hand_over(retry)),
        }
        effects
    }

    /// Pi's answer tells more than what was known: its provider has no credentials.
    fn refused(&mut self, switching: Switching, inputs: Inputs) -> Vec<Effect> {
        let Switching { judgement, mut failed, sender, host_wait_ms, to, before, .. } = switching;
        self.stand_ins.away = before;
        let models = failed.scene.iter_mut().flat_map(|scene| &mut scene.models);
        models
            .filter(|one| Some(&one.name) == to.model.as_ref())
            .for_each(|one| one.credentials = false);
        match host_wait_ms {
            Some(wait) => self.leave_to_pi(judgement, failed, wait, inputs),
            None => self.act(judgement, failed, sender, inputs),
        }
    }

    /// Knows again whose place the active model holds.
    pub(super) fn recall(
        &mut self,
        trail: &[Trace],
        active: Option<&ModelRef>,
        now: EpochMs,
    ) -> Vec<Effect> {
        if !self.config.enabled {
            return vec![];
        }
        self.stand_ins.away = home::recall(trail, active);
        self.come_back(Moment::Opened, now)
    }

    /// Takes note of whether a run goes on, and returns whether one did.
    pub(super) fn run_goes_on(&mut self, running: bool) -> bool {
        std::mem::replace(&mut self.stand_ins.running, running)
    }

    pub(super) fn alarm_rang(&mut self, now: EpochMs) -> Vec<Effect> {
        if self.stand_ins.running { vec![] } else { self.come_back(Moment::Alarm, now) }
    }

    /// Restores the user's model, if its time has come.
    pub(super) fn come_back(&mut self, moment: Moment, now: EpochMs) -> Vec<Effect> {
        let setting = self.stand_ins.returning || matches!(self.phase, Phase::Switching(_));
        let Some(away) = self.stand_ins.away.as_ref().filter(|_| !setting) else {
            return vec![];
        };
        match home::due(away.rest, self.config.fallback.comes_back, moment, now) {
            Due::Now => {
                self.stand_ins.returning = true;
                vec![Effect::SetModel(away.home.clone())]
            }
            Due::In(delay_ms) if moment != Moment::Prompt => vec![Effect::SetAlarm { delay_ms }],
            Due::In(_) | Due::Nothing => vec![],
        }
    }

    fn came_back(&mut self, ok: bool) -> Vec<Effect> {
        match self.stand_ins.away.take() {
            Some(Away { home, thinking_level, .. }) if ok => {
                let mut effects = vec![];
                effects.extend(thinking_level.map(|level| Effect::SetThinkingLevel { level }));
                effects.extend(self.tell(Level::Info, report::back_on(&home)));
                effects
            }
            // Without credentials there is no way back for now.
            away => {
                self.stand_ins.away = away;
                vec![]
            }
        }
    }

    pub(super) fn standing(&self, now: EpochMs) -> Option<report::Standing<'_>> {
        let StandIns { away, skipped, .. } = &self.stand_ins;
        let away = away.as_ref();
        let comes_back = self.config.fallback.comes_back;
        let due = |away: &Away| home::due(away.rest, comes_back, Moment::Settled, now);
        let (due, configured) = (away.map(due), !self.config.fallback.models.is_empty());
        let standing = report::Standing { away: away.zip(due), comes_back, skipped };
        (configured || away.is_some()).then_some(standing)
    }
}

/// The wait that the provider asked for, if it did, from `since` on.
fn rest(judgement: &Judgement, since: EpochMs) -> Rest {
    let wait = |hint: &hint::Hint| hint.wait_ms.saturating_add(hint::MARGIN_MS);
    let wait_ms = judgement.hint.as_ref().map_or(0, |found| wait(&found.hint));
    Rest { since, wait_ms }
}
