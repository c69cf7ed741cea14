import type { HelpPage } from "../help/help-page.ts";
import { UsageError } from "../terminal/terminal.ts";

/** The service that `--remote` names. */
export interface RemotePlace {
  /** The client's default when undefined. */
  readonly url: string | undefined;
  /** What `--key` says. */
  readonly key: string | undefined;
}

/**
 * The service that the command line names; undefined where the work is done here.
 * @param page whose flags these are
 * @throws UsageError for flags that `--remote` cannot be combined with, and for `--key` without it
 */
export function remotePlace(
  { remote: taken = [] }: HelpPage,
  { remote: url, key, ...others }: Readonly<Record<string, unknown>>,
): RemotePlace | undefined {
  if (url === undefined) {
    if (key === undefined) return undefined;
    throw new UsageError("--key needs --remote, the service that the key is for");
  }
  const stray = Object.keys(others).find(
    (name) => others[name] !== undefined && !taken.includes(name),
  );
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with --remote`);
  // The table has them as options with one value.
  return { url: url as string, key: key as string | undefined };
}
