import { CoreError, withDefaults } from "../../core/index.ts";
import type { RequestFacts } from "../base/service.ts";

/** Where an adapter is mounted. */
export interface MountOptions {
  /**
   * The path that the service is mounted under: `/web`. It is taken off the paths of requests, where
   * the server has not done so already, and stands in the addresses of answers.
   * @default ""
   */
  readonly basePath?: string | undefined;
}

const defaults: { readonly basePath: string } = Object.freeze({ basePath: "" });

/**
 * The prefix of an adapter's options.
 * @throws CoreError `INVALID_OPTION`
 */
export function mountedUnder(options: MountOptions | undefined): string {
  return basePathOf(withDefaults<typeof defaults>(defaults, options).basePath);
}

const facts = Object.freeze({ remoteAddress: undefined, basePath: undefined, account: undefined });

/**
 * What a host says of a request, with its prefix as {@link basePathOf} gives it.
 * @throws CoreError `INVALID_OPTION`
 */
export function readFacts(given: RequestFacts): RequestFacts {
  const complete: RequestFacts = withDefaults<RequestFacts>(facts, given);
  return { ...complete, basePath: basePathOf(complete.basePath) };
}

/**
 * A prefix without a slash at its end; empty for none.
 * @throws CoreError `INVALID_OPTION` for one that does not begin with a slash
 */
export function basePathOf(given: string | undefined): string {
  if (given === undefined || given === "") return "";
  if (typeof given === "string" && /^\/[^?#\s]*$/.test(given)) return given.replace(/\/+$/, "");
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'basePath' must be a path that begins with a slash, such as "/web"; got ${JSON.stringify(given)}.`,
    details: { option: "basePath", value: given },
  });
}

/** A path or target without the prefix; undefined when it does not begin with it. */
export function belowBase(target: string, basePath: string): string | undefined {
  if (!target.startsWith(basePath)) return undefined;
  const below = target.slice(basePath.length);
  return below === "" || below.startsWith("/") || below.startsWith("?") ? below : undefined;
}
