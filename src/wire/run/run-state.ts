import type { Clock, Deadline } from "../../core/index.ts";
import type { Cookies, Fetcher } from "../../fetcher/index.ts";
import type { PageVisitor } from "../../scraper/index.ts";
import type { Blobs } from "../../storage/index.ts";
import type { Credential } from "../format/action.ts";
import type { LoginWall, Site } from "../format/action-schema.ts";
import type { HostList } from "./host-list.ts";
import type { Pace, Paces } from "./pace.ts";
import type { RunTrace } from "./run-trace.ts";
import type { LoginWatch } from "./login-watch.ts";
import type { RunFile } from "./runner.ts";
import type { Scope } from "./scope.ts";
import type { Secrets } from "./secrets.ts";

/** What the steps of one run share. */
export interface RunState {
  readonly site: Site;
  /** Of a login; undefined while an action runs. */
  readonly login: LoginWatch | undefined;
  /** What the site's `auth` reads besides the credential, once its steps ran. */
  authScope: Scope | undefined;
  readonly loginWalls: readonly LoginWall[];
  readonly credential: Credential | undefined;
  readonly fetcher: Pick<Fetcher, "fetch">;
  readonly browser: PageVisitor | undefined;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly paces: Paces;
  /** Undefined: no pace is kept. */
  readonly pace: Pace | undefined;
  readonly deadline: Deadline;
  /** When the run began, in milliseconds since 1970. */
  readonly now: number;
  /** Where requests may go. */
  readonly hosts: HostList;
  /** Where the credential may go. */
  readonly ownHosts: HostList;
  readonly cookies: Cookies;
  readonly secrets: Secrets;
  /** Those of them that are masked in results too. */
  readonly echoes: Secrets;
  readonly trace: RunTrace;
  readonly fileKey: (name: string, index: number) => string;
  readonly files: RunFile[];
  /** Requests and bytes of files so far. */
  readonly used: { requests: number; fileBytes: number };
}
