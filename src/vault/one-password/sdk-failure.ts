import { VaultError } from "../vault-error.ts";
import type { SdkWork } from "./sdk-job.ts";
import type { Outcome } from "./sdk-thread.ts";

type Code = VaultError["code"];

const sentences: Readonly<Partial<Record<Code, string>>> = Object.freeze({
  SOURCE_AUTH_FAILED: "1Password refused the service account token.",
  SOURCE_FORBIDDEN: "The service account is not allowed to read the vault.",
  SOURCE_ITEM_NOT_FOUND: "The vault or item does not exist, or several items have its title.",
  SOURCE_THROTTLED: "1Password limits the rate of calls.",
  SOURCE_UNREACHABLE: "1Password could not be reached.",
  SOURCE_UPSTREAM_ERROR: "1Password failed, or its answer does not have the documented form.",
  SOURCE_NOT_AVAILABLE: "1Password needs the package @1password/sdk: npm install @1password/sdk",
});

/** What the SDK (0.5.0) says where no HTTP answer tells more; the first that fits. */
const texts: readonly (readonly [RegExp, Code])[] = [
  [/rate limit/i, "SOURCE_THROTTLED"],
  [
    /not authenticated|invalid service account token|invalid (?:client|token)|token .*revoked/i,
    "SOURCE_AUTH_FAILED",
  ],
  [/permission|not allowed|forbidden|access denied/i, "SOURCE_FORBIDDEN"],
  [
    /not found|no (?:vault|item) (?:matched|with)|does ?n.t exist|isn.t in/i,
    "SOURCE_ITEM_NOT_FOUND",
  ],
];

/** Why a call of the SDK failed; undefined when it did not. Nothing that the SDK said is in it. */
export function failureOf(outcome: Outcome, work: SdkWork["kind"]): VaultError | undefined {
  const code = codeOf(outcome, work);
  if (code === undefined) return undefined;
  const { retryAfterMs } = outcome;
  const isThrottled = code === "SOURCE_THROTTLED" && retryAfterMs !== undefined;
  return new VaultError(code, {
    message: sentences[code] ?? "",
    details: isThrottled ? { retryAfterMs } : {},
  });
}

/** What an HTTP answer tells. */
const statuses: ReadonlyMap<number, Code> = new Map([
  [401, "SOURCE_AUTH_FAILED"],
  [403, "SOURCE_FORBIDDEN"],
  [404, "SOURCE_ITEM_NOT_FOUND"],
  [429, "SOURCE_THROTTLED"],
]);

function codeOf(outcome: Outcome, work: SdkWork["kind"]): Code | undefined {
  const { result, unreachable, lastStatus = 200 } = outcome;
  if (result.kind === "not-installed") return "SOURCE_NOT_AVAILABLE";
  if (result.kind === "not-found") return "SOURCE_ITEM_NOT_FOUND";
  if (result.kind !== "failed") return undefined;
  if (unreachable) return "SOURCE_UNREACHABLE";
  // Nothing in particular was asked for that could be missing.
  if (lastStatus >= 500 || (lastStatus === 404 && work === "containers")) return UNFORESEEN;
  const said = texts.find(([pattern]) => pattern.test(result.text));
  return statuses.get(lastStatus) ?? said?.[1] ?? UNFORESEEN;
}

const UNFORESEEN = "SOURCE_UPSTREAM_ERROR";
