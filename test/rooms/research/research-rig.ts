import {
  createResearch,
  type ResearchCollaborators,
  type ResearchEvent,
  type ResearchJournal,
  type ResearchOptions,
  type ResearchReport,
} from "dragline/research";
import type { ScrapeCall, ScrapeResult } from "dragline/scraper";
import type { SearchProvider } from "dragline/search";
import { FakeIds } from "dragline/testing";
import { judgeHere } from "../ai/scripted-model.ts";

type Journalled = Parameters<ResearchJournal["append"]>[0];

/** A page of paragraphs. */
export function pageOf(title: string, ...paragraphs: readonly string[]): string {
  const body = paragraphs.map((each) => `<p>${each}</p>`).join("\n");
  return `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
}

/** Pages by URL, found by any query in their order. */
export class FakeWeb {
  readonly pages: ReadonlyMap<string, string>;
  readonly fetched: string[] = [];
  readonly queries: string[] = [];
  /** Pages that are being fetched, and the most at once. */
  running = 0;
  mostRunning = 0;
  /** What becomes of a fetch before it is answered. */
  before: (url: string, signal: AbortSignal) => Promise<void> = async () => {};

  constructor(pages: Readonly<Record<string, string>>) {
    this.pages = new Map(Object.entries(pages));
  }

  readonly search: SearchProvider = {
    name: "fake",
    search: async ({ query, limit, signal }) => {
      signal.throwIfAborted();
      this.queries.push(query);
      const results = [...this.pages.keys()]
        .slice(0, limit)
        .map((url) => ({ url, title: "", snippet: "" }));
      return { results, notes: [] };
    },
  };

  readonly scraper = {
    scrape: async (url: string, call: ScrapeCall = {}): Promise<ScrapeResult> => {
      const { signal = new AbortController().signal } = call;
      this.fetched.push(url);
      this.running += 1;
      this.mostRunning = Math.max(this.mostRunning, this.running);
      try {
        await this.before(url, signal);
        signal.throwIfAborted();
      } finally {
        this.running -= 1;
      }
      const html = this.pages.get(url);
      if (html === undefined)
        return { status: "failed", url, code: "HTTP_STATUS", error: "HTTP 404", durationMs: 1 };
      return {
        status: "completed",
        url,
        finalUrl: url,
        httpStatus: 200,
        contentType: "text/html",
        kind: "html",
        metadata: {} as never,
        cached: false,
        engine: "http",
        engineReason: "asked",
        warnings: [],
        durationMs: 1,
        error: null,
        html,
      };
    },
  };
}

/** A journal in memory; its `append` may throw. */
export class FakeJournal implements ResearchJournal {
  readonly entries: Journalled[] = [];
  /** Appends that succeed before one throws. */
  left = Infinity;

  async read(): Promise<readonly Journalled[]> {
    return structuredClone(this.entries);
  }

  async append(entry: Journalled): Promise<void> {
    if (this.left === 0) throw new Error("The worker was lost.");
    this.left -= 1;
    this.entries.push(structuredClone(entry));
  }
}

/** A research of a fake web, without robots.txt. */
export function researchOf(
  web: FakeWeb,
  collaborators: Partial<ResearchCollaborators> = {},
  options: ResearchOptions = {},
) {
  const { search, scraper } = web;
  const parts = { search, scraper, judge: judgeHere, ids: new FakeIds(), ...collaborators };
  return createResearch(parts, { obeyRobots: false, ...options });
}

/** All events and the report. */
export async function finish(
  run: AsyncIterable<ResearchEvent> & { readonly report: Promise<ResearchReport> },
) {
  const events: ResearchEvent[] = [];
  for await (const event of run) events.push(event);
  return { events, report: await run.report };
}
