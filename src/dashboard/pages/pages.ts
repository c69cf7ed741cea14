import type { Page } from "../page.ts";
import { jobPages } from "./jobs.ts";
import { keyPages } from "./keys.ts";
import { overviewPages } from "./overview.ts";
import { playgroundPages } from "./playground.ts";
import { accountPages } from "./accounts.ts";
import { creditPages } from "./credits.ts";
import { healthPages } from "./health.ts";
import { browserPages } from "./browsers.ts";
import { connectPages } from "./connect.ts";
import { crawlPagePages } from "./crawl-page.ts";
import { exportPages } from "./export.ts";
import { recordingPages } from "./recordings.ts";
import { researchPages } from "./research.ts";
import { searchPages } from "./search.ts";
import { sessionPages } from "./sessions.ts";
import { wirePages } from "./wire/wire-pages.ts";
import { monitorPages } from "./monitors/monitor-pages.ts";
import { visibilityPages } from "./visibility/visibility-pages.ts";
import { webhookPages } from "./webhooks/webhook-pages.ts";

/** The table of pages. */
const pages: readonly Page[] = [
  ...overviewPages,
  ...playgroundPages,
  ...jobPages,
  ...crawlPagePages,
  ...exportPages,
  ...searchPages,
  ...researchPages,
  ...sessionPages,
  ...recordingPages,
  ...browserPages,
  ...wirePages,
  ...connectPages,
  ...monitorPages,
  ...webhookPages,
  ...visibilityPages,
  ...keyPages,
  ...creditPages,
  ...healthPages,
  ...accountPages,
];

/** A page, and what its path says. */
export interface FoundPage {
  readonly page: Page;
  readonly params: Readonly<Record<string, string>>;
}

const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(`^${page.path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}/?$`),
}));

/** The page of a method and a path; undefined where there is none. */
export function findPage(method: string, path: string): FoundPage | undefined {
  for (const { page, pattern } of patterns) {
    const match = page.method === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const named = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decoded(text)]);
    return { page, params: Object.fromEntries(named) as Record<string, string> };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
