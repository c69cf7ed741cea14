import type { DriverRequest } from "../driver.ts";

/** Types of resources by which a page grows. */
const CHANGING = new Set(["document", "script", "xhr", "fetch"]);

/** Words of paths whose answers are long in coming by design, or of no use to a reader. */
const LASTING = wordsOf(
  "long-?poll(?:ing)?|poll(?:ing|er)?|comet|socket\\.io|engine\\.io|sockjs(?:-node)?|signalr|primus|" +
    "heart-?beats?|keep-?alive|beacons?|sse|event-?stream|event-?source|livereload|webpack-?hmr|" +
    "hot-update|pixels?|tracker|tracking|telemetry|analytics\\.\\w+|collect",
);
/** Words of paths to which a page sends what it saw. */
const REPORTING = wordsOf(
  "analytics|metrics|track|events?|logs?|logger|stats|reports?|ping|hits?|vitals|rum|errors?|insights?|presence",
);
/** Words of scripts and frames that bring advertisements or count visitors. */
const ADVERTISING = wordsOf(
  "ads?|adserver|adsbygoogle|adframe|banners?|prebid|gtag|gtm|fbevents|matomo|piwik|analytics",
);
/** Hosts that count visitors or bring advertisements, and what is below them. */
const COUNTING =
  /(?:^|\.)(?:google-analytics|googletagmanager|googlesyndication|googleadservices|doubleclick|hotjar|clarity|fullstory|mouseflow|segment|mixpanel|amplitude|heapanalytics|plausible|matomo|posthog|nr-data|newrelic|sentry|bugsnag|datadoghq|browser-intake-datadoghq|criteo|taboola|outbrain|adnxs|amazon-adsystem|scorecardresearch|quantserve|chartbeat|cloudflareinsights|optimizely|intercom|pubmatic|rubiconproject)\.[a-z.]+$/;
const POLLING = /[?&](?:transport=(?:polling|longPolling)|feed=longpoll)\b/i;

/** Media types of answers that go on as long as the page. */
const STREAMS = /event-stream|ndjson|json-?seq|jsonl|json-lines|x-mixed-replace|grpc/;
/** Media types of answers that are read when they are whole. */
const WHOLE = /json|html|javascript|ecmascript|xml|csv/;

/** Whether a page can grow by a request's answer. */
export function isChanging(request: DriverRequest): boolean {
  return CHANGING.has(request.resourceType()) && !isStream(request);
}

/**
 * Whether a request that takes long is one by whose answer the page's content comes: no long poll,
 * stream, count of visitors, advertisement or report, as far as its address, method and answer tell.
 */
export function bringsContent(request: DriverRequest): boolean {
  if (!isChanging(request) || request.method() === "HEAD") return false;
  const url = URL.parse(request.url());
  if (url === null || COUNTING.test(url.hostname) || POLLING.test(url.search)) return false;
  const { pathname } = url;
  if (LASTING.test(pathname)) return false;
  const isData = /^(?:xhr|fetch)$/.test(request.resourceType());
  if (isData ? request.method() !== "GET" && REPORTING.test(pathname) : ADVERTISING.test(pathname))
    return false;
  return !isEndless(request);
}

/**
 * What two requests have in common that ask for the same thing again: method, address and body, but
 * for what makes an address unique only: times and numbers drawn by lot.
 */
export function addressOf(request: DriverRequest): string {
  const [where = "", query = ""] = request.url().split("#", 1)[0]?.split("?", 2) ?? [];
  const kept = query
    .split("&")
    .filter(
      (pair) =>
        !/^(?:_|t|ts|time|timestamp|cb|r|rnd|rand|random|nocache|cachebust(?:er)?)=/i.test(pair),
    );
  const body = (request.postData() ?? "").slice(0, 2_000);
  return `${request.method()} ${where}?${withoutNumbers(kept.join("&"))} ${withoutNumbers(body)}`;
}

function isStream(request: DriverRequest): boolean {
  return STREAMS.test(request.response()?.headers()["content-type"] ?? "");
}

/** Whether an answer has begun that need not end. */
function isEndless(request: DriverRequest): boolean {
  const headers = request.response()?.headers();
  if (headers === undefined || headers["content-length"] !== undefined) return false;
  return !WHOLE.test(headers["content-type"] ?? "");
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d*\.\d{6,}|\d{8,}/g, "#");
}

function wordsOf(words: string): RegExp {
  return new RegExp(`(?:^|[/._-])(?:${words})(?:$|[/._-])`, "i");
}
