//! Words for what the next request would meet again: spent quotas, keys, unknown models,
//! wrong requests, refusals.

use super::Row;

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = rows! {
    // OpenAI's code, and its sentence, which Google shares.
    Quota          Phrase("insufficient_quota"),        "{\"code\":\"insufficient_quota\"}";
    Quota          Phrase("insufficient quota"),        "Insufficient quota for this key";
    Quota          Phrase("insufficient_user_quota"),   "{\"code\":\"insufficient_user_quota\"}";
    Quota          Phrase("exceeded your current quota"), "You exceeded your current quota, please check your plan";
    Quota          Phrase("exceeded_current_quota"),    "{\"type\":\"exceeded_current_quota_error\"}";
    Quota          Phrase("current token quota"),       "You exceeded your current token quota";
    // Money.
    Quota          Word("billing"),                     "check your plan and billing details";
    Quota          Phrase("billing_"),                  "{\"code\":\"billing_hard_limit_reached\"}";
    Quota          Phrase("payment required"),          "402 Payment Required";
    Quota          Phrase("payment_required"),          "{\"type\":\"payment_required\"}";
    Quota          Phrase("paymentrequired"),           "PaymentRequiredError: top up";
    Quota          Phrase("payment is past due"),       "your subscription payment is past due";
    Quota          Phrase("invalid_payment_instrument"), "INVALID_PAYMENT_INSTRUMENT:A valid payment instrument must be provided.";
    Quota          Phrase("insufficient balance"),      "Insufficient balance or no resource package. Please recharge.";
    Quota          Phrase("insufficient_balance"),      "{\"type\":\"insufficient_balance_error\"}";
    Quota          Phrase("insufficient account balance"), "Insufficient account balance";
    Quota          Phrase("insufficient funds"),        "Insufficient funds";
    Quota          Phrase("insufficient_funds"),        "{\"type\":\"insufficient_funds\"}";
    Quota          Phrase("insufficient account funds"), "Upstream request failed: Insufficient account funds";
    Quota          Phrase("insufficient credit"),       "Insufficient credits";
    Quota          Phrase("insufficient_credit"),       "{\"code\":\"insufficient_credits\"}";
    Quota          Phrase("available balance"),         "enable usage from your available balance";
    Quota          Phrase("account balance"),           "please check your account balance";
    Quota          Phrase("overdue"),                   "your account has an overdue balance";
    Quota          Phrase("arrearage"),                 "{\"code\":\"Arrearage\"}";
    Quota          Phrase("in arrears"),                "Your account is in arrears";
    Quota          Phrase("recharge"),                  "please recharge your account";
    Quota          Phrase("out of credits"),            "You have run out of credits";
    Quota          Phrase("more credits"),              "This request requires more credits";
    Quota          Phrase("no credits"),                "no credits left";
    Quota          Phrase("not enough credits"),        "Not enough credits";
    Quota          Phrase("included credits"),          "You have exceeded your monthly included credits";
    Quota          Phrase("credit balance"),            "A positive credit balance is required";
    Quota          Phrase("credits exhausted"),         "Credits exhausted";
    Quota          Phrase("credits have been exhausted"), "Your credits have been exhausted";
    Quota          Phrase("hết credit"),                "hết credit (ví Pay-as-you-go)";
    // Budgets: LiteLLM, Vercel, Neon.
    Quota          Phrase("budget has been exceeded"),  "Budget has been exceeded! Current cost: 12.3";
    Quota          Phrase("budgetexceeded"),            "litellm.BudgetExceededError: too much";
    Quota          Phrase("budget_exceeded"),           "{\"type\":\"budget_exceeded\"}";
    Quota          Phrase("budget exceeded"),           "Project budget exceeded.";
    Quota          Phrase("exceededbudget"),            "ExceededBudget: User=a";
    Quota          Phrase("exceeded budget"),           "Exceeded budget for deployment";
    Quota          Phrase("crossed budget"),            "crossed budget: too much";
    Quota          Phrase("over budget"),               "User=a over budget.";
    Quota          Phrase("out of budget"),             "out of budget";
    Quota          Phrase("spend limit"),               "daily spend limit exceeded";
    Quota          Phrase("spending limit"),            "monthly spending limit reached";
    Quota          Phrase("spend threshold"),           "Crossed spend threshold.";
    // Plans: ChatGPT, OpenCode, Kimi, MiniMax, Ollama, Anthropic, z.ai.
    Quota          Phrase("usage limit"),               "The usage limit has been reached";
    Quota          Phrase("usage_limit"),               "{\"type\":\"usage_limit_reached\"}";
    Quota          Phrase("usagelimiterror"),           "{\"type\":\"GoUsageLimitError\"}";
    Quota          Phrase("usage quota"),               "You have exceeded the 5-hour usage quota.";
    Quota          Phrase("accountquotaexceeded"),      "{\"code\":\"AccountQuotaExceeded\"}";
    Quota          Phrase("monthly quota"),             "monthly quota exceeded";
    Quota          Phrase("daily quota"),               "daily quota exceeded";
    Quota          Phrase("weekly quota"),              "weekly quota exceeded";
    Quota          Phrase("extra usage is required"),   "Extra usage is required for long context requests.";
    Quota          Phrase("draw from your extra usage"), "Third-party apps now draw from your extra usage, not your plan limits.";
    Quota          Phrase("freetieronly"),              "{\"code\":\"AllocationQuota.FreeTierOnly\"}";
    Quota          Phrase("free tier of the model has been exhausted"), "The free tier of the model has been exhausted.";
    Quota          Phrase("monthly_request_count"),     "ServiceQuotaExceededException MONTHLY_REQUEST_COUNT";
    Quota          Phrase("pre_consume_token_quota_failed"), "{\"code\":\"pre_consume_token_quota_failed\"}";
    Quota          Phrase("subscription_sharing_workplace_individual_usage"), "subscription_sharing_workplace_individual_usage_limit_exceeded";
    Quota          Phrase("no active subscription"),    "403 No active subscription found for this group";
    // AWS: an account's service quota, which only a person can raise.
    Quota          Phrase("servicequotaexceeded"),      "ServiceQuotaExceededException: Your request exceeds the service quota";
    // Cloudflare Workers AI: the daily free allowance.
    Quota          Phrase("daily free allocation"),     "you have used up your daily free allocation of 10,000 neurons";
    Quota          Word("\"code\":4006"),               "{\"errors\":[{\"code\":4006}]}";
    // Zhipu and z.ai, as numbers.
    Quota          Phrase("\"code\":\"1113\""),         "{\"code\":\"1113\",\"message\":\"no\"}";
    Quota          Word("\"code\":1113"),               "{\"code\":1113,\"message\":\"no\"}";
    Quota          Phrase("\"code\":\"1308\""),         "{\"code\":\"1308\",\"message\":\"no\"}";
    Quota          Word("\"code\":1308"),               "{\"code\":1308,\"message\":\"no\"}";
    Quota          Phrase("\"code\":\"1309\""),         "{\"code\":\"1309\",\"message\":\"no\"}";
    Quota          Word("\"code\":1309"),               "{\"code\":1309,\"message\":\"no\"}";
    Quota          Phrase("\"code\":\"1310\""),         "{\"code\":\"1310\",\"message\":\"no\"}";
    Quota          Word("\"code\":1310"),               "{\"code\":1310,\"message\":\"no\"}";
    Quota          Phrase("\"code\":\"1316\""),         "{\"code\":\"1316\",\"message\":\"no\"}";
    Quota          Word("\"code\":1316"),               "{\"code\":1316,\"message\":\"no\"}";
    Quota          Phrase("[1113]["),                   "[1113][no][20260601]";
    Quota          Phrase("[1308]["),                   "[1308][no][20260601]";
    Quota          Phrase("[1309]["),                   "[1309][no][20260601]";
    Quota          Phrase("[1310]["),                   "[1310][no][20260601]";
    Quota          Phrase("[1316]["),                   "[1316][no][20260601]";
    // MiniMax.
    Quota          Word("\"status_code\":1008"),        "{\"base_resp\":{\"status_code\":1008}}";
    Quota          Word("\"status_code\":2056"),        "{\"base_resp\":{\"status_code\":2056}}";
    // Words that some say of a month and others of a minute.
    QuotaOrRateLimit Phrase("quota exceeded"),          "429 quota exceeded";
    QuotaOrRateLimit Phrase("quota_exceeded"),          "{\"code\":\"quota_exceeded\"}";
    QuotaOrRateLimit Phrase("quotaexceeded"),           "{\"reason\":\"quotaExceeded\"}";
    QuotaOrRateLimit Phrase("exceeded your quota"),     "You have exceeded your quota for requests per min.";
    QuotaOrRateLimit Phrase("quota exhausted"),         "Quota exhausted.";
    QuotaOrRateLimit Phrase("throttling.allocationquota"), "{\"code\":\"Throttling.AllocationQuota\"}";
    // Pi 1.6.0, for a Codex plan.
    CodexUsageLimit Phrase("you have hit your chatgpt usage limit"), "You have hit your ChatGPT usage limit (pro plan).";

    // OpenAI, Anthropic, Google, AWS.
    Auth           Phrase("authentication_error"),      "{\"type\":\"authentication_error\"}";
    Auth           Phrase("authenticationerror"),       "AuthenticationError: wrong key";
    Auth           Phrase("authentication failed"),     "Authentication failed";
    Auth           Phrase("permission_error"),          "{\"type\":\"permission_error\"}";
    Auth           Phrase("permission_denied"),         "{\"status\":\"PERMISSION_DENIED\"}";
    Auth           Phrase("permission denied"),         "Permission denied on resource";
    Auth           Phrase("permissiondenied"),          "PermissionDeniedError: no";
    Auth           Phrase("invalid_api_key"),           "{\"code\":\"invalid_api_key\"}";
    Auth           Phrase("invalid api key"),           "Invalid API key";
    Auth           Phrase("invalid_authentication"),    "{\"type\":\"invalid_authentication_error\"}";
    Auth           Phrase("incorrect api key"),         "Incorrect API key provided";
    Auth           Phrase("api key not valid"),         "API key not valid. Please pass a valid API key.";
    Auth           Phrase("api_key_invalid"),           "{\"reason\":\"API_KEY_INVALID\"}";
    Auth           Phrase("no auth credentials"),       "No auth credentials found";
    Auth           Phrase("unauthenticated"),           "{\"status\":\"UNAUTHENTICATED\"}";
    Auth           Word("unauthorized"),                "{\"detail\":\"Unauthorized\"}";
    Auth           Word("forbidden"),                   "Forbidden";
    Auth           Phrase("accessdenied"),              "AccessDeniedException: no access";
    Auth           Phrase("access denied"),             "Access denied";
    Auth           Phrase("access is denied"),          "Model access is denied";
    Auth           Phrase("not authorized"),            "You are not authorized to perform this";
    Auth           Phrase("unrecognizedclient"),        "UnrecognizedClientException: the security token";
    Auth           Phrase("expiredtoken"),              "ExpiredTokenException: expired";
    Auth           Phrase("invalidsignature"),          "InvalidSignatureException: no match";
    Auth           Phrase("token has expired"),         "OAuth token has expired";
    Auth           Phrase("token has been invalidated"), "Your authentication token has been invalidated.";
    Auth           Phrase("signing in again"),          "Please try signing in again.";
    Auth           Phrase("unsupported_country"),       "{\"code\":\"unsupported_country_region_territory\"}";
    // Zhipu and z.ai: no permission for the plan.
    Auth           Phrase("\"code\":\"1311\""),         "{\"code\":\"1311\",\"message\":\"no\"}";
    Auth           Word("\"code\":1311"),               "{\"code\":1311,\"message\":\"no\"}";
    Auth           Phrase("\"code\":\"1315\""),         "{\"code\":\"1315\",\"message\":\"no\"}";
    Auth           Word("\"code\":1315"),               "{\"code\":1315,\"message\":\"no\"}";
    Auth           Phrase("[1311]["),                   "[1311][no][20260601]";
    Auth           Phrase("[1315]["),                   "[1315][no][20260601]";

    // OpenAI, Anthropic, Google, AWS, Azure.
    NotFound       Phrase("not_found_error"),           "{\"type\":\"not_found_error\"}";
    NotFound       Phrase("model_not_found"),           "{\"code\":\"model_not_found\"}";
    NotFound       Word("not_found"),                   "{\"status\":\"NOT_FOUND\"}";
    NotFound       Phrase("notfounderror"),             "NotFoundError: no such model";
    NotFound       Phrase("resourcenotfound"),          "ResourceNotFoundException: no such version";
    NotFound       Phrase("deploymentnotfound"),        "{\"code\":\"DeploymentNotFound\"}";
    NotFound       Phrase("model not found"),           "Model not found";
    NotFound       Phrase("no such model"),             "no such model";
    NotFound       Phrase("unknown model"),             "unknown model gpt-9";
    NotFound       Phrase("model does not exist"),      "The model does not exist";
    // Zhipu and z.ai.
    NotFound       Phrase("\"code\":\"1211\""),         "{\"code\":\"1211\",\"message\":\"no\"}";
    NotFound       Word("\"code\":1211"),               "{\"code\":1211,\"message\":\"no\"}";
    NotFound       Phrase("[1211]["),                   "[1211][no][20260601]";

    // OpenAI, Anthropic, Google, AWS, LiteLLM.
    InvalidRequest Phrase("invalid_request"),           "{\"type\":\"invalid_request_error\"}";
    InvalidRequest Phrase("invalid_argument"),          "{\"status\":\"INVALID_ARGUMENT\"}";
    InvalidRequest Phrase("failed_precondition"),       "{\"status\":\"FAILED_PRECONDITION\"}";
    InvalidRequest Phrase("validationexception"),       "ValidationException: wrong";
    InvalidRequest Phrase("validation error"),          "Validation error: wrong";
    InvalidRequest Phrase("badrequest"),                "litellm.BadRequestError: wrong";
    InvalidRequest Phrase("bad request"),               "400 Bad Request";
    InvalidRequest Phrase("invalid_prompt"),            "invalid_prompt: wrong";
    InvalidRequest Phrase("invalid_parameter"),         "{\"code\":\"invalid_parameter_error\"}";
    InvalidRequest Phrase("unsupported_parameter"),     "{\"code\":\"unsupported_parameter\"}";
    InvalidRequest Phrase("unsupported_value"),         "{\"code\":\"unsupported_value\"}";
    InvalidRequest Phrase("requires a project id"),     "Vertex AI requires a project ID.";

    // OpenAI, Azure, Anthropic.
    ContentPolicy  Phrase("content_policy"),            "{\"code\":\"content_policy_violation\"}";
    ContentPolicy  Phrase("content policy"),            "violates our content policy";
    ContentPolicy  Phrase("contentpolicy"),             "ContentPolicyViolationError: no";
    ContentPolicy  Phrase("content_filter"),            "Provider finish_reason: content_filter";
    ContentPolicy  Phrase("content filter"),            "Output blocked by content filtering policy";
    ContentPolicy  Phrase("content management policy"), "triggering Azure OpenAI's content management policy";
    ContentPolicy  Phrase("responsibleaipolicy"),       "{\"code\":\"ResponsibleAIPolicyViolation\"}";
    ContentPolicy  Phrase("violating our usage policy"), "flagged as potentially violating our usage policy";
    ContentPolicy  Phrase("violating our policies"),    "flagged for violating our policies";
    ContentPolicy  Phrase("violates our usage polic"),  "This request violates our usage policies.";
    ContentPolicy  Phrase("safety system"),             "Your request was rejected as a result of our safety system.";
    ContentPolicy  Phrase("cyber_policy"),              "{\"code\":\"cyber_policy_violation\"}";
    ContentPolicy  Phrase("refused to complete"),       "The model refused to complete the request";
    ContentPolicy  Phrase("stopped with: refusal"),     "Provider stopped with: refusal";
    ContentPolicy  Phrase("finish_reason: refusal"),    "Provider finish_reason: refusal";
    ContentPolicy  Phrase("stopped with: sensitive"),   "Provider stopped with: sensitive";
    ContentPolicy  Phrase("finish_reason: sensitive"),  "Provider finish_reason: sensitive";
    // Google's finish and block reasons.
    ContentPolicy  Phrase("prohibited_content"),        "Provider stopped with: PROHIBITED_CONTENT";
    ContentPolicy  Phrase("stopped with: safety"),      "Provider stopped with: SAFETY";
    ContentPolicy  Phrase("stopped with: recitation"),  "Provider stopped with: RECITATION";
    ContentPolicy  Phrase("stopped with: blocklist"),   "Provider stopped with: BLOCKLIST";
    ContentPolicy  Phrase("stopped with: spii"),        "Provider stopped with: SPII";
    ContentPolicy  Phrase("image_safety"),              "Provider stopped with: IMAGE_SAFETY";
    ContentPolicy  Phrase("prompt was blocked"),        "The prompt was blocked";
    ContentPolicy  Phrase("blockreason"),               "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}";
    // AWS.
    ContentPolicy  Phrase("guardrail_intervened"),      "Provider stopped with: guardrail_intervened";
    ContentPolicy  Phrase("content_filtered"),          "Provider stopped with: content_filtered";
    // DashScope, Volcengine, Zhipu.
    ContentPolicy  Phrase("data_inspection_failed"),    "{\"code\":\"data_inspection_failed\"}";
    ContentPolicy  Phrase("datainspectionfailed"),      "{\"code\":\"DataInspectionFailed\"}";
    ContentPolicy  Phrase("inappropriate content"),     "Input data may contain inappropriate content.";
    ContentPolicy  Phrase("sensitive content"),         "the input text includes sensitive content";
    ContentPolicy  Phrase("riskdetection"),             "{\"code\":\"InputTextRiskDetection\"}";
    ContentPolicy  Phrase("sensitivecontentdetected"),  "{\"code\":\"InputTextSensitiveContentDetected\"}";
    ContentPolicy  Phrase("\"code\":\"1301\""),         "{\"code\":\"1301\",\"message\":\"no\"}";
    ContentPolicy  Word("\"code\":1301"),               "{\"code\":1301,\"message\":\"no\"}";
    ContentPolicy  Phrase("[1301]["),                   "[1301][no][20260601]";
};
