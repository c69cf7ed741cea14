import type { Clock, Deadline } from "../../core/index.ts";
import { Cookies, type Fetcher } from "../../fetcher/index.ts";
import type { PageVisitor } from "../../scraper/index.ts";
import type { Blobs } from "../../storage/index.ts";
import type { Credential } from "../format/action.ts";
import type { Recipe, Site } from "../format/action-schema.ts";
import type { Parameter } from "../format/parameter-schema.ts";
import { HostList } from "./host-list.ts";
import type { Pace, Paces } from "./pace.ts";
import type { Params } from "./params.ts";
import { DEFAULT_PACE } from "./run-limits.ts";
import type { LoginWatch } from "./login-watch.ts";
import type { RunState } from "./run-state.ts";
import { RunTrace } from "./run-trace.ts";
import { Scope } from "./scope.ts";
import { Secrets } from "./secrets.ts";
import { stateValues } from "./state-cookies.ts";

/** What every run of a runner shares. */
export interface RunnerParts {
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly browser: PageVisitor | undefined;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly paces: Paces;
  /** In place of the sites' paces; false: none. */
  readonly pace: Pace | false | undefined;
}

/** One run, as it is opened. */
export interface RunParts {
  readonly site: Site;
  /** Of the action, or of the login. */
  readonly parameters: readonly Parameter[];
  /** Undefined for code, and for a login. */
  readonly recipe: Pick<Recipe, "hosts" | "login_wall"> | undefined;
  readonly params: Params;
  readonly credential: Credential | undefined;
  readonly deadline: Deadline;
  readonly fileKey: RunState["fileKey"];
  /** Of a login. */
  readonly login?: LoginWatch;
}

/** Members of a credential that name where it is valid; they are not secret. */
export const PLACES = ["site", "host", "url"] as const;

/** A run before its first step. */
export function openRun(shared: RunnerParts, run: RunParts): RunState {
  const { site, recipe, credential, deadline, fileKey, login } = run;
  const { fetcher, browser, blobs, clock, paces } = shared;
  const pace =
    shared.pace ?? paceOf((login === undefined ? undefined : site.login?.pace) ?? site.pace);
  const own = [...site.hosts, ...ownHosts(run).flatMap(withWww)];
  const more = [
    ...(recipe?.hosts ?? []),
    ...hostsOf(run, ["site", "host", "url"]).flatMap(withWww),
  ];
  return {
    site,
    login,
    authScope: undefined,
    // The login's own page does not count as a login wall.
    loginWalls:
      login === undefined
        ? [recipe?.login_wall, site.login_wall].filter((wall) => wall !== undefined)
        : [],
    credential,
    fetcher,
    browser,
    blobs,
    clock,
    paces,
    pace: pace === false ? undefined : pace,
    deadline,
    now: clock.now(),
    // All that a login sends may hold the password.
    hosts: new HostList(login === undefined ? [...own, ...more] : own),
    ownHosts: new HostList(own),
    cookies: new Cookies(clock),
    secrets: secretsOf(run),
    echoes: echoesOf(run),
    trace: new RunTrace(clock),
    fileKey,
    files: [],
    used: { requests: 0, fileBytes: 0 },
  };
}

/** What the templates of a run read before its first step. */
export function openScope({ secrets, now }: RunState, run: RunParts): Scope {
  const { params, credential } = run;
  const roots = {
    params,
    credential: credential?.values ?? null,
    item: null,
    index: null,
    now: new Date(now).toISOString().replace(".000Z", "Z"),
  };
  return new Scope(roots, (value) => secrets.add(value));
}

function paceOf(pace: Site["pace"]): Pace {
  return pace === undefined ? DEFAULT_PACE : { requests: pace.requests, perMs: pace.per_ms };
}

function hostsOf({ parameters, params }: RunParts, formats: readonly string[]): string[] {
  return parameters.flatMap(({ name, format = "" }) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return formats.includes(format) && typeof value === "string" ? hostIn(value) : [];
  });
}

/** Where the credential may go, beside the site's hosts: where it says it is good, or where the caller's site is. */
function ownHosts(run: RunParts): string[] {
  const values = run.credential?.values ?? {};
  const named = PLACES.flatMap((name) =>
    hostIn(Object.hasOwn(values, name) ? (values[name] ?? "") : ""),
  );
  return named.length > 0 ? named : hostsOf(run, ["site", "host"]);
}

function hostIn(text: string): string[] {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  return url === null || url.hostname === "" ? [] : [url.hostname];
}

/** Sites send visitors from their domain to its `www.` and back. */
function withWww(host: string): string[] {
  return [host, host.startsWith("www.") ? host.slice(4) : `www.${host}`];
}

function secretsOf({ parameters, params, credential }: RunParts): Secrets {
  const secrets = new Secrets();
  for (const { name, secret } of parameters) {
    if (secret === true && Object.hasOwn(params, name)) secrets.add(params[name]);
  }
  for (const [name, value] of Object.entries(credential?.values ?? {})) {
    if (!PLACES.some((place) => place === name)) secrets.add(value);
  }
  secrets.add(stateValues(credential?.state));
  return secrets;
}

/** Names of members of a credential that say who signs in. */
const WHO = /user|mail|login|account|name|phone|tenant|region/i;
/** Characters of a password or key that is looked for in what a site says; shorter ones are words. */
const LEAST_SECRET = 6;
/** Characters of a value of a session; shorter ones are settings, as the language is. */
const LEAST_TOKEN = 16;

/** What is no part of a result, whatever a site echoes: shorter values would take away what it said. */
function echoesOf({ parameters, params, credential }: RunParts): Secrets {
  const given = parameters.flatMap(({ name, secret }) => (secret === true ? [params[name]] : []));
  const values = Object.entries(credential?.values ?? {}).filter(
    ([name]) => !WHO.test(name) && !PLACES.some((place) => place === name),
  );
  const secrets = new Secrets();
  secrets.add([...given, ...values.map(([, value]) => value)].filter(isLong(LEAST_SECRET)));
  secrets.add(stateValues(credential?.state).filter(isLong(LEAST_TOKEN)));
  return secrets;
}

function isLong(least: number): (value: unknown) => boolean {
  return (value) => typeof value !== "string" || value.length >= least;
}
