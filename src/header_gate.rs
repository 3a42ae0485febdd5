//! Which response belongs to the main request, and whether that is certain.
//!
//! Pi says that a request is being prepared (`context`), then that its headers are open
//! (`before_provider_headers`). Requests of compaction show the second alone; a cache
//! warming shows its own decision first and may come between the two. So headers belong
//! to a warming while one is expected, else to the main request that was prepared.

use crate::failure::{Failure, Headers};
use crate::seam::{Captured, HostSettings, RequestPhase};
use crate::wire::{fields, words};

/// The APIs whose requests were seen to go through Pi's HTTP client, where a mark can be
/// taken out before anything is sent. Measured on Pi 1.6.0.
const MEASURED: [&str; 8] = [
    "openai-completions",
    "openai-responses",
    "azure-openai-responses",
    "anthropic-messages",
    "google-generative-ai",
    "mistral-conversations",
    "pi-messages",
    CODEX,
];

/// The one API that may use an open socket, which shows no request of its own.
const CODEX: &str = "openai-codex-responses";

/// Repeats a request by itself, without a word.
const BEDROCK: &str = "bedrock-converse-stream";

/// Where the response behind a failure is read, or why nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From Pi's HTTP client, by a mark.
    Marks,
    /// From Pi's own response events, while these are unambiguous.
    ResponseEvents(NoMarks),
    /// From nowhere.
    Off(NoMarks, Off),
}

/// Why requests are not marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMarks {
    /// The user does not want it (`captureHeaders`).
    Unwanted,
    /// Pi's HTTP client cannot be watched in this runtime.
    Unwatchable,
    /// A marked request never showed, so its mark could not be taken out.
    Lost,
    /// The API was not seen to go through Pi's HTTP client.
    Unmeasured,
}

/// Why the response behind a failure cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// Pi's cache warming may send requests of its own.
    Warming,
    /// Pi's provider layer repeats requests by itself.
    ProviderRetries,
    /// The API repeats requests by itself.
    RepeatingApi,
    /// One request had two responses.
    SecondResponse,
}

/// The state of one session.
#[derive(Debug)]
pub struct Gate {
    /// Why no marks may be given at all.
    no_marks: Option<NoMarks>,
    /// A main request was prepared, and its headers are still to come.
    prepared: bool,
    /// Warmings that were decided on, and whose headers are still to come.
    warmings: u32,
    /// A warming was ever decided on.
    warmed: bool,
    /// One request had two responses.
    second_response: bool,
    api: Option<String>,
    settings: HostSettings,
    /// What the main request was first answered with, as far as Pi's events say.
    response: Option<Captured>,
}

words! { NoMarks {
    "unwanted" Unwanted, "unwatchable" Unwatchable, "lost" Lost, "unmeasured" Unmeasured,
} }
fields! { Gate {
    no_marks, prepared, warmings, warmed, second_response, api, settings, response,
} }

impl Default for Gate {
    /// Returns the gate of a session that has not been configured.
    fn default() -> Self {
        Self::new(Some(NoMarks::Unwatchable))
    }
}

impl Gate {
    /// Returns the gate of a new session.
    #[must_use]
    pub fn new(no_marks: Option<NoMarks>) -> Self {
        Self {
            no_marks,
            prepared: false,
            warmings: 0,
            warmed: false,
            second_response: false,
            api: None,
            settings: HostSettings::default(),
            response: None,
        }
    }

    /// A main request is being prepared.
    pub fn prepared(&mut self, settings: HostSettings) {
        self.prepared = true;
        self.settings = settings;
        self.response = None;
    }

    /// Pi has decided about a cache warming.
    pub fn warming(&mut self, sent: bool) {
        self.warmed = true;
        self.warmings += u32::from(sent);
    }

    /// Whether the headers that open next are the main request's.
    #[must_use]
    pub fn awaits_headers(&self) -> bool {
        self.prepared && self.warmings == 0
    }

