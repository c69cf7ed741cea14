import { SchemaJudge } from "../../ai/index.ts";
import { checkModel } from "../../ai/internal.ts";
import { CoreError, systemClock, systemIds, type Clock, type Disposer } from "../../core/index.ts";
import type { SiteActions } from "../../monitor/index.ts";
import type { Queue } from "../../queue/index.ts";
import { RecordsQueue } from "../../queue/records/index.ts";
import { MemoryRateLimiter, type RateLimiter } from "../../rate-limiter/index.ts";
import { indexProvider, type PageIndex, type SearchProvider } from "../../search/index.ts";
import { createSqliteIndex } from "../../search/sqlite/index.ts";
import { createCache } from "../../storage/keyv/index.ts";
import type { Sealer } from "../../storage/sealing/index.ts";
import { MemoryBlobs, MemoryRecords } from "../../storage/memory/index.ts";
import { createWebhooks, type Webhooks } from "../../webhooks/index.ts";
import { createConnections, type Connections } from "./create-connections.ts";
import { createTargetCheck } from "../base/check-target.ts";
import type { ServiceCollaborators } from "./collaborators.ts";
import { createEngines } from "./create-engines.ts";
import { createEventMailer } from "../slices/monitors/mail/create-event-mailer.ts";
import type { KindParts } from "../base/parts.ts";
import { OwnPages } from "../base/own-pages.ts";
import { PageOutputs } from "../base/page-outputs/page-outputs.ts";
import { checkEngines } from "../slices/ai-visibility/check-engines.ts";
import type { WebScraper } from "../slices/web-scraper/define-scraper.ts";
import { sessionsForJobs } from "../slices/sessions/sessions-for-jobs.ts";
import { monitoredActions } from "../slices/wire/monitored-actions.ts";
import type { OwnWire } from "../slices/wire/own-wire.ts";
import { createWire } from "../slices/wire/create-wire.ts";
import { signedInScraper, withCredentials } from "./credential-sessions.ts";
import type { WireCredentials } from "../base/wire-credentials.ts";
import type { ServiceSettings } from "../base/service-settings.ts";

/** What everything in a service stands on. */
interface BaseParts extends KindParts {
  readonly wire: OwnWire;
  readonly queue: Queue;
  readonly limiter: RateLimiter;
  readonly webhooks: Webhooks;
  readonly connections: Connections;
  /** Seals secrets; they are stored as they are when absent. */
  readonly sealer: Sealer | undefined;
  /** Runs actions for monitors. */
  readonly siteActions: SiteActions;
  /** Custom scrapers of the host. */
  readonly ownScrapers: readonly WebScraper[];
  /** Takes what is made for this service. */
  readonly owned: Disposer;
}

/**
 * What the host gave, and our own for the rest.
 * @param owned takes what is made here
 * @throws AiError `INVALID_MODEL`; CoreError `INVALID_OPTION`; NetError `INVALID_ALLOW_ENTRY`
 */
export function serviceParts(
  given: ServiceCollaborators,
  settings: ServiceSettings,
  owned: Disposer,
): BaseParts {
  const { clock = systemClock, ids = systemIds, model } = given;
  if (model !== undefined) checkModel(model);
  else if (settings.visibilitySynthesis) throw lacksModel();
  const answerEngines = checkEngines(given.answerEngines);
  const records = given.records ?? closing(owned, new MemoryRecords());
  const blobs = given.blobs ?? closing(owned, new MemoryBlobs({ clock, ids }));
  const queue = given.queue ?? new RecordsQueue({ records, clock, ids });
  if (given.queue === undefined) owned.defer(() => queue.close(settings.graceMs));
  const limiter = given.limiter ?? closing(owned, new MemoryRateLimiter({ clock }));
  const webhooks = owned.add(webhooksOf(given, { records, clock, ids, settings }));
  const connections = createConnections({ ...given, records, blobs, clock, ids, settings, owned });
  const index = pageIndex(given, { clock, settings, owned });
  const stores = { records, blobs, clock, ids, judge: new SchemaJudge(clock) };
  const { engines, sessions, wire } = enginesAndLogins(given, {
    ...stores,
    connections,
    owned,
    settings,
  });
  return {
    ...stores,
    queue,
    limiter,
    webhooks,
    cache: given.cache ?? createCache(),
    connections,
    engines,
    model,
    answerEngines,
    outputs: owned.add(new PageOutputs({ ...stores, model, settings })),
    ownPages: new OwnPages({ index, clock, settings }),
    searchOf: searchBy(given.search, index),
    sessions,
    wire,
    settings,
    sealer: given.sealer,
    siteActions: monitoredActions({ ...stores, wire }),
    ownScrapers: given.scrapers ?? [],
    owned,
    checkTarget: createTargetCheck(settings.allow),
  };
}

function lacksModel(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message:
      "Option 'visibilitySynthesis' needs a model: pass the collaborator 'model', or leave the option out.",
    details: { option: "visibilitySynthesis" },
  });
}

function webhooksOf(
  { resolver, dialer, sealer, mail }: ServiceCollaborators,
  { records, clock, ids, settings }: Pick<BaseParts, "records" | "clock" | "ids" | "settings">,
): ReturnType<typeof createWebhooks> {
  return createWebhooks(
    { records, resolver, dialer, clock, ids, sealer, mailer: mail && createEventMailer(mail) },
    {
      allow: settings.allowCallbacks,
      headerPrefix: settings.headerPrefix,
      standardHeaders: settings.standardWebhooks,
      userAgent: settings.webhookUserAgent,
      retentionMs: settings.retentionMs,
    },
  );
}

/** Actions run with the engines, and these with the logins of actions. */
function enginesAndLogins(
  given: ServiceCollaborators,
  {
    connections,
    owned,
    settings,
    ...stores
  }: Pick<BaseParts, "records" | "blobs" | "clock" | "ids" | "connections" | "settings"> & {
    readonly owned: Disposer;
  },
): Pick<BaseParts, "engines" | "sessions" | "wire"> {
  const saved = connections.sessions && sessionsForJobs(connections.sessions);
  const credentialsOf = (): WireCredentials | undefined => wire.credentials;
  const sessions = withCredentials(saved, credentialsOf);
  const made = createEngines({ ...given, ...stores, sessions, owned }, settings);
  const engines = { ...made, scraper: signedInScraper(made.scraper, credentialsOf) };
  const wire = createWire(given, { ...stores, engines });
  return { engines, sessions, wire };
}

function searchBy(
  search: SearchProvider | undefined,
  index: PageIndex | undefined,
): BaseParts["searchOf"] {
  return (account) => search ?? (index && indexProvider(index, account));
}

/**
 * The host's index, or one in memory where all else is. A service that remembers in a store would
 * forget it, and several processes would each know of their own pages only.
 */
function pageIndex(
  { search, index, records }: ServiceCollaborators,
  {
    clock,
    settings,
    owned,
  }: { readonly clock: Clock; readonly settings: ServiceSettings; readonly owned: Disposer },
): PageIndex | undefined {
  if (index !== undefined) return index;
  if (search !== undefined || records !== undefined || !settings.indexPages) return undefined;
  return owned.add(createSqliteIndex({ clock }));
}

/** Has what is made here closed at the end. */
function closing<T extends { close(): Promise<void> }>(owned: Disposer, made: T): T {
  owned.defer(() => made.close());
  return made;
}
