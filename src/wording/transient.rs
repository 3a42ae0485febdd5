//! Words for what may pass: limits, load, server errors, timeouts, broken connections.

use super::Row;

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = rows! {
    // OpenAI, Anthropic, Mistral and most gateways.
    RateLimit   Phrase("rate limit"),                "Rate limit reached for gpt-5 on tokens per min";
    RateLimit   Phrase("rate-limit"),                "is temporarily rate-limited upstream";
    RateLimit   Phrase("rate_limit"),                "{\"type\":\"rate_limit_error\"}";
    RateLimit   Phrase("ratelimit"),                 "litellm.RateLimitError: slow down";
    RateLimit   Phrase("too many requests"),         "429 Too Many Requests";
    RateLimit   Phrase("too_many_requests"),         "{\"code\":\"too_many_requests\"}";
    RateLimit   Phrase("toomanyrequests"),           "{\"type\":\"TooManyRequests\"}";
    RateLimit   Phrase("request limit reached"),     "Worker local total request limit reached (267/32)";
    RateLimit   Phrase("request_limit_exceeded"),    "{\"error_code\":\"REQUEST_LIMIT_EXCEEDED\"}";
    RateLimit   Phrase("reached organization max"),  "request reached organization max RPM: 3";
    RateLimit   Phrase("slow down"),                 "Too fast. Please slow down.";
    RateLimit   Phrase("exceeded call rate"),        "have exceeded call rate of your tier";
    RateLimit   Phrase("slow_down"),                 "{\"code\":\"slow_down\"}";
    RateLimit   Word("slowdown"),                    "{\"code\":\"SlowDown\"}";
    RateLimit   Phrase("requestlimitexceeded"),      "{\"Code\":\"RequestLimitExceeded\"}";
    RateLimit   Phrase("per minute limit"),          "Tokens per minute limit exceeded - too many tokens processed.";
    RateLimit   Phrase("per second limit"),          "Requests per second limit exceeded";
    RateLimit   Phrase("per hour limit"),            "Tokens per hour limit exceeded";
    RateLimit   Phrase("per day limit"),             "Tokens per day limit exceeded";
    RateLimit   Phrase("rpm limit"),                 "RPM limit exceeded.";
    RateLimit   Phrase("tpm limit"),                 "TPM limit reached.";
    RateLimit   Phrase("rpd limit"),                 "RPD limit reached.";
    RateLimit   Phrase("tpd limit"),                 "TPD limit reached for model m.";
    RateLimit   Phrase("api calls / minute"),        "a Trial key, which is limited to 10 API calls / minute";
    RateLimit   Phrase("parallel request limit"),    "Max parallel request limit reached";
    RateLimit   Phrase("concurrency limit"),         "Concurrency limit exceeded";
    RateLimit   Phrase("concurrent requests"),       "too many concurrent requests";
    RateLimit   Phrase("concurrent connections"),    "Too many concurrent connections";
    RateLimit   Phrase("request limit exceeded"),    "Request limit exceeded";
    RateLimit   Phrase("requests too quickly"),      "You are sending requests too quickly.";
    RateLimit   Phrase("exceeded your rate"),        "You exceeded your rate";
    // Moonshot, of concurrency.
    RateLimit   Phrase("request reached max"),       "request reached max organization concurrency: 1";
    // Alibaba Model Studio.
    RateLimit   Phrase("limit_requests"),            "{\"code\":\"limit_requests\"}";
    RateLimit   Phrase("current requests list"),     "You exceeded your current requests list.";
    RateLimit   Phrase("request rate increased too quickly"), "Request rate increased too quickly.";
    // Together.
    RateLimit   Phrase("dynamic_request_limited"),   "{\"code\":\"dynamic_request_limited\"}";
    RateLimit   Phrase("dynamic_token_limited"),     "{\"code\":\"dynamic_token_limited\"}";
    // Gateways whose accounts all rest.
    RateLimit   Phrase("cooling down"),              "All credentials for model m are cooling down";
    RateLimit   Phrase("model_cooldown"),            "{\"code\":\"model_cooldown\"}";
    // Cloudflare's page for rate limits.
    RateLimit   Word("error code: 1015"),            "error code: 1015";
    // AWS, in exception names and in Bedrock's sentences.
    RateLimit   Phrase("throttl"),                   "ThrottlingException: Rate exceeded";
    RateLimit   Phrase("please wait before trying"), "Too many tokens, please wait before trying again.";
    RateLimit   Phrase("rate exceeded"),             "Rate exceeded";
    // gRPC in its three spellings.
    Status429   Phrase("resource_exhausted"),        "{\"status\":\"RESOURCE_EXHAUSTED\"}";
    RateLimit   Phrase("resourceexhausted"),         "ResourceExhausted: Worker local total request limit";
    RateLimit   Phrase("resource has been exhausted"), "Resource has been exhausted (e.g. check quota).";
    RateLimit   Phrase("resource exhausted"),        "Resource exhausted. Please try again later.";
    // A body that names the status it stands for.
    Status429   Word("\"code\":429"),                "502 {\"error\":{\"code\": 429}}";
    Status429   Phrase("\"code\":\"429\""),          "500: {\"type\":\"limitation\",\"code\":\"429\"}";
    Status429   Word("\"status_code\":429"),         "Codex error: {\"type\":\"error\",\"status_code\":429}";
    // Google: the quotas that fill up again each minute.
    RateLimit   Phrase("quota exceeded for quota metric"), "Quota exceeded for quota metric 'Generate Content API requests per minute'";
    RateLimit   Phrase("per_minute_per"),            "Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project";
    RateLimit   Phrase("exhausted your capacity on this model"), "You have exhausted your capacity on this model.";
    // LiteLLM, when every deployment cools down.
    RateLimit   Phrase("no healthy deployment available"), "No healthy deployment available for model";
    RateLimit   Phrase("no deployments available"),  "No deployments available for selected model, Try again in 60 seconds.";
    // Volcengine Ark.
    RateLimit   Phrase("requestbursttoofast"),       "{\"code\":\"RequestBurstTooFast\"}";
    // Zhipu and z.ai, as numbers.
    RateLimit   Phrase("\"code\":\"1302\""),         "{\"code\":\"1302\",\"message\":\"high concurrency\"}";
    RateLimit   Word("\"code\":1302"),               "{\"code\":1302,\"message\":\"high concurrency\"}";
    RateLimit   Phrase("\"code\":\"1303\""),         "{\"code\":\"1303\",\"message\":\"high frequency\"}";
    RateLimit   Word("\"code\":1303"),               "{\"code\":1303,\"message\":\"high frequency\"}";
    RateLimit   Phrase("\"code\":\"1305\""),         "{\"code\":\"1305\",\"message\":\"busy\"}";
    RateLimit   Word("\"code\":1305"),               "{\"code\":1305,\"message\":\"busy\"}";
    RateLimit   Phrase("[1302]["),                   "[1302][High concurrency][20260601]";
    RateLimit   Phrase("[1305]["),                   "[1305][busy][20260601]";
    RateLimit   Phrase("\"code\":\"1313\""),         "{\"code\":\"1313\",\"message\":\"fair use\"}";
    RateLimit   Word("\"code\":1313"),               "{\"code\":1313,\"message\":\"fair use\"}";
    RateLimit   Phrase("[1313]["),                   "[1313][fair use][20260601]";
    // MiniMax.
    RateLimit   Word("\"status_code\":1002"),        "{\"base_resp\":{\"status_code\":1002}}";
    RateLimit   Word("\"status_code\":1039"),        "{\"base_resp\":{\"status_code\":1039}}";
    RateLimit   Word("\"status_code\":1041"),        "{\"base_resp\":{\"status_code\":1041}}";
    RateLimit   Word("\"status_code\":2045"),        "{\"base_resp\":{\"status_code\":2045}}";

    // Anthropic, OpenAI, Google, Moonshot, Volcengine, Ollama.
    Overloaded  Phrase("overloaded"),                "{\"type\":\"overloaded_error\"}";
    Overloaded  Phrase("at capacity"),               "Selected model is at capacity";
    Overloaded  Phrase("server_busy"),               "{\"code\":\"server_busy\"}";
    Overloaded  Phrase("server busy"),               "server busy, please try again";
    Overloaded  Phrase("server is busy"),            "The server is busy, please try again later";
    Overloaded  Phrase("servers are currently busy"), "Our servers are currently busy";
    Overloaded  Phrase("high demand"),               "We're currently experiencing high demand";
    Overloaded  Phrase("high traffic"),              "We're experiencing high traffic right now!";
    Overloaded  Phrase("high load"),                 "The model is under high load";
    Overloaded  Phrase("capacity exceeded"),         "Service tier capacity exceeded for this model.";
    Overloaded  Phrase("capacity_exceeded"),         "{\"code\":\"model_capacity_exceeded\"}";
    Overloaded  Phrase("capacity_exhausted"),        "{\"reason\":\"MODEL_CAPACITY_EXHAUSTED\"}";
    Overloaded  Phrase("no capacity available"),     "No capacity available for model gemini-3 on the server";
    Overloaded  Phrase("queue_exceeded"),            "{\"code\":\"queue_exceeded\"}";
    Overloaded  Phrase("unable to handle additional requests"), "The service is currently unable to handle additional requests.";
    Overloaded  Phrase("modelnotreadyexception"),    "ModelNotReadyException: The model is not ready";
    Overloaded  Phrase("over capacity"),             "The model is currently over capacity.";
    Overloaded  Phrase("over_capacity"),             "{\"code\":\"over_capacity\"}";
    Overloaded  Phrase("capacity temporarily exceeded"), "Capacity temporarily exceeded, please try again.";
    Overloaded  Phrase("too busy"),                  "System is too busy now.";
    Overloaded  Phrase("heavy load"),                "The service is under heavy load";
    Overloaded  Phrase("queue is full"),             "The request queue is full.";
    Overloaded  Phrase("queue full"),                "queue full";
    Overloaded  Phrase("maximum pending requests"),  "maximum pending requests exceeded";
    Overloaded  Phrase("no available capacity"),     "no available capacity was found for the model";
    Overloaded  Phrase("\"code\":\"1312\""),         "{\"code\":\"1312\",\"message\":\"busy\"}";
    Overloaded  Word("\"code\":1312"),               "{\"code\":1312,\"message\":\"busy\"}";
    Overloaded  Phrase("[1312]["),                   "[1312][busy][20260601]";

    // OpenAI, Anthropic.
    ServerError Phrase("api_error"),                 "{\"type\":\"api_error\",\"message\":\"Internal\"}";
    ServerError Phrase("server_error"),              "server_error: An error occurred";
    ServerError Phrase("server error"),              "500 Internal Server Error";
    ServerError Phrase("servererror"),               "InternalServerError: oops";
    ServerError Phrase("internal error"),            "An internal error occurred";
    ServerError Phrase("internal_error"),            "stream ID 353; INTERNAL_ERROR; received from peer";
    ServerError Phrase("internalfailure"),           "InternalFailure: try later";
    ServerError Phrase("internal failure"),          "internal failure, try later";
    ServerError Phrase("an error occurred while processing your request"), "An error occurred while processing your request.";
    ServerError Phrase("you can retry your request"), "You can retry your request, or contact us";
    ServerError Phrase("try your request again"),    "Model has failed. Try your request again.";
    ServerError Phrase("please retry your request"), "Please retry your request.";
    ServerError Phrase("internalerror"),             "{\"code\":\"InternalError.Algo\"}";
    ServerError Phrase("internalserverexception"),   "InternalServerException: oops";
    ServerError Phrase("internalservice"),           "{\"code\":\"InternalServiceError\"}";
    ServerError Phrase("internal service error"),    "internal service error";
    ServerError Phrase("server had an error"),       "The server had an error processing your request.";
    ServerError Phrase("server encountered an error"), "The server encountered an error";
    ServerError Phrase("gateway error"),             "Gateway error";
    ServerError Phrase("unexpected error"),          "The system encountered an unexpected error during processing.";
    ServerError Phrase("something went wrong"),      "Something went wrong.";
    ServerError Phrase("temporary error"),           "The server encountered a temporary error";
    // gRPC, AWS, Envoy, nginx.
    ServerError Word("unavailable"),                 "got status: UNAVAILABLE.";
    ServerError Phrase("serviceunavailable"),        "ServiceUnavailableException: try later";
    ServerError Phrase("unavailable_error"),         "{\"type\":\"unavailable_error\"}";
    ServerError Phrase("_unavailable"),              "{\"type\":\"service_unavailable\"}";
    ServerError Phrase("bad_gateway"),               "{\"code\":\"bad_gateway\"}";
    ServerError Phrase("badgateway"),                "litellm.BadGatewayError: no";
    ServerError Phrase("backenderror"),              "{\"reason\":\"backendError\"}";
    ServerError Phrase("no healthy upstream"),       "no healthy upstream";
    ServerError Phrase("no available server"),       "no available server";
    ServerError Phrase("no server is available"),    "No server is available to handle this request.";
    ServerError Phrase("invalid response was received from the upstream"), "An invalid response was received from the upstream server";
    ServerError Phrase("model stream error"),        "Model stream error: the stream broke";
    ServerError Phrase("bad gateway"),               "502 Bad Gateway";
    ServerError Phrase("modelstreamerrorexception"), "ModelStreamErrorException: the stream broke";
    ServerError Phrase("modelerrorexception"),       "ModelErrorException: the model failed";
    // Gateways that relay somebody else's failure.
    ServerError Phrase("provider returned error"),   "Provider returned error";
    ServerError Phrase("provider returned an error"), "The upstream provider returned an error";
    ServerError Phrase("upstream error"),            "Upstream error from Nvidia";
    ServerError Phrase("upstream_error"),            "{\"type\":\"upstream_error\"}";
    ServerError Phrase("upstream request failed"),   "Upstream request failed";
    ServerError Phrase("upstream_request_failed"),   "{\"code\":\"upstream_request_failed\"}";
    ServerError Phrase("upstream_stream_read_error"), "{\"code\":\"upstream_stream_read_error\"}";
    ServerError Phrase("unable to forward upstream"), "unable to forward upstream response";
    ServerError Phrase("upstream unavailable"),      "Upstream unavailable";
    ServerError Phrase("do request failed"),         "do request failed";
    ServerError Phrase("no available channel"),      "No available channel for model m";
    ServerError Phrase("no channels available"),     "There are no channels available for model m";
    ServerError Phrase("get_channel_failed"),        "{\"code\":\"get_channel_failed\"}";
    ServerError Phrase("no_available_key"),          "{\"code\":\"channel:no_available_key\"}";
    ServerError Phrase("no available accounts"),     "No available accounts";
    ServerError Phrase("bad_response"),              "{\"code\":\"bad_response_status_code\"}";
    ServerError Phrase("exceeded request buffer limit while retrying upstream"), "exceeded request buffer limit while retrying upstream";
    // Sign in with ChatGPT.
    ServerError Phrase("subscription_sharing_usage_unavailable"), "subscription_sharing_usage_unavailable: no message";
    ServerError Phrase("subscription_sharing_user_unavailable"), "subscription_sharing_user_unavailable: no message";
    // Servers of open models: llama.cpp, vLLM, LM Studio, Hugging Face, Fireworks.
    ServerError Phrase("loading model"),             "Loading model";
    ServerError Phrase("currently loading"),         "Model m is currently loading";
    ServerError Phrase("model has crashed"),         "The model has crashed without additional information.";
    ServerError Phrase("model unloaded"),            "Model unloaded.";
    ServerError Phrase("enginedead"),                "EngineDeadError: no";
    ServerError Phrase("enginecore"),                "EngineCore encountered an issue.";
    ServerError Phrase("deployment_scaling_up"),     "{\"code\":\"DEPLOYMENT_SCALING_UP\"}";
    // MiniMax.
    ServerError Word("\"status_code\":1000"),        "{\"base_resp\":{\"status_code\":1000}}";
    ServerError Word("\"status_code\":1013"),        "{\"base_resp\":{\"status_code\":1013}}";
    ServerError Word("\"status_code\":1024"),        "{\"base_resp\":{\"status_code\":1024}}";
    ServerError Word("\"status_code\":1033"),        "{\"base_resp\":{\"status_code\":1033}}";

    // SDKs, proxies, gRPC, AWS, undici.
    Timeout     Phrase("timed out"),                 "Request timed out.";
    Timeout     Phrase("time out"),                  "connect time out";
    Timeout     Phrase("time-out"),                  "504 Gateway Time-out";
    Timeout     Phrase("timeout"),                   "WebSocket idle timeout after 300000ms";
    Timeout     Phrase("timedout"),                  "connect ETIMEDOUT 203.0.113.7:443";
    Timeout     Phrase("deadline_exceeded"),         "{\"status\":\"DEADLINE_EXCEEDED\"}";
    Timeout     Phrase("before the given deadline"), "Request didn't generate first token before the given deadline";
    Timeout     Phrase("deadline exceeded"),         "context deadline exceeded";
    Timeout     Phrase("deadline expired"),          "Deadline expired before operation could complete.";
    Timeout     Phrase("timing out"),                "The upstream server is timing out";
    Timeout     Phrase("took too long"),             "The request took too long";
    Timeout     Word("\"status_code\":1001"),        "{\"base_resp\":{\"status_code\":1001}}";

    // Node's and undici's error codes.
    Transport   Word("econnreset"),                  "read ECONNRESET";
    Transport   Word("econnrefused"),                "connect ECONNREFUSED 127.0.0.1:11434";
    Transport   Word("econnaborted"),                "write ECONNABORTED";
    Transport   Word("epipe"),                       "write EPIPE";
    Transport   Word("eproto"),                      "write EPROTO 14654428880960";
    Transport   Word("enotfound"),                   "getaddrinfo ENOTFOUND api.example.com";
    Transport   Word("eai_again"),                   "getaddrinfo EAI_AGAIN api.example.com";
    Transport   Word("ehostunreach"),                "connect EHOSTUNREACH 10.0.0.1:443";
    Transport   Word("enetunreach"),                 "connect ENETUNREACH 10.0.0.1:443";
    Transport   Word("enetdown"),                    "connect ENETDOWN 10.0.0.1:443";
    Transport   Word("enetreset"),                   "read ENETRESET";
    Transport   Word("enotconn"),                    "read ENOTCONN";
    Transport   Word("eaddrnotavail"),               "connect EADDRNOTAVAIL 10.0.0.1:443";
    Transport   Word("eai_fail"),                    "getaddrinfo EAI_FAIL";
    Transport   Phrase("hpe_invalid"),               "HPE_INVALID_CONSTANT";
    Transport   Phrase("nghttp2_"),                  "NGHTTP2_INTERNAL_ERROR";
    Transport   Phrase("err_tls_"),                  "ERR_TLS_CERT_ALTNAME_INVALID";
    Transport   Phrase("err_stream_"),               "ERR_STREAM_WRITE_AFTER_END";
    Transport   Phrase("und_err_"),                  "other side closed (UND_ERR_SOCKET)";
    Transport   Phrase("err_http2_"),                "ERR_HTTP2_STREAM_CANCEL";
    Transport   Phrase("err_stream_premature_close"), "ERR_STREAM_PREMATURE_CLOSE";
    Transport   Phrase("err_ssl_"),                  "ERR_SSL_WRONG_VERSION_NUMBER";
    Transport   Phrase("ssl routines"),              "error:100000f7:SSL routines:OPENSSL_internal";
    Transport   Phrase("self_signed_cert"),          "self-signed certificate in chain (SELF_SIGNED_CERT_IN_CHAIN)";
    Transport   Phrase("unable_to_verify_leaf"),     "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
    Transport   Phrase("cert_has_expired"),          "certificate has expired (CERT_HAS_EXPIRED)";
    Transport   Phrase("self-signed certificate"),   "self-signed certificate";
    Transport   Phrase("self signed certificate"),   "self signed certificate in certificate chain";
    Transport   Phrase("local issuer certificate"),  "unable to get local issuer certificate";
    Transport   Phrase("verify the first certificate"), "unable to verify the first certificate";
    Transport   Phrase("certificate has expired"),   "certificate has expired";
    Transport   Phrase("certificate's altnames"),    "Hostname/IP does not match certificate's altnames";
    Transport   Phrase("tls handshake"),             "remote error: tls handshake failure";
    // Sentences of HTTP clients.
    Transport   Phrase("fetch failed"),              "fetch failed";
    Transport   Phrase("failed to fetch"),           "TypeError: Failed to fetch";
    Transport   Phrase("socket hang up"),            "socket hang up";
    Transport   Phrase("socket closed"),             "socket closed";
    Transport   Phrase("invalid response body while trying to fetch"), "Invalid response body while trying to fetch";
    Transport   Phrase("no response body"),          "No response body";
    Transport   Phrase("has no body"),               "Mistral response has no body";
    Transport   Phrase("with no body"),              "Attempted to iterate over an Anthropic response with no body";
    Transport   Phrase("other side closed"),         "terminated: other side closed";
    Transport   Word("terminated"),                  "terminated";
    Transport   Phrase("connection error"),          "Connection error.";
    Transport   Phrase("connectionerror"),           "APIConnectionError: no route";
    Transport   Phrase("connection refused"),        "delayed connect error: Connection refused";
    Transport   Phrase("connection reset"),          "Connection reset by peer (os error 54)";
    Transport   Phrase("connection closed"),         "Connection closed.";
    Transport   Phrase("connection was closed"),     "The socket connection was closed unexpectedly.";
    Transport   Phrase("connection lost"),           "Network connection lost.";
    Transport   Phrase("connection aborted"),        "Connection aborted.";
    Transport   Phrase("connection failure"),        "remote connection failure";
    Transport   Phrase("network error"),             "network error";
    Transport   Phrase("network_error"),             "Provider finish_reason: network_error";
    Transport   Phrase("networkerror"),              "NetworkError when attempting to fetch resource.";
    Transport   Phrase("unable to connect"),         "Unable to connect. Is the computer able to access the url?";
    Transport   Phrase("could not connect"),         "could not connect to server";
    Transport   Phrase("failed, reason:"),           "request to https://oauth2.example/token failed, reason: ";
    Transport   Phrase("getaddrinfo"),               "getaddrinfo failed";
    Transport   Phrase("error sending request"),     "error sending request for url";
    Transport   Phrase("unexpected eof"),            "Post: unexpected EOF";
    Transport   Phrase("premature close"),           "Premature close";
    Transport   Phrase("broken pipe"),               "Broken pipe (os error 32)";
    Transport   Phrase("http tunneling"),            "Proxy response (407) !== 200 when HTTP Tunneling";
    Transport   Phrase("disconnected before"),       "Client network socket disconnected before secure TLS connection was established";
    Transport   Phrase("server disconnected"),       "Server disconnected without sending a response.";
    Transport   Phrase("peer closed connection"),    "peer closed connection without sending complete message body";
    Transport   Phrase("incomplete chunked read"),   "incomplete chunked read";
    Transport   Phrase("payload is not completed"),  "Response payload is not completed";
    Transport   Phrase("transferencodingerror"),     "TransferEncodingError: Not enough data";
    Transport   Phrase("network failure"),           "Internal Network Failure";
    Transport   Phrase("closed the connection"),     "The server closed the connection";
    Transport   Phrase("closed network connection"), "use of closed network connection";
    Transport   Phrase("connection dropped"),        "connection dropped";
    Transport   Phrase("connection was reset"),      "The connection was reset";
    Transport   Phrase("forcibly closed"),           "An existing connection was forcibly closed by the remote host";
    Transport   Phrase("network is unreachable"),    "connect: network is unreachable";
    Transport   Phrase("no route to host"),          "connect: no route to host";
    Transport   Phrase("no such host"),              "dial tcp: lookup api.example.com: no such host";
    Transport   Phrase("name resolution"),           "Temporary failure in name resolution";
    Transport   Phrase("error decoding response body"), "error decoding response body";
    Transport   Word("eof"),                        "Post \"x\": EOF";
    // Bun.
    Transport   Phrase("connectionrefused"),         "ConnectionRefused";
    Transport   Phrase("connectionclosed"),          "ConnectionClosed";
    Transport   Phrase("net::err_"),                 "net::ERR_INTERNET_DISCONNECTED";
    Transport   Phrase("failedtoopensocket"),        "FailedToOpenSocket";
    Transport   Phrase("typo in the url"),           "Was there a typo in the url or port?";
    // Envoy.
    Transport   Phrase("upstream connect"),          "upstream connect error or disconnect/reset before headers";
    Transport   Phrase("reset before headers"),      "disconnect/reset before headers";
    Transport   Phrase("upstream_reset"),            "upstream_reset_before_response_started{remote_reset}";
    // Streams that ended early: SDKs, Codex, Smithy, gateways.
    Transport   Phrase("stream disconnected"),       "stream disconnected before completion";
    Transport   Phrase("stream closed"),             "stream closed before response.completed";
    Transport   Phrase("stream ended"),              "Anthropic stream ended without a stop reason";
    Transport   Phrase("ended without"),             "request ended without sending any chunks";
    Transport   Phrase("ended before"),              "ended before message_stop";
    Transport   Phrase("stream was interrupted"),    "The stream was interrupted";
    Transport   Phrase("stream interrupted"),        "stream interrupted";
    Transport   Phrase("closed before"),             "closed before completion";
    Transport   Phrase("prematurely closed"),        "upstream prematurely closed connection";
    Transport   Phrase("cut short"),                 "the stream was cut short after the reply had begun";
    Transport   Phrase("stream has been canceled"),  "The pending stream has been canceled";
    Transport   Phrase("http/2 stream"),             "HTTP/2 stream failed";
    Transport   Phrase("http2 stream"),              "http2 stream failed";
    Transport   Phrase("http2 request did not get a response"), "http2 request did not get a response";
    Transport   Phrase("received from peer"),        "stream ID 353; INTERNAL_ERROR; received from peer";
    Transport   Phrase("rst_stream"),                "RST_STREAM received";
    Transport   Phrase("stream error: stream id"),   "stream error: stream ID 5; CANCEL";
    Transport   Word("goaway"),                      "http2: server sent GOAWAY";
    Transport   Phrase("stream was reset"),          "the stream was reset";
    Transport   Phrase("stream reset"),              "stream reset";
    // WebSockets.
    Transport   Phrase("websocket closed"),          "WebSocket closed 1006";
    Transport   Phrase("websocket error"),           "WebSocket error";
    Transport   Phrase("websocket connection limit"), "Responses websocket connection limit reached";
    Transport   Phrase("websocket_connection_limit"), "websocket_connection_limit_reached";
};
