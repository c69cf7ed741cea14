import { nearestName } from "../../core/index.ts";
import { NotifierError } from "../notifier-error.ts";
import { targetText, type TargetText } from "../targets/target-text.ts";
import { command } from "./command.ts";
import { discord } from "./discord.ts";
import { mail } from "./mail.ts";
import { matrix } from "./matrix.ts";
import { ntfy } from "./ntfy.ts";
import type { ReadScope, Receiver, Service } from "./service.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { webhook } from "./webhook.ts";

const services: readonly Service[] = [
  ntfy,
  mail,
  slack,
  discord,
  telegram,
  matrix,
  teams,
  webhook,
  command,
];

/** How targets are written, by service. */
export const targetForms: Readonly<Record<string, readonly string[]>> = Object.freeze(
  Object.fromEntries(services.map(({ title, forms }) => [title, forms])),
);

const byScheme = new Map(
  services.flatMap((service) => service.schemes.map((scheme) => [scheme, service] as const)),
);

const LONGEST = 4096;

/**
 * Reads the URL of a target.
 * @throws NotifierError `INVALID_TARGET`: the message says what is expected, and nothing of the URL
 */
export function readReceiver(text: unknown, scope: ReadScope): Receiver {
  if (typeof text !== "string" || text === "" || text.length > LONGEST) {
    throw invalid(`A target must be a URL of 1 to ${LONGEST} characters.`);
  }
  const target = targetText(text);
  if (target === undefined) throw invalid(`A target must be a URL, such as ${examples()}.`);
  const hasSpace = /[\p{Cc}\u2028\u2029]|^\s|\s$/u.test(text);
  if (hasSpace || (target.scheme !== "command" && /\s/.test(text))) {
    throw invalid("A target must have no white space or control characters in it.");
  }
  const service = byScheme.get(target.scheme);
  if (service === undefined) throw unknownScheme(target.scheme);
  const [known, its] = service === webhook ? nativeOf(target) : [service, target];
  return known.read(its, scope);
}

/** Services whose own https addresses are targets of theirs, and no webhooks. */
function nativeOf(target: TargetText): readonly [Service, TargetText] {
  const { host, path, scheme } = target;
  if (scheme !== "https") return [webhook, target];
  const [first = "", second = "", ...rest] = path;
  const name = host.toLowerCase();
  if (name === "ntfy.sh") return [ntfy, { ...target, scheme: "ntfys" }];
  if (name === "hooks.slack.com" && first === "services") {
    return [slack, { ...target, host: second, path: rest }];
  }
  if (/^(?:\w+\.)?discord(?:app)?\.com$/.test(name) && first === "api" && second === "webhooks") {
    const [id = "", ...token] = rest;
    return [discord, { ...target, host: id, path: token }];
  }
  const isFlow =
    /\.(?:logic\.azure\.com|api\.powerplatform\.com|webhook\.office\.com)(?::443)?$/.test(name);
  if (!isFlow) return [webhook, target];
  return [teams, { ...target, scheme: "msteams", text: target.text.replace(/^https/i, "msteams") }];
}

function unknownScheme(scheme: string): NotifierError {
  const near = nearestName(scheme, [...byScheme.keys()]);
  // A text that is near to no scheme may be a token with a colon in it.
  const meant = near === undefined ? "" : ` Did you mean ${near}:?`;
  return invalid(
    `The target's URL begins with none of ${[...byScheme.keys()].join(", ")}.${meant}`,
  );
}

function examples(): string {
  return "ntfy://TOPIC, slack://A/B/C, smtps://USER:PASSWORD@SERVER/?to=ADDRESS or https://HOST/PATH";
}

function invalid(message: string): NotifierError {
  return new NotifierError("INVALID_TARGET", { message });
}
