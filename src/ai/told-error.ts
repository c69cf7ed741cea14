/** An error that a model's server told in the body of an answer. */
export interface ToldError {
  /** The HTTP status that it names, by number or in a word; undefined when none. */
  readonly status: number | undefined;
  /** Whether the server, or the model, did not want to answer this question. */
  readonly isRefusal: boolean;
  /** The server's own words. */
  readonly message: string;
}

/** Words for errors, without what stands between their parts, by the status that they mean. */
const WORDS: Readonly<Record<number, string>> = {
  400: "badrequest badrequesterror invalidrequest invalidrequesterror invalidargument contextlengthexceeded stringabovemaxlength unsupportedparameter unsupportedvalue",
  401: "invalidapikey authenticationerror unauthorized unauthenticated invalidauthentication notauthenticated",
  402: "insufficientquota insufficientcredits insufficientbalance billinghardlimitreached billingnotactive paymentrequired",
  403: "permissionerror permissiondenied permissiondeniederror forbidden accessdenied",
  404: "modelnotfound modelnotfounderror notfound notfounderror",
  408: "timeout requesttimeout timeouterror",
  429: "ratelimit ratelimiterror ratelimited ratelimitexceeded ratelimitreached toomanyrequests resourceexhausted throttling throttlingexception",
  500: "servererror internalservererror internalerror internal apierror",
  502: "badgateway upstreamerror providererror",
  503: "overloaded overloadederror serviceunavailable serviceunavailableerror unavailable engineoverloaded modeloverloaded insufficientsystemresource",
  504: "gatewaytimeout deadlineexceeded",
};

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(WORDS).flatMap(([status, words]) =>
    words.split(" ").map((word) => [word, Number(status)] as const),
  ),
);

const REFUSALS: ReadonlySet<string> = new Set(
  "contentfilter contentfiltered contentpolicyviolation responsibleaipolicyviolation moderationblocked datainspectionfailed promptblocked prohibitedcontent safety recitation blocklist spii refusal sensitive".split(
    " ",
  ),
);

/** Characters of a body that is read for an error. */
const LONGEST_BODY = 65_536;
/** Characters of a server's own words. */
const LONGEST_MESSAGE = 300;

/** The status that a word for an error means: `rate_limit_exceeded`. */
export function statusOfWord(word: string): number | undefined {
  return STATUSES.get(plain(word));
}

/** Whether a word says that there was to be no answer: `content_filter`, `SAFETY`. */
export function isRefusalWord(word: string): boolean {
  return REFUSALS.has(plain(word));
}

function plain(word: string): string {
  return word.length > 60 ? "" : word.toLowerCase().replace(/[^a-z]/g, "");
}

/**
 * The error that the body of an answer tells, in the dialects of servers of models: in `error`, in
 * the first choice, in a list of one, or by itself. Undefined when it tells none.
 * @param body JSON, read or as text
 */
export function toldError(body: unknown): ToldError | undefined {
  const top = objectOf(typeof body === "string" ? parsed(body) : body);
  if (top === undefined) return undefined;
  const { error, choices, errors } = top;
  const ofChoice = objectOf(choices)?.["error"];
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const told = [error, ofChoice, first].find(Boolean);
  if (told !== undefined) return read(told);
  const isBare = !Array.isArray(choices) && ("message" in top || "detail" in top);
  return isBare ? read(top) : undefined;
}

function read(told: unknown): ToldError {
  if (typeof told === "string") {
    return { status: statusOfWord(told), isRefusal: isRefusalWord(told), message: cut(told) };
  }
  const error = objectOf(told) ?? {};
  const { message, detail, msg, metadata, innererror } = error;
  const facts = objectOf(metadata) ?? {};
  const names = [error["code"], error["status"], error["statusCode"], error["type"]];
  const words = [...names, objectOf(innererror)?.["code"]].filter(
    (each) => typeof each === "string",
  );
  const isFlagged = Array.isArray(facts["reasons"]) || "flagged_input" in facts;
  const said = [message, detail, msg].find((each) => typeof each === "string" && each !== "");
  const behind = typeof facts["raw"] === "string" ? ` (${facts["raw"]})` : "";
  const text = typeof said === "string" ? said : words.join(" ");
  const status = names.map(statusOf).find((each) => each !== undefined);
  return {
    status: status ?? statusOfWord(text),
    isRefusal: isFlagged || words.some(isRefusalWord),
    message: cut(`${text}${behind}`),
  };
}

function statusOf(name: unknown): number | undefined {
  const number = typeof name === "string" && /^\d{3}$/.test(name) ? Number(name) : name;
  if (typeof number === "number") return number >= 400 && number <= 599 ? number : undefined;
  return typeof name === "string" ? statusOfWord(name) : undefined;
}

function cut(text: string): string {
  return text.slice(0, LONGEST_MESSAGE).toWellFormed().trim();
}

function parsed(text: string): unknown {
  if (text.length > LONGEST_BODY) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An object; the first of a list of them. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && first !== null && !Array.isArray(first)
    ? (first as Readonly<Record<string, unknown>>)
    : undefined;
}
