import type { LanguageModel } from "../../ai/index.ts";
import type { Browser, RemoteBrowsers } from "../../browser/index.ts";
import type { Recorder, RecordingStore, SessionStore } from "../../cdp-proxy/index.ts";
import type { Clock, Ids } from "../../core/index.ts";
import type { Dialer, Fetcher, ProxyProvider, Resolver } from "../../fetcher/index.ts";
import type { Queue } from "../../queue/index.ts";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import type { PageVisitor } from "../../scraper/index.ts";
import type { PageIndex, SearchProvider } from "../../search/index.ts";
import type { DiskSpace } from "../../storage/fs/index.ts";
import type { Blobs, Cache, Records } from "../../storage/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import type { VaultProvider } from "../../vault/index.ts";
import type { AnswerEngine } from "../../visibility/index.ts";
import type { MailSender } from "../slices/monitors/mail/mail-sender.ts";
import type { Catalog, Runner } from "../../wire/index.ts";
import type { WireCredentials } from "../base/wire-credentials.ts";
import type { WebScraper } from "../slices/web-scraper/define-scraper.ts";

/** The collaborators of a service; each is borrowed and left open. */
export interface ServiceCollaborators {
  /** Where everything is remembered; memory when absent, gone with the process. */
  readonly records?: Records | undefined;
  /** Where screenshots and large results are; memory when absent. */
  readonly blobs?: Blobs | undefined;
  /** Where pages are cached; memory, at most 64 MiB, when absent. */
  readonly cache?: Cache | undefined;
  /**
   * Says whether the disks have room. Where they have none new work is refused with 503, as is
   * `/health`; what was taken in goes on, and so do reads. When absent nothing is refused before a store is full.
   */
  readonly disk?: Pick<DiskSpace, "check"> | undefined;
  /** What brings jobs to workers; over `records` when absent. */
  readonly queue?: Queue | undefined;
  /** What counts calls; memory when absent, which is this process alone. */
  readonly limiter?: RateLimiter | undefined;
  /**
   * Encrypts secrets at rest. When absent, signing secrets are stored as they are, and browser
   * sessions not at all.
   */
  readonly sealer?: Sealer | undefined;
  /** What fetches pages; a fetcher of the service's own when absent. */
  readonly fetcher?: (Pick<Fetcher, "fetch" | "robots"> & Partial<AsyncDisposable>) | undefined;
  /**
   * What shows pages that need a browser; one of the service's own, started when needed, when absent.
   * One without `lease` does no tasks of `POST /ai/evaluate`.
   */
  readonly browser?: (PageVisitor & Partial<Pick<Browser, "lease">>) | undefined;
  /** Where the proxies of countries come from; direct when absent. */
  readonly proxies?: ProxyProvider | undefined;
  /**
   * Writes summaries, reads values that a page's own data does not tell, and judges changes of
   * monitors with `aiMode`; an object, such as `createCompatibleModel` makes. When absent summaries
   * are sentences of the page, values are what its data, labels and tables tell, and `aiMode` is
   * refused.
   */
  readonly model?: LanguageModel | undefined;
  /**
   * Searches the web, for `POST /search` and research; when absent each account searches its own pages
   * in `index`.
   */
  readonly search?: SearchProvider | undefined;
  /**
   * Keeps the pages of accounts to be searched. When absent it is one in memory where `records` are in
   * memory too, unless there is a `search`, or `indexPages` is false; else there is none.
   */
  readonly index?: PageIndex | undefined;
  /**
   * The engines that AI Visibility compares, none with another's slug. When absent there are none, and
   * its searches are refused (`configuration_error`).
   */
  readonly answerEngines?: readonly AnswerEngine[] | undefined;
  /** Browsers of connections; ours, started at the first connection, when absent. */
  readonly browsers?: RemoteBrowsers | undefined;
  /**
   * Saved browser sessions; over `records`, `blobs` and `sealer` when absent, and none where there is
   * no sealer either.
   */
  readonly sessions?: SessionStore | undefined;
  /** What makes videos of connections; over `records` and `blobs` when absent. */
  readonly recorder?: Recorder | undefined;
  /** Where a recorder of the host's keeps its videos; likewise. */
  readonly recordings?: RecordingStore | undefined;
  /** The actions of sites; those that come with the package when absent. */
  readonly catalog?: Catalog | undefined;
  /** What runs actions; one over the service's fetcher and blobs when absent, nothing when null. */
  readonly actionRunner?: Runner | null | undefined;
  /**
   * The saved logins that actions run with, of a host that keeps them itself; those of the service's own
   * identities when absent, which take `records` and a `sealer`.
   */
  readonly credentials?: WireCredentials | undefined;
  /** The kinds of vaults that users can connect as identity sources; those of `builtInVaults` when absent. */
  readonly vaults?: readonly VaultProvider[] | undefined;
  /** What sends alerts of monitors by e-mail; alerts to addresses fail when absent. */
  readonly mail?: MailSender | undefined;
  /** Custom scrapers, besides those that come with the service. */
  readonly scrapers?: readonly WebScraper[] | undefined;
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}
