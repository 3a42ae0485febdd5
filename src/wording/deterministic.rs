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
    Quota          Phrase("credits are exhausted"),     "Your credits are exhausted";
    Quota          Phrase("credits_depleted"),          "{\"type\":\"workspace_member_credits_depleted\"}";
    Quota          Phrase("credits are depleted"),      "Your credits are depleted";
    Quota          Phrase("credit limit"),              "Credit limit exceeded";
    Quota          Phrase("available credits"),         "Your team has used all available credits";
    Quota          Phrase("any credits"),               "Your newly created team doesn't have any credits yet.";
    Quota          Phrase("creditserror"),              "{\"type\":\"CreditsError\",\"message\":\"Add one.\"}";
    Quota          Phrase("no payment method"),         "No payment method. Add one.";
    Quota          Phrase("payment method is required"), "A payment method is required.";
    Quota          Phrase("valid credit card"),         "AI Gateway requires a valid credit card on file";
    Quota          Phrase("balance is insufficient"),   "Your balance is insufficient";
    Quota          Phrase("balance is too low"),        "Your balance is too low";
    Quota          Phrase("not enough balance"),        "not enough balance";
    Quota          Phrase("negative balance"),          "Your team has a negative balance";
    Quota          Phrase("insufficient wallet"),       "Insufficient wallet funds";
    Quota          Phrase("top up your"),               "Please top up your account";
    Quota          Phrase("past_due"),                  "{\"status\":\"past_due\"}";
    Quota          Phrase("unpaid invoice"),            "You have an unpaid invoice";
    // Alibaba Model Studio, whose overdue accounts are not in good standing.
    Quota          Phrase("in good standing"),          "Access denied, please make sure your account is in good standing.";
    Quota          Phrase("commoditynotpurchased"),     "{\"code\":\"CommodityNotPurchased\"}";
    // Tencent Hunyuan.
    Quota          Phrase("packexhausted"),             "FailedOperation.ResourcePackExhausted";
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
    // OpenRouter, OpenCode.
    Quota          Phrase("key limit exceeded"),        "Key limit exceeded (monthly limit)";
    Quota          Phrase("monthlylimiterror"),         "{\"type\":\"MonthlyLimitError\"}";
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
    Quota          Phrase("inactive subscription"),     "Inactive subscription";
    Quota          Phrase("invalidsubscription"),       "{\"code\":\"InvalidSubscription\"}";
    Quota          Phrase("subscription has expired"),  "Your subscription has expired";
    Quota          Phrase("plan has expired"),          "Your coding plan has expired";
    Quota          Phrase("trial has expired"),         "Your trial has expired";
    Quota          Phrase("trial has ended"),           "Your free trial has ended";
    Quota          Phrase("requires a subscription"),   "this model requires a subscription";
    Quota          Phrase("usage_not_included"),        "{\"code\":\"usage_not_included\"}";
    Quota          Phrase("premium model quota"),       "You have exhausted your premium model quota";
    Quota          Phrase("copilot token usage"),       "you have exceeded your Copilot token usage";
    Quota          Phrase("out of extra usage"),        "You're out of extra usage.";
    Quota          Phrase("free allocated quota"),      "Free allocated quota exceeded.";
    // Volcengine Ark, in its safe experience mode.
    Quota          Phrase("setlimitexceeded"),          "{\"code\":\"SetLimitExceeded\"}";
    // new-api and one-api.
    Quota          Phrase("quota is not enough"),       "user quota is not enough";
    // Azure API Management.
    Quota          Phrase("out of call volume quota"),  "Out of call volume quota.";
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
    QuotaOrRateLimit Phrase("quota_exhausted"),           "{\"reason\":\"QUOTA_EXHAUSTED\"}";
    QuotaOrRateLimit Phrase("quota has been exhausted"),  "Your quota has been exhausted.";
    QuotaOrRateLimit Phrase("quota is exhausted"),        "Your quota is exhausted";
    QuotaOrRateLimit Phrase("exhausted your quota"),      "You have exhausted your quota";
    QuotaOrRateLimit Phrase("quota reached"),             "Individual quota reached.";
    QuotaOrRateLimit Phrase("out of quota"),              "out of quota";
    QuotaOrRateLimit Phrase("insufficient_tokens"),       "{\"code\":\"insufficient_tokens\"}";
    QuotaOrRateLimit Phrase("daily limit"),               "You have reached your daily limit.";
    QuotaOrRateLimit Phrase("weekly limit"),              "You have reached your weekly limit.";
    QuotaOrRateLimit Phrase("monthly limit"),             "You have reached your monthly limit.";
    QuotaOrRateLimit Phrase("free limit"),                "Daily free limit reached";
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
    Auth           Phrase("authentication fails"),      "Authentication Fails, Your api key: ****1234 is invalid";
    Auth           Phrase("authentication_failed"),     "{\"code\":\"authentication_failed\"}";
    Auth           Phrase("authfailure"),               "AuthFailure.SecretIdNotFound";
    Auth           Phrase("access_denied"),             "{\"type\":\"key_model_access_denied\"}";
    Auth           Phrase("insufficient permissions"),  "You have insufficient permissions for this operation.";
    Auth           Phrase("insufficient_permissions"),  "{\"code\":\"insufficient_permissions\"}";
    Auth           Phrase("missing scopes"),            "Missing scopes: model.request";
    Auth           Phrase("incorrect_api_key"),         "{\"type\":\"incorrect_api_key_error\"}";
    Auth           Phrase("wrong_api_key"),             "{\"code\":\"wrong_api_key\"}";
    Auth           Phrase("invalidapikey"),             "{\"code\":\"InvalidApiKey\"}";
    Auth           Phrase("api key is invalid"),        "Api key is invalid";
    Auth           Phrase("invalid x-api-key"),         "invalid x-api-key";
    Auth           Phrase("missing api key"),           "Missing API key.";
    Auth           Phrase("missing_api_key"),           "{\"code\":\"missing_api_key\"}";
    Auth           Phrase("api_key client option"),     "The api_key client option must be set";
    Auth           Phrase("api_key environment variable"), "The OPENAI_API_KEY environment variable is missing or empty";
    Auth           Phrase("could not resolve authentication"), "Could not resolve authentication method.";
    Auth           Phrase("authentication in header"),  "Missing bearer or basic authentication in header";
    Auth           Phrase("accountid from token"),      "Failed to extract accountId from token";
    Auth           Phrase("no account id in token"),    "No account ID in token";
    Auth           Phrase("user not found"),            "User not found.";
    Auth           Phrase("no api key"),                "No API key for provider: groq";
    Auth           Phrase("api key expired"),           "API key expired. Please renew the API key.";
    Auth           Phrase("api key has expired"),       "Your API key has expired";
    Auth           Phrase("invalid credentials"),       "Invalid credentials";
    Auth           Phrase("invalid_grant"),             "{\"error\":\"invalid_grant\"}";
    Auth           Word("invalid token"),               "Invalid token";
    Auth           Word("invalid_token"),               "{\"error\":\"invalid_token\"}";
    Auth           Phrase("token expired"),             "token expired";
    Auth           Phrase("token_expired"),             "{\"code\":\"token_expired\"}";
    Auth           Phrase("token is expired"),          "Provided authentication token is expired.";
    Auth           Phrase("token revoked"),             "OAuth token revoked";
    Auth           Phrase("token has been revoked"),    "OAuth token has been revoked.";
    Auth           Phrase("token_revoked"),             "{\"code\":\"token_revoked\"}";
    Auth           Phrase("token_invalidated"),         "{\"code\":\"token_invalidated\"}";
    Auth           Phrase("login fail"),                "login fail: Please carry the API secret key";
    Auth           Phrase("account_deactivated"),       "{\"code\":\"account_deactivated\"}";
    Auth           Phrase("account has been deactivated"), "Your account has been deactivated";
    Auth           Phrase("account has been suspended"), "Your account has been suspended";
    Auth           Phrase("organization has been disabled"), "This organization has been disabled.";
    Auth           Phrase("account has been disabled"), "Your account has been disabled.";
    // AWS, on the way to Bedrock.
    Auth           Phrase("credentialsprovidererror"),  "CredentialsProviderError: none";
    Auth           Phrase("could not load credentials"), "Could not load credentials from any providers";
    Auth           Phrase("sso session"),               "Token is expired. To refresh this SSO session run 'aws sso login'";
    Auth           Phrase("signaturedoesnotmatch"),     "SignatureDoesNotMatch: no";
    Auth           Phrase("missingauthenticationtoken"), "MissingAuthenticationTokenException: no";
    Auth           Phrase("invalidclienttokenid"),      "InvalidClientTokenId: no";
    Auth           Phrase("security token included in the request"), "The security token included in the request is invalid.";
    // MiniMax.
    Auth           Word("\"status_code\":1004"),        "{\"base_resp\":{\"status_code\":1004}}";
    Auth           Word("\"status_code\":2049"),        "{\"base_resp\":{\"status_code\":2049}}";
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
    NotFound       Phrase("does not exist or you do not have access"), "The model `m` does not exist or you do not have access to it.";
    NotFound       Phrase("_does_not_exist"),           "{\"error_code\":\"RESOURCE_DOES_NOT_EXIST\"}";
    NotFound       Phrase("model not exist"),           "Model not exist.";
    NotFound       Phrase("_not_found"),                "{\"error_code\":\"ENDPOINT_NOT_FOUND\"}";
    NotFound       Word("notfound"),                    "{\"code\":\"InvalidEndpointOrModel.NotFound\"}";
    NotFound       Phrase("\" not found"),              "model \"m\" not found, try pulling it first";
    NotFound       Phrase("' not found"),               "Model 'm' not found";
    NotFound       Phrase("` not found"),               "model `m` not found";
    NotFound       Phrase("page not found"),            "404 page not found";
    NotFound       Phrase("no endpoints found"),        "No endpoints found for m.";
    NotFound       Phrase("endpoint not found"),        "Endpoint not found";
    NotFound       Phrase("deployment not found"),      "Deployment not found";
    NotFound       Phrase("model is not supported"),    "The requested model is not supported.";
    NotFound       Phrase("model_not_supported"),       "{\"code\":\"model_not_supported\"}";
    NotFound       Phrase("unknown provider for model"), "unknown provider for model m";
    NotFound       Phrase("not a valid model"),         "m is not a valid model ID";
    NotFound       Phrase("invalid model name"),        "Invalid model name passed in model=m";
    NotFound       Phrase("unsupported model"),         "unsupported model m";
    NotFound       Phrase("decommissioned"),            "The model `m` has been decommissioned";
    NotFound       Phrase("end of its life"),           "This model version has reached the end of its life.";
    NotFound       Phrase("no longer available"),       "models/m is no longer available";
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
    InvalidRequest Phrase("unsupported parameter"),     "Unsupported parameter: 'max_tokens' is not supported with this model.";
    InvalidRequest Phrase("unsupported value"),         "Unsupported value: 'temperature' does not support 0.2 with this model.";
    InvalidRequest Phrase("unknown parameter"),         "Unknown parameter: 'reasoning'.";
    InvalidRequest Phrase("missing required parameter"), "Missing required parameter: 'messages'.";
    InvalidRequest Phrase("invalid schema for"),        "Invalid schema for function 'read'";
    InvalidRequest Phrase("bad_request"),               "{\"type\":\"bad_request\"}";
    InvalidRequest Phrase("invalidparameter"),          "{\"code\":\"InvalidParameter\"}";
    InvalidRequest Phrase("missingparameter"),          "{\"code\":\"MissingParameter\"}";
    InvalidRequest Phrase("missing_required_parameter"), "{\"code\":\"missing_required_parameter\"}";
    InvalidRequest Phrase("unknown_parameter"),         "{\"code\":\"unknown_parameter\"}";
    InvalidRequest Phrase("unsupportedparams"),         "litellm.UnsupportedParamsError: no tools";
    InvalidRequest Phrase("unprocessable entity"),      "422 Unprocessable Entity";
    InvalidRequest Phrase("unprocessable_entity"),      "{\"type\":\"unprocessable_entity\"}";
    InvalidRequest Phrase("unprocessableentity"),       "UnprocessableEntityError: no";
    InvalidRequest Phrase("malformed_request"),         "{\"error_code\":\"MALFORMED_REQUEST\"}";
    InvalidRequest Phrase("invalid_encrypted_content"), "{\"code\":\"invalid_encrypted_content\"}";
    // OpenAI Responses, of images that it cannot take.
    InvalidRequest Phrase("invalid_image"),             "Error Code invalid_image_format: no image";
    InvalidRequest Phrase("invalid_base64_image"),      "{\"code\":\"invalid_base64_image\"}";
    InvalidRequest Phrase("image_parse_error"),         "{\"code\":\"image_parse_error\"}";
    InvalidRequest Phrase("image_too_large"),           "{\"code\":\"image_too_large\"}";
    InvalidRequest Phrase("image_file_too_large"),      "{\"code\":\"image_file_too_large\"}";
    InvalidRequest Phrase("unsupported_image"),         "{\"code\":\"unsupported_image_media_type\"}";
    // MiniMax.
    InvalidRequest Word("\"status_code\":2013"),        "{\"base_resp\":{\"status_code\":2013}}";
    InvalidRequest Phrase("requires a project id"),     "Vertex AI requires a project ID.";
    InvalidRequest Phrase("requires a location"),       "Vertex AI requires a location.";
    InvalidRequest Phrase("base url is required"),      "Azure OpenAI base URL is required.";
    InvalidRequest Phrase("not accept image input"),    "Model m does not accept image input";
    InvalidRequest Phrase("not support image"),         "This model does not support images";
    InvalidRequest Phrase("no tool output found"),      "No tool output found for function call call_1.";
    InvalidRequest Phrase("ids were found without"),    "`tool_use` ids were found without `tool_result` blocks";
    InvalidRequest Phrase("roles must alternate"),      "Conversation roles must alternate user/assistant/user/assistant/...";
    InvalidRequest Phrase("_above_max_length"),         "{\"code\":\"string_above_max_length\"}";
    InvalidRequest Phrase("method not allowed"),        "405 Method Not Allowed";

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
    ContentPolicy  Phrase("violate our usage policy"),  "appears to violate our Usage Policy";
    ContentPolicy  Phrase("violation of our usage policy"), "in violation of our usage policy";
    ContentPolicy  Phrase("policy_violation"),          "{\"code\":\"policy_violation\"}";
    ContentPolicy  Phrase("moderation_blocked"),        "{\"code\":\"moderation_blocked\"}";
    ContentPolicy  Phrase("content_moderation"),        "{\"code\":\"content_moderation\"}";
    ContentPolicy  Phrase("content moderation"),        "failed content moderation";
    ContentPolicy  Phrase("requires moderation"),       "m requires moderation and your input was";
    ContentPolicy  Phrase("input was flagged"),         "your input was flagged";
    ContentPolicy  Phrase("prompt was flagged"),        "Your prompt was flagged";
    ContentPolicy  Phrase("prompt_blocked"),            "{\"code\":\"prompt_blocked\"}";
    ContentPolicy  Phrase("prompt blocked"),            "Prompt blocked";
    ContentPolicy  Phrase("safety reasons"),            "blocked for safety reasons";
    ContentPolicy  Phrase("safety filter"),             "blocked by the safety filter";
    ContentPolicy  Phrase("due to safety"),             "Candidate was blocked due to SAFETY";
    ContentPolicy  Phrase("safety settings"),           "The response was blocked by the safety settings";
    ContentPolicy  Phrase("response was blocked"),      "The response was blocked";
    ContentPolicy  Phrase("output was blocked"),        "Model output was blocked";
    ContentPolicy  Phrase("moderation system"),         "flagged by our moderation system";
    ContentPolicy  Phrase("content violation"),         "Content violation";
    ContentPolicy  Phrase("content_violation"),         "{\"code\":\"content_violation\"}";
    ContentPolicy  Phrase("violated guardrail"),        "Violated guardrail policy";
    ContentPolicy  Phrase("blocked by guardrail"),      "Content blocked by guardrail";
    ContentPolicy  Phrase("blocked due to security configuration"), "Prompt blocked due to security configurations";
    // xAI.
    ContentPolicy  Phrase("violates usage guidelines"), "Content violates usage guidelines.";
    ContentPolicy  Phrase("safety_check"),              "Failed check: SAFETY_CHECK_TYPE_BIO";
    // DeepSeek, Moonshot, StepFun.
    ContentPolicy  Phrase("content exists risk"),       "Content Exists Risk";
    ContentPolicy  Phrase("considered high risk"),      "The request was rejected because it was considered high risk";
    ContentPolicy  Phrase("censorship"),                "{\"type\":\"censorship_blocked\"}";
    // Google's finish and block reasons.
    ContentPolicy  Phrase("prohibited_content"),        "Provider stopped with: PROHIBITED_CONTENT";
    ContentPolicy  Phrase("stopped with: safety"),      "Provider stopped with: SAFETY";
    ContentPolicy  Phrase("stopped with: recitation"),  "Provider stopped with: RECITATION";
    ContentPolicy  Phrase("stopped with: blocklist"),   "Provider stopped with: BLOCKLIST";
    ContentPolicy  Phrase("stopped with: spii"),        "Provider stopped with: SPII";
    ContentPolicy  Phrase("image_safety"),              "Provider stopped with: IMAGE_SAFETY";
    ContentPolicy  Phrase("stopped with: image_recitation"), "Provider stopped with: IMAGE_RECITATION";
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
    ContentPolicy  Phrase("sensitive_words"),           "{\"code\":\"sensitive_words_detected\"}";
    ContentPolicy  Phrase("new_sensitive"),             "input new_sensitive (1026)";
    ContentPolicy  Word("\"status_code\":1026"),        "{\"base_resp\":{\"status_code\":1026}}";
    ContentPolicy  Word("\"status_code\":1027"),        "{\"base_resp\":{\"status_code\":1027}}";
    ContentPolicy  Phrase("infringementsuspect"),       "{\"code\":\"IPInfringementSuspect\"}";
    ContentPolicy  Phrase("illegaldetected"),           "OperationDenied.TextIllegalDetected";
    ContentPolicy  Phrase("\"code\":\"1301\""),         "{\"code\":\"1301\",\"message\":\"no\"}";
    ContentPolicy  Word("\"code\":1301"),               "{\"code\":1301,\"message\":\"no\"}";
    ContentPolicy  Phrase("[1301]["),                   "[1301][no][20260601]";
};
