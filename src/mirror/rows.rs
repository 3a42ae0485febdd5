//! Pi's patterns, word for word and in its order, each with a text that it matches.
//!
//! The patterns are JavaScript's, all with the flag `i`.

/// The version of `@earendil-works/pi-ai` whose patterns these are.
pub const PI_VERSION: &str = "1.6.0";

/// One of Pi's patterns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The pattern, as it stands in Pi's source.
    pub(super) pattern: &'static str,
    /// A text that it matches.
    #[cfg(test)]
    pub(super) sample: &'static str,
}

macro_rules! rows {
    ($($pattern:literal $sample:literal;)*) => {
        &[$(Row {
            pattern: $pattern,
            #[cfg(test)]
            sample: $sample,
        }),*]
    };
}

/// `utils/retry.ts`, `NON_RETRYABLE_PROVIDER_LIMIT_ERROR_PATTERN`: never repeated.
#[rustfmt::skip]
pub(super) static LIMITS: &[Row] = rows! {
    // OpenCode, plan limits sent as HTTP 429.
    r"GoUsageLimitError"            r#"429: {"type":"GoUsageLimitError","message":"Weekly usage limit reached"}"#;
    r"FreeUsageLimitError"          r#"429: {"type":"FreeUsageLimitError","message":"Rate limit exceeded"}"#;
    r"Monthly usage limit reached"  r"429: Monthly usage limit reached. Resets in 12 days.";
    r"available balance"            r"429: Enable usage from your available balance to go on.";
    // OpenAI.
    r"insufficient_quota"           r#"429: {"type":"insufficient_quota","code":"insufficient_quota"}"#;
    // Gateways that keep a budget.
    r"out of budget"                r"429: This key is out of budget.";
    r"quota exceeded"               r"429: Quota exceeded for this project.";
    r"billing"                      r"429: Please check your plan and billing details.";
    // Sign in with ChatGPT: the plan's limit, and the one that a workspace sets.
    r"subscription_sharing_usage_limit_exceeded"
        r#"{"code":"subscription_sharing_usage_limit_exceeded"}"#;
    r"subscription_sharing_workplace_individual_usage_limit_exceeded"
        r#"{"code":"subscription_sharing_workplace_individual_usage_limit_exceeded"}"#;
    // Z.ai and bigmodel.cn: the plan's limit.
    r#""code"\s*:\s*"?1308(?![0-9])"# r#"429: {"error":{"code":"1308","message":"Usage limit reached"}}"#;
};