    /// The headers of some request are open. Returns whether to mark it.
    pub fn headers_open(&mut self, api: Option<String>) -> bool {
        if self.warmings > 0 {
            self.warmings -= 1;
            return false;
        }
        let main = std::mem::take(&mut self.prepared);
        if main {
            self.api = api;
        }
        main && self.source() == Source::Marks
    }

    /// A response has begun, as Pi's own event says.
    pub fn responded(&mut self, status: u16, headers: Headers) {
        self.second_response |= self.response.is_some() && self.source() != Source::Marks;
        let response = || Captured { status: Some(status), headers, ..Captured::default() };
        self.response.get_or_insert_with(response);
    }

    /// The main request has ended. Returns the one error response that Pi's events showed,
    /// where these are the source.
    pub fn ended(&mut self, captured: Option<&Captured>) -> Option<Captured> {
        self.prepared = false;
        let open_socket = self.api.as_deref() == Some(CODEX);
        if captured.is_some_and(|captured| !captured.seen) && !open_socket {
            self.no_marks = Some(NoMarks::Lost);
        }
        let certain = matches!(self.source(), Source::ResponseEvents(_));
        self.response.take().filter(|response| certain && response.status >= Some(400))
    }

    /// Whether the active model may fail in an open stream with an event that Pi drops.
    #[must_use]
    pub fn streams_errors(&self) -> bool {
        self.api.as_deref() == Some(CODEX)
    }

    /// Returns where the response behind the next failure will be read.
    #[must_use]
    pub fn source(&self) -> Source {
        let api = self.api.as_deref();
        let measured = api.is_none_or(|api| MEASURED.contains(&api));
        let why = match self.no_marks {
            None if measured => return Source::Marks,
            None => NoMarks::Unmeasured,
            Some(why) => why,
        };
        let off = [
            (api == Some(BEDROCK), Off::RepeatingApi),
            (self.settings.provider_max_retries.is_some_and(|max| max > 0.0), Off::ProviderRetries),
            (self.settings.cache_warming.as_deref() != Some("off") || self.warmed, Off::Warming),
            (self.second_response, Off::SecondResponse),
        ];
        let first = off.into_iter().find(|(holds, _)| *holds);
        first.map_or(Source::ResponseEvents(why), |(_, off)| Source::Off(why, off))
    }
}

