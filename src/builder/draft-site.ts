import type { Json } from "../storage/index.ts";
import type { StepSpec } from "./draft-request.ts";

/** The site of built actions, as a `site.json` writes it. */
interface SiteParts {
  readonly websiteUrl: string;
  readonly slug: string;
  /** `2026-11-27`. */
  readonly day: string;
  /** Names of hosts that its recipes talk to. */
  readonly hosts: readonly string[];
  readonly login?: LoginDraft | undefined;
}

/** A login as it was done, as recipes write it. */
export interface LoginDraft {
  /** Names of what is typed. */
  readonly fields: readonly string[];
  readonly steps: readonly StepSpec[];
  readonly success: readonly Json[];
}

/** A slug of a host: `shop-example-com`. */
export function slugOfHost(host: string): string {
  const plain = host.toLowerCase().replace(/^www\./, "");
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 60) || "site"
  );
}

/** A site as JSON. */
export function draftSite({
  websiteUrl,
  slug,
  day,
  hosts,
  login,
}: SiteParts): Record<string, Json> {
  const { hostname, origin } = new URL(websiteUrl);
  const domain = hostname.replace(/^www\./, "");
  return {
    format: 1,
    slug,
    name: domain.slice(0, 100),
    url: origin,
    domain,
    category: "web",
    description: `Actions of ${domain} that were built from a goal in words.`.slice(0, 500),
    documentation: origin,
    hosts: [...new Set(hosts)],
    ...(login !== undefined && {
      auth_types: ["credentials"],
      login_input: login.fields.map((name) => loginField(name, login.fields)),
      auth: { cookies: true },
      login: { steps: [...login.steps], success: [...login.success] },
    }),
    created: day,
    updated: day,
  };
}

/** Names of what nobody else may know. */
const SECRET = /pass|pin|secret|token|key/i;

/** One field is a secret at least: where no name says which, all are. */
function loginField(name: string, all: readonly string[]): Json {
  const isSecret = SECRET.test(name) || !all.some((one) => SECRET.test(one));
  return {
    name,
    type: "string",
    required: true,
    description: `Value of the site's login field ${name}.`,
    examples: ["example"],
    max_length: 500,
    ...(isSecret && { secret: true }),
  };
}
