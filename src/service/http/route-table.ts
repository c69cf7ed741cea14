import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import type { Answer, DispatchRoute, Route } from "./route.ts";

/** A route that a request asks for, with the parameters of its path. */
export interface FoundRoute<Outcome = Answer> {
  readonly route: Route<Outcome> | DispatchRoute<Outcome>;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a method and a path that is relative to the base URL and still encoded. */
export type FindRoute<Outcome = Answer> = (
  method: string,
  path: string,
) => FoundRoute<Outcome> | undefined;

/** Makes the table of routes; where two fit, the one that says more of the path in words is taken. */
export function routeTable<Outcome = Answer>(
  routes: readonly (Route<Outcome> | DispatchRoute<Outcome>)[],
): FindRoute<Outcome> {
  const router = new SmartRouter<Route<Outcome> | DispatchRoute<Outcome>>({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  for (const row of routes.toSorted(byWords)) {
    router.add(row.method, row.path.replaceAll(/\{(\w+)\}/g, ":$1"), row);
  }
  return (method, path) => {
    const [matches, stash] = router.match(method, path);
    const match = matches[0];
    if (match === undefined) return undefined;
    const params = decodeParams(match[1], stash);
    return params === undefined ? undefined : { route: match[0], params };
  };
}

/** A brace sorts behind everything that a word of a path is made of. */
function byWords(one: { path: string }, other: { path: string }): number {
  if (one.path === other.path) return 0;
  return one.path < other.path ? -1 : 1;
}

/** Undefined when one cannot be an identifier: such a resource does not exist. */
function decodeParams(
  given: Readonly<Record<string, string | number>>,
  stash: readonly string[] | undefined,
): Readonly<Record<string, string>> | undefined {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const text = decode(typeof value === "number" ? (stash?.[value] ?? "") : value);
    if (text === undefined) return undefined;
    params[name] = text;
  }
  return params;
}

function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text);
    // eslint-disable-next-line no-control-regex -- controls are what is looked for
    return decoded === "" || /[\u0000-\u001f\u007f]/.test(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}
