import type { LanguageModel, SchemaJudge } from "../../ai/index.ts";
import type { Browser } from "../../browser/index.ts";
import type { Clock, Ids } from "../../core/index.ts";
import type { Fetcher, ProxyProvider } from "../../fetcher/index.ts";
import type { PageScraper, PageVisitor } from "../../scraper/index.ts";
import type { SearchProvider } from "../../search/index.ts";
import type { Blobs, Cache, Records } from "../../storage/index.ts";
import type { AnswerEngine } from "../../visibility/index.ts";
import type { Webhooks } from "../../webhooks/index.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { OwnPages } from "./own-pages.ts";
import type { PageOutputs } from "./page-outputs/page-outputs.ts";
import type { SavedSessions } from "./saved-sessions.ts";
import type { ServiceSettings } from "./service-settings.ts";
import type { Wire } from "./wire.ts";

/** What brings pages. */
export interface Engines {
  readonly scraper: PageScraper;
  readonly fetcher: Pick<Fetcher, "fetch" | "robots">;
  readonly browser: PageVisitor & Partial<Pick<Browser, "lease">>;
  readonly proxies: ProxyProvider | undefined;
}

/** The dependencies of kinds of jobs. */
export interface KindParts {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Collections are ensured by the code that declares them. */
  readonly records: Records;
  readonly blobs: Blobs;
  readonly cache: Cache;
  readonly engines: Engines;
  readonly model: LanguageModel | undefined;
  /** Checks JSON Schemas, and values by them, in threads. */
  readonly judge: SchemaJudge;
  readonly outputs: PageOutputs;
  readonly ownPages: OwnPages;
  /** What an account searches with: the host's provider, or its own pages; undefined without either. */
  readonly searchOf: (account: string) => SearchProvider | undefined;
  /** By slug, in the order of their slugs. */
  readonly answerEngines: ReadonlyMap<string, AnswerEngine>;
  readonly sessions: SavedSessions | undefined;
  readonly wire: Wire;
  readonly settings: ServiceSettings;
  /**
   * Refuses a URL that is malformed, not http or https, longer than 2,048 characters, or whose host
   * is a private address; a name is not resolved here.
   * @throws ServiceError `INVALID_REQUEST`, with a message that names the field
   */
  readonly checkTarget: (field: string, url: string) => void;
}

/** The dependencies of use cases. */
export interface ResourceParts extends KindParts {
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly webhooks: Webhooks;
}
