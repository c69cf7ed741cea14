import type { WireRunError } from "../../../client/index.ts";
import { markup, type Markup } from "../../markup.ts";

/** Statuses that a site answers with, and what they mean to one who ran an action. */
const statuses: readonly (readonly [RegExp, string])[] = [
  [/\bHTTP 4(?:04|10)\b/, "The site has nothing there. Does what the parameters name exist?"],
  [/\bHTTP (?:403|429)\b/, "The site refused to answer. It may take it again later."],
  [/\bHTTP 5\d\d\b/, "The site has trouble of its own. Try it again later."],
];

/** Why an action failed, for people; what the runner says is behind it. */
export function runFailure({ code, message }: WireRunError): Markup {
  return markup`${plainly(code, message)}<details><summary>The technical reason</summary><code>${code}</code>: ${message}</details>`;
}

function plainly(code: WireRunError["code"], message: string): string {
  if (code === "AUTH_EXPIRED") return "The login does not count any more. Sign in again.";
  if (code === "INVALID_PARAMS") return "A parameter cannot be used as it was given.";
  return (
    statuses.find(([pattern]) => pattern.test(message))?.[1] ??
    "The site did not do what the action expects of it."
  );
}