/// `utils/retry.ts`, `RETRYABLE_PROVIDER_ERROR_PATTERN`: repeated, except beside [`LIMITS`].
#[rustfmt::skip]
pub(super) static TRANSIENT: &[Row] = rows! {
    // Load, statuses and failures of servers, in the words of many providers.
    r"overloaded"                   r#"529 {"type":"error","error":{"type":"overloaded_error"}}"#;
    r"server_busy"                  r#"{"code":"server_busy"}"#;
    r"servers are currently busy"   r"Our servers are currently busy.";
    r"currently experiencing high demand" r"The model is currently experiencing high demand.";
    r"model is at capacity"         r"The selected model is at capacity.";
    r"rate.?limit"                  r#"{"type":"rate_limit_error"}"#;
    r"too many requests"            r"Too Many Requests";
    r"(?<![a-z0-9])(?:429|500|502|503|504|520|524)(?![a-z0-9])" r"OpenAI API error (502): Bad Gateway";
    r"service.?(?:is.?)?(?:temporarily.?)?unavailable" r"The service is temporarily unavailable.";
    r"server.?error"                r#"{"type":"server_error"}"#;
    r"internal.?error"              r"An internal error occurred.";
    // OpenRouter and other gateways, about the provider behind them.
    r"provider.?returned.?(?:an.?)?error" r"The upstream provider returned an error.";
    r"exceeded request buffer limit while retrying upstream" r"exceeded request buffer limit while retrying upstream";
    r"unable to forward upstream"   r"unable to forward upstream response";
    r"upstream.?request.?failed"    r#"{"code":"upstream_request_failed"}"#;
    r"upstream_stream_read_error"   r#"{"code":"upstream_stream_read_error"}"#;
    r"stream was interrupted"       r"The stream was interrupted.";
    r"http/?2 stream failed"        r"HTTP/2 stream failed";
    // Networks and proxies.
    r"network.?error"               r"NetworkError when attempting to fetch resource.";
    r"connection.?error"            r"Connection error.";
    r"connection.?refused"          r"upstream: connection refused";
    r"connection.?lost"             r"Network connection lost.";
    r"connection.?closed"           r#"{"type":"api_error","message":"Connection closed."}"#;
    r"other side closed"            r"other side closed";
    r"fetch failed"                 r"TypeError: fetch failed";
    // node-fetch, for one in the refresh of a Google token.
    r"request to \S+ failed, reason:" r"request to https://oauth2.googleapis.com/token failed, reason: ";
    r"getaddrinfo"                  r"getaddrinfo EBUSY api.example.com";
    // Codes of Node's sockets.
    r"(?<![a-z0-9_])(?:ECONNRESET|ECONNABORTED|ECONNREFUSED|ETIMEDOUT|EPIPE)(?![a-z0-9_])" r"read ECONNRESET";
    r"connection reset by peer"     r"Connection reset by peer (os error 104)";
    r"ENOTFOUND"                    r"queryA ENOTFOUND api.example.com";
    r"EAI_AGAIN"                    r"queryA EAI_AGAIN api.example.com";
    r"upstream.?connect"            r"upstream connect error or disconnect";
    r"reset before headers"         r"disconnect/reset before headers. reset reason: overflow";
    r"socket hang up"               r"socket hang up";
    r"socket connection was closed" r"The socket connection was closed unexpectedly.";
    r"timed? out"                   r"Request timed out.";
    r"timeout"                      r"Gateway Timeout";
    r"terminated"                   r"terminated";
    // WebSockets.
    r"websocket.?closed"            r"WebSocket closed 1006";
    r"websocket.?error"             r"WebSocket error";
    // Codex: a socket may live for 60 minutes.
    r"websocket.?connection.?limit.?reached" r#"{"code":"websocket_connection_limit_reached"}"#;
    // Streams that ended early, in the words of SDKs and transports.
    r"ended without"                r"stream ended without a finish reason";
    r"stream ended before message_stop" r"Anthropic stream ended before message_stop";
    r"stream ended before a terminal response event" r"stream ended before a terminal response event";
    r"http2 request did not get a response" r"http2 request did not get a response";
    // Proxies around the Codex command line.
    r"stream disconnected before completion" r"stream disconnected before completion: stream closed";
    // Magpie.
    r"cut short after the reply had begun" r"The stream was cut short after the reply had begun.";
    // Node's `ERR_HTTP2_STREAM_CANCEL`.
    r"pending stream has been canceled" r"The pending stream has been canceled (caused by: )";
    // Pi itself, about a wait that is longer than its limit.
    r"retry delay"                  r"Server requested 90s retry delay (max: 60s)";
    // OpenAI and Bedrock, in streams.
    r"you can retry your request"   r"You can retry your request.";
    r"try your request again"       r"Try your request again.";
    r"please retry your request"    r"Please retry your request.";
    // gRPC, for one at NVIDIA.
    r"ResourceExhausted"            r"ResourceExhausted: Worker local total request limit reached";
    // Sign in with ChatGPT.
    r"subscription_sharing_usage_unavailable" r#"{"code":"subscription_sharing_usage_unavailable"}"#;
    r"subscription_sharing_user_unavailable" r#"{"code":"subscription_sharing_user_unavailable"}"#;
};

/// `utils/overflow.ts`, `NON_OVERFLOW_PATTERNS`: no overflow, whatever else the text says.
#[rustfmt::skip]
pub(super) static NO_OVERFLOW: &[Row] = rows! {
    // Pi's Bedrock provider.
    r"^(Throttling error|Service unavailable):" r"Throttling error: Too many tokens, please wait before trying again.";
    r"rate limit"                   r"Rate limit reached: too many tokens per minute.";
    r"too many requests"            r"Too many requests";
};

