import type { Disposer } from "../../../core/index.ts";
import {
  createAcquirer,
  createContentMaker,
  createMonitors,
  type ContentMaker,
  type Monitors,
  type SiteActions,
  type ValueReader,
} from "../../../monitor/index.ts";
import type { Sealer } from "../../../storage/sealing/index.ts";
import type { Webhooks } from "../../../webhooks/index.ts";
import type { KindParts } from "../../base/parts.ts";
import type { Alerts } from "./alerts/alerts.ts";
import { createAlerts } from "./alerts/create-alerts.ts";
import { pageScraper } from "./page-scraper.ts";
import { siteCrawlers } from "./site-crawlers.ts";

/** The dependencies of monitoring; each is borrowed. */
interface MonitoringParts extends KindParts {
  readonly webhooks: Webhooks;
  readonly sealer: Sealer | undefined;
  readonly siteActions: SiteActions;
  /** Takes what is made here. */
  readonly owned: Disposer;
}

/** The engine of monitors, and their alerts. */
interface Monitoring {
  readonly monitors: Monitors;
  readonly alerts: Alerts;
  readonly contentMaker: ContentMaker;
}

/** Reads values as scrapes do: by recipes of the account, and by the host's model. */
function valueReader({ outputs }: Pick<KindParts, "outputs">): ValueReader {
  return async ({ owner: account, url, html, schema }, signal) => {
    const page = { url, html, kind: "html" };
    const read = await outputs.extract({ account, page, schema }, signal);
    return read ?? { data: {}, warnings: [] };
  };
}

/** Makes the monitors of a service over its engines, with its prices and webhooks. */
export function createMonitoring(parts: MonitoringParts): Monitoring {
  const { records, blobs, clock, ids, settings, model, owned } = parts;
  const { alerts, ledger } = createAlerts(parts);
  const acquirer = createAcquirer({
    scraper: pageScraper(parts),
    crawlers: siteCrawlers(parts),
    actions: parts.siteActions,
  });
  const contentMaker = owned.add(createContentMaker({ clock }));
  const reader = model && valueReader(parts);
  const monitors = owned.add(
    createMonitors(
      { acquirer, contentMaker, records, blobs, ledger, model, reader, clock, ids },
      {
        maxConcurrency: settings.concurrency,
        maxActivePerOwner: settings.activeMonitors,
        runRetentionMs: settings.retentionMs,
        inlineBytes: settings.inlineBytes,
      },
    ),
  );
  return { monitors, alerts, contentMaker };
}
