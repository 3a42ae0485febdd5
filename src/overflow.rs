//! A conversation that does not fit the model: words, and the two cases that no words show.

use crate::wording::{Row, rows};

/// Pi's overflow patterns (pi-ai 1.6.0, `utils/overflow.js`) and the providers' own codes.
#[rustfmt::skip]
pub(crate) static ROWS: &[Row] = rows! {
    // Anthropic, z.ai, Ollama.
    ContextOverflow Phrase("prompt is too long"),        "prompt is too long: 213462 tokens > 200000 maximum";
    ContextOverflow Phrase("prompt too long"),           "prompt too long; exceeded max context length by 5 tokens";
    ContextOverflow Phrase("prompt exceeds max length"), "Prompt exceeds max length";
    ContextOverflow Phrase("request_too_large"),         "{\"type\":\"request_too_large\"}";
    // Amazon Bedrock.
    ContextOverflow Phrase("input is too long for requested model"), "Input is too long for requested model.";
    // OpenAI and what is compatible with it.
    ContextOverflow Phrase("context_length_exceeded"),   "{\"code\":\"context_length_exceeded\"}";
    ContextOverflow Phrase("context length exceeded"),   "context length exceeded";
    ContextOverflow Phrase("context_window_exceeded"),   "Unhandled stop reason: model_context_window_exceeded";
    ContextOverflow Phrase("exceeds the context window"), "Your input exceeds the context window of this model";
    ContextOverflow Phrase("maximum context length"),    "This model's maximum context length is 128000 tokens";
    ContextOverflow Phrase("maximum allowed input length of"), "exceeds the maximum allowed input length of 262,112 tokens";
    // LiteLLM.
    ContextOverflow Phrase("contextwindowexceeded"),     "litellm.ContextWindowExceededError: no";
    ContextOverflow Phrase("context window exceeded"),   "Context Window exceeded for given call.";
    // Google.
    ContextOverflow Phrase("exceeds the maximum number of tokens"), "The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).";
    ContextOverflow Phrase("input token count"),         "The input token count (5) exceeds the maximum";
    // xAI, Groq, Together, GitHub Copilot.
    ContextOverflow Before("maximum prompt length is "), "This model's maximum prompt length is 131072";
    ContextOverflow Phrase("reduce the length of the messages"), "Please reduce the length of the messages or completion";
    ContextOverflow Phrase("longer than the model's context length"), "The input (158211 tokens) is longer than the model's context length (131072 tokens).";
    ContextOverflow Phrase("exceed context limit"),      "input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000";
    ContextOverflow Phrase("context limit exceeded"),    "context limit exceeded";
    ContextOverflow Phrase("model context window"),      "exceeds model context window";
    ContextOverflow Phrase("maximum context window"),    "maximum context window";
    ContextOverflow Phrase("context_too_large"),         "{\"code\":\"context_too_large\"}";
    ContextOverflow Phrase("conversation is too long"),  "Your conversation is too long.";
    ContextOverflow Phrase("exceeds the maximum context"), "exceeds the maximum context";
    ContextOverflow Phrase("tokens exceed the configured limit"), "Input tokens exceed the configured limit of 272000 tokens.";
    ContextOverflow Phrase("max_prompt_tokens_exceeded"), "{\"code\":\"model_max_prompt_tokens_exceeded\"}";
    ContextOverflow Before("exceeds the limit of "),     "prompt token count of 150000 exceeds the limit of 128000";
    // llama.cpp, LM Studio, MiniMax, Kimi, Mistral, DS4, DashScope, Baidu.
    ContextOverflow Phrase("exceeds the available context size"), "the request exceeds the available context size";
    ContextOverflow Phrase("greater than the context length"), "tokens to keep from the initial prompt is greater than the context length";
    ContextOverflow Phrase("context window exceeds limit"), "invalid params, context window exceeds limit";
    ContextOverflow Phrase("exceeded model token limit"), "Your request exceeded model token limit: 262144";
    ContextOverflow Before("too large for model with "), "too large for model with 32768 maximum context length";
    ContextOverflow Phrase("the configured context size is"), "Prompt has 5 tokens, but the configured context size is 4 tokens";
    ContextOverflow Phrase("range of input length should be"), "Range of input length should be [1, 30720]";
    ContextOverflow Phrase("tokens too long"),           "Prompt tokens too long";
    ContextOverflow Phrase("tokens_too_long"),           "{\"code\":\"tokens_too_long\"}";
    // vLLM, llama.cpp, LM Studio, Hugging Face.
    ContextOverflow Phrase("longer than the maximum model length"), "The decoder prompt (length 9000) is longer than the maximum model length of 8192.";
    ContextOverflow Phrase("exceed_context_size"),       "{\"type\":\"exceed_context_size_error\"}";
    ContextOverflow Phrase("context size has been exceeded"), "Context size has been exceeded.";
    ContextOverflow Phrase("reached context length of"), "Reached context length of 4096 tokens with this model";
    ContextOverflow Phrase("when context the overflows"), "Trying to keep the first 9000 tokens when context the overflows.";
    ContextOverflow Phrase("tokens + `max_new_tokens` must be"), "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000";
    ContextOverflow Phrase("too many tokens"),           "too many tokens";
    ContextOverflow Phrase("token limit exceeded"),      "input token limit exceeded";
    // Zhipu and z.ai.
    ContextOverflow Phrase("\"code\":\"1261\""),         "{\"code\":\"1261\",\"message\":\"no\"}";
    ContextOverflow Word("\"code\":1261"),               "{\"code\":1261,\"message\":\"no\"}";
    ContextOverflow Phrase("[1261]["),                   "[1261][no][20260601]";
    // Chinese, Japanese, Korean, Russian.
    ContextOverflow Phrase("超长"),                      "输入超长";
    ContextOverflow Phrase("最大token"),                 "超出了模型最大token限制。";
    ContextOverflow Phrase("上下文长度"),                "超过模型上下文长度";
    ContextOverflow Phrase("上下文窗口"),                     "超出模型的上下文窗口";
    ContextOverflow Phrase("上下文过长"),                     "上下文过长";
    ContextOverflow Phrase("上下文超出"),                     "上下文超出限制";
    ContextOverflow Phrase("最大上下文"),                     "超过模型最大上下文";
    ContextOverflow Phrase("输入长度超过"),                    "输入长度超过限制";
    ContextOverflow Phrase("输入过长"),                      "输入过长";
    ContextOverflow Phrase("最大长度"),                      "超过最大长度";
    ContextOverflow Phrase("コンテキスト長"),            "コンテキスト長を超えています。";
    ContextOverflow Phrase("コンテキストウィンドウ"),               "コンテキストウィンドウを超えています。";
    ContextOverflow Phrase("長すぎ"),                       "入力が長すぎます。";
    ContextOverflow Phrase("컨텍스트 길이"),             "컨텍스트 길이를 초과했습니다.";
    ContextOverflow Phrase("컨텍스트 창"),                    "컨텍스트 창을 초과했습니다.";
    ContextOverflow Phrase("너무 깁"),                      "입력이 너무 깁니다.";
    ContextOverflow Phrase("длина контекста"),           "Превышена длина контекста";
    ContextOverflow Phrase("длину контекста"),           "Запрос превышает длину контекста";
    ContextOverflow Phrase("слишком длинн"),             "Слишком длинный запрос";
    ContextOverflow Phrase("слишком много токенов"),     "Слишком много токенов";
};