/// `utils/overflow.ts`, `OVERFLOW_PATTERNS`: the context or the request is too large.
#[rustfmt::skip]
pub(super) static OVERFLOW: &[Row] = rows! {
    // Anthropic and Z.ai.
    r"prompt (?:is )?too long"      r"prompt is too long: 213462 tokens > 200000 maximum";
    r"prompt exceeds max length"    r#"{"code":"1261","message":"Prompt exceeds max length"}"#;
    r"request_too_large"            r#"413 {"error":{"type":"request_too_large"}}"#;
    // Bedrock.
    r"input is too long for requested model" r"Input is too long for requested model.";
    // OpenAI.
    r"exceeds the context window"   r"Your input exceeds the context window of this model.";
    // LiteLLM and other proxies.
    r"exceeds (?:the )?(?:model'?s )?maximum context length(?: of [\d,]+ tokens?|\s*\([\d,]+\))"
        r"Requested token count exceeds the model's maximum context length of 131,072 tokens.";
    r"context window exceeded"      r"litellm.ContextWindowExceededError: Context Window exceeded for given call.";
    // Google.
    r"input token count.*exceeds the maximum" r"The input token count (1196265) exceeds the maximum number of tokens allowed.";
    // xAI.
    r"maximum prompt length is \d+" r"This model's maximum prompt length is 131072 but the request contains 537812 tokens.";
    // Groq.
    r"reduce the length of the messages" r"Please reduce the length of the messages or completion.";
    // OpenRouter and, behind it, Poolside.
    r"maximum context length is \d+ tokens" r"This endpoint's maximum context length is 8192 tokens.";
    r"exceeds (?:the )?maximum allowed input length of [\d,]+ tokens?"
        r"Input length 9000 exceeds the maximum allowed input length of 8192 tokens.";
    // Together AI.
    r"input \(\d+ tokens\) is longer than the model'?s context length \(\d+ tokens\)"
        r"The input (9000 tokens) is longer than the model's context length (8192 tokens).";
    // GitHub Copilot.
    r"exceeds the limit of \d+"     r"prompt token count of 9000 exceeds the limit of 8192";
    // llama.cpp and LM Studio.
    r"exceeds the available context size" r"the request exceeds the available context size, try increasing it";
    r"greater than the context length" r"tokens to keep from the initial prompt is greater than the context length";
    // MiniMax.
    r"context window exceeds limit" r"invalid params, context window exceeds limit";
    // Kimi.
    r"exceeded model token limit"   r"Your request exceeded model token limit: 8192 (requested: 9000)";
    // Mistral.
    r"too large for model with \d+ maximum context length" r"Prompt contains 9000 tokens, too large for model with 8192 maximum context length";
    // DS4.
    r"prompt has [\d,]+ tokens?, but the configured context size is [\d,]+ tokens?"
        r"Prompt has 9,000 tokens, but the configured context size is 8,192 tokens";
    // Z.ai, as a finish reason.
    r"model_context_window_exceeded" r"Provider finish_reason: model_context_window_exceeded";
    // Ollama.
    r"prompt too long; exceeded (?:max )?context length" r"prompt too long; exceeded max context length by 12 tokens";
    // DashScope.
    r"range of input length should be" r"Range of input length should be [1, 98304]";
    // Anyone.
    r"context[_ ]length[_ ]exceeded" r#"400: {"code":"context_length_exceeded"}"#;
    r"too many tokens"              r"Too many tokens";
    r"token limit exceeded"         r"Token limit exceeded";
    // HTTP 413, from an SDK or with the words that Pi puts before it.
    r"^(?:[\w -]+ API error \(413\):|413(?:\s|:|$))" r"github-copilot API error (413): failed to parse request";
};

/// `utils/overflow.ts`, `CEREBRAS_BODYLESS_OVERFLOW_PATTERN`: an overflow at Cerebras.
#[rustfmt::skip]
pub(super) static CEREBRAS_OVERFLOW: &[Row] = rows! {
    r"^4(?:00|13)\s*(?:status code)?\s*\(no body\)" r"400 status code (no body)";
};
