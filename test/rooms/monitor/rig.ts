import { createMonitors, type Acquirer, type ContentMaker, type Monitors } from "dragline/monitor";
import type {
  AcquiredPage,
  AcquireFailure,
  MonitorRun,
  MonitorsCollaborators,
  MonitorsOptions,
} from "dragline/monitor";
import type { Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";

export const { signal } = new AbortController();
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A page that comes. */
export function page(html: string, finalUrl = "https://example.com/"): AcquiredPage {
  return { status: "completed", finalUrl, html };
}

/** A page that does not. */
export function failure(code: string, error: string, isHostDown = false): AcquireFailure {
  return { status: "failed", code, error, isHostDown };
}

/** What is answered next, and what was asked. */
export class FakeAcquirer implements Acquirer {
  readonly asked: { readonly url: string; readonly at: number }[] = [];
  answer: Acquirer["page"] = async () => page("v1");
  pages: Acquirer["site"] = async function* ({ url }) {
    yield { url, ...page("v1") };
    return { truncated: false };
  };
  result: Acquirer["action"] = async () => ({ status: "completed", result: {} });
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  page: Acquirer["page"] = async (request, call) => {
    this.asked.push({ url: request.url, at: this.#clock.now() });
    return this.answer(request, call);
  };

  site: Acquirer["site"] = (request, call) => this.pages(request, call);

  action: Acquirer["action"] = (request, call) => this.result(request, call);
}

/** Bodies are the HTML itself, without `<!-- … -->`; what matters of filters is done simply. */
export const plainMaker: ContentMaker = {
  async body({ html }, { filters }) {
    const body = html.replaceAll(/<!--.*?-->/gsu, "").trim();
    if (body === "") return { status: "failed", code: "EMPTY_CONTENT", error: "Empty." };
    const lines = body.split("\n");
    const kept = lines.filter((line) => !filters.ignoreText?.some((text) => line.includes(text)));
    const sorted = filters.lineOrder === false ? kept.toSorted() : kept;
    const isBlocked = filters.blockText?.some((text) => body.includes(text)) ?? false;
    return { status: "made", body, compared: sorted.join("\n"), isBlocked };
  },
  async values({ html }, { fields }) {
    const found = JSON.parse(html) as Record<string, string>;
    const names = Object.keys(fields ?? {});
    if (names.length === 0) return { status: "failed", code: "NOT_EXTRACTED", error: "Nothing." };
    const values = Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
    if (Object.values(values).every((value) => value === null)) {
      return { status: "failed", code: "SELECTOR_GONE", error: "Gone." };
    }
    return { status: "made", values };
  },
  async judge({ before, after, filters }) {
    const [old, young] = [before.split("\n"), after.split("\n")];
    const added = young.filter((line) => !old.includes(line));
    const removed = old.filter((line) => !young.includes(line));
    const stats = { adds: added.length, dels: removed.length };
    const size = [...added, ...removed].join("").length;
    const triggers = filters.triggerText ?? [];
    const isTriggered =
      triggers.length === 0 || triggers.some((text) => added.some((line) => line.includes(text)));
    return { status: "made", counts: isTriggered && size >= (filters.minimumChange ?? 0), stats };
  },
  async [Symbol.asyncDispose]() {},
};

/** Monitors on a fake clock, with a site that does as it is told. */
export class Rig {
  readonly clock: FakeClock;
  readonly acquirer: FakeAcquirer;
  readonly monitors: Monitors;
  readonly records: Records;
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;

  constructor(collaborators: Partial<MonitorsCollaborators> = {}, options: MonitorsOptions = {}) {
    const { records = new MemoryRecords() } = collaborators;
    this.records = records;
    this.clock = (collaborators.clock as FakeClock | undefined) ?? new FakeClock();
    this.acquirer =
      (collaborators.acquirer as FakeAcquirer | undefined) ?? new FakeAcquirer(this.clock);
    const { clock, acquirer } = this;
    const parts = { ids: new FakeIds(), contentMaker: plainMaker, ...collaborators };
    this.monitors = createMonitors(
      { ...parts, records, clock, acquirer },
      { jitterMs: 0, ...options },
    );
  }

  start(): void {
    this.#working = this.monitors.work({ signal: this.#stop.signal });
    this.#working.catch(() => {});
  }

  /** Lets time pass; what becomes due meanwhile happens at its time. */
  async pass(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    for (;;) {
      await turns();
      const next = this.clock.untilNext;
      if (next === undefined || this.clock.now() + next > end) break;
      await this.clock.advance(next);
    }
    await this.clock.advance(end - this.clock.now());
    await turns();
  }

  /** Lets a worker work at a moment until so many runs of a monitor have ended; gives them, newest first. */
  async ended(id: string, at: number, count: number): Promise<MonitorRun[]> {
    await this.clock.advance(Math.max(0, at - this.clock.now()));
    const stop = new AbortController();
    const working = this.monitors.work({ signal: stop.signal });
    for (;;) {
      await turns(10);
      const runs = await this.monitors.runs(id);
      const ended = runs.filter(({ status }) => status !== "processing");
      if (ended.length >= count) {
        stop.abort();
        await working;
        return ended;
      }
      const next = this.clock.untilNext;
      if (next !== undefined) await this.clock.advance(next);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.monitors[Symbol.asyncDispose]();
  }
}

/** Enough turns of the event loop for all that can be done at one moment. */
export async function turns(count = 40): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