/// Whether a text without any of these words shows an overflow all the same: HTTP 413 at
/// its start, as SDKs and Pi write it, and Cerebras' 400 without a body.
///
/// The text is folded. Source: Pi 1.6.0, `utils/overflow.js`.
#[must_use]
pub fn by_status(folded: &str, provider: Option<&str>) -> bool {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([' ', ':', '\n', '\r', '\t']);
    let leads = folded.strip_prefix("413").is_some_and(ends);
    let line: String = folded.chars().take(100).collect();
    let prefixed = line.find(" api error (413):").is_some_and(|at| {
        folded[..at].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte))
    });
    let bodyless = provider == Some("cerebras")
        && folded.strip_prefix("400").is_some_and(|rest| {
            let rest = rest.trim_start();
            let rest = rest.strip_prefix("status code").unwrap_or(rest);
            rest.trim_start().starts_with("(no body)")
        });
    leads || prefixed || bodyless
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_413_is_an_overflow_where_it_leads() {
        for text in
            ["413", "413 status code (no body)", "413: {}", "github-copilot api error (413): x"]
        {
            assert!(by_status(text, None), "{text}");
        }
        for text in ["4131", "see 413 x", "{\"x\": \"y api error (413): z\"}"] {
            assert!(!by_status(text, None), "{text}");
        }
    }

    #[test]
    fn a_bodyless_400_is_an_overflow_at_cerebras_alone() {
        let text = "400 status code (no body)";
        assert!(by_status(text, Some("cerebras")));
        assert!(!by_status(text, Some("groq")) && !by_status(text, None));
    }
}