/// Adds the response to what is known of a failure, and returns how far the request had
/// come. The status and the headers of a response that began well say nothing of its end.
pub fn complete(failure: &mut Failure, captured: Captured) -> Option<RequestPhase> {
    let phase = match captured.status {
        Some(..400) => RequestPhase::Stream,
        None if !captured.seen => return None,
        _ => RequestPhase::Request,
    };
    if phase == RequestPhase::Request {
        failure.status = captured.status.filter(|status| (400..=599).contains(status));
        failure.headers = captured.headers;
    }
    failure.body = captured.body;
    failure.code = captured.code;
    Some(phase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOST: Option<&Captured> =
        Some(&Captured { seen: false, status: None, headers: vec![], body: None, code: None });

    fn quiet() -> HostSettings {
        HostSettings { cache_warming: Some("off".to_owned()), ..HostSettings::default() }
    }

    #[test]
    fn the_main_request_is_marked_and_no_other() {
        let mut gate = Gate::new(None);
        assert!(!gate.headers_open(Some("anthropic-messages".to_owned())));
        gate.prepared(quiet());
        assert!(gate.headers_open(Some("anthropic-messages".to_owned())));
        assert!(!gate.headers_open(Some("anthropic-messages".to_owned())));
    }

    #[test]
    fn a_warming_between_the_two_events_of_the_main_request_is_told_apart() {
        let mut gate = Gate::new(None);
        gate.prepared(quiet());
        gate.warming(true);
        assert!(!gate.headers_open(Some("anthropic-messages".to_owned())));
        assert!(gate.headers_open(Some("anthropic-messages".to_owned())));
        gate.warming(false);
        gate.prepared(quiet());
        assert!(gate.headers_open(Some("anthropic-messages".to_owned())));
    }

    #[test]
    fn a_request_that_never_got_headers_leaves_no_mark_for_the_next() {
        let mut gate = Gate::new(None);
        gate.prepared(quiet());
        gate.ended(None);
        assert!(!gate.headers_open(Some("anthropic-messages".to_owned())));
    }

    #[test]
    fn apis_that_were_not_measured_are_never_marked() {
        for name in ["bedrock-converse-stream", "pi-virtual", "some-custom-api"] {
            let mut gate = Gate::new(None);
            gate.prepared(quiet());
            assert!(!gate.headers_open(Some(name.to_owned())), "{name}");
        }
    }

    #[test]
    fn a_lost_mark_ends_marking_except_on_an_open_socket() {
        let mut gate = Gate::new(None);
        gate.prepared(quiet());
        assert!(gate.headers_open(Some(CODEX.to_owned())));
        gate.ended(LOST);
        assert_eq!(gate.source(), Source::Marks);
        gate.prepared(quiet());
        assert!(gate.headers_open(Some("openai-completions".to_owned())));
        gate.ended(LOST);
        gate.prepared(quiet());
        assert!(!gate.headers_open(Some("openai-completions".to_owned())));
    }

    #[test]
    fn without_marks_pi_s_events_count_only_while_they_are_certain() {
        let fail = |gate: &mut Gate, settings: HostSettings, responses: u32| {
            gate.prepared(settings);
            gate.headers_open(Some("x".to_owned()));
            for _ in 0..responses {
                gate.responded(503, vec![]);
            }
            gate.ended(None).and_then(|response| response.status)
        };
        let mut gate = Gate::new(Some(NoMarks::Unwatchable));
        assert_eq!(fail(&mut gate, quiet(), 1), Some(503));
        assert_eq!(fail(&mut gate, quiet(), 0), None);
        let warm = HostSettings { cache_warming: None, ..quiet() };
        assert_eq!(fail(&mut gate, warm, 1), None);
        let repeat = HostSettings { provider_max_retries: Some(2.0), ..quiet() };
        assert_eq!(fail(&mut gate, repeat, 1), None);
        assert_eq!(fail(&mut gate, quiet(), 2), None);
        assert_eq!(gate.source(), Source::Off(NoMarks::Unwatchable, Off::SecondResponse));
        assert_eq!(fail(&mut gate, quiet(), 1), None);
    }

    #[test]
    fn a_response_that_began_well_says_nothing_of_its_end() {
        let headers: Headers = [("x".to_owned(), vec!["1".to_owned()])].into();
        let captured = |status| Captured {
            seen: true,
            status,
            headers: headers.clone(),
            ..Captured::default()
        };
        let mut failure = Failure::from_text("terminated");
        assert_eq!(complete(&mut failure, captured(Some(200))), Some(RequestPhase::Stream));
        assert_eq!((failure.status, failure.headers.len()), (None, 0));
        assert_eq!(complete(&mut failure, captured(Some(429))), Some(RequestPhase::Request));
        assert_eq!((failure.status, failure.headers.len()), (Some(429), 1));
        assert_eq!(complete(&mut failure, Captured::default()), None);
        assert_eq!(
            complete(&mut failure, Captured { seen: true, ..Captured::default() }),
            Some(RequestPhase::Request)
        );
    }

    #[test]
    fn bedrock_repeats_by_itself_and_a_decided_warming_spoils_certainty() {
        let mut gate = Gate::new(None);
        gate.prepared(quiet());
        gate.headers_open(Some(BEDROCK.to_owned()));
        assert_eq!(gate.source(), Source::Off(NoMarks::Unmeasured, Off::RepeatingApi));
        let mut gate = Gate::new(Some(NoMarks::Unwatchable));
        gate.warming(false);
        assert_eq!(gate.source(), Source::Off(NoMarks::Unwatchable, Off::Warming));
    }
}
