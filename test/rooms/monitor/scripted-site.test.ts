import { describe, expect, it } from "vitest";
import type { AcquiredPage, AcquireFailure, MonitorRun } from "dragline/monitor";
import { inlineMaker } from "./inline-maker.ts";
import { recordStores } from "./record-stores.ts";
import { failure, HOUR, page, Rig } from "./rig.ts";

type Answer = AcquiredPage | AcquireFailure | "slow";

/** A page with lines, and what comes with every request anew. */
function shop(lines: readonly string[], nonce = "a1"): AcquiredPage {
  const items = lines.map((line) => `<p>${line}</p>`).join("");
  const script = `<script nonce="${nonce}">var t = "${nonce}";</script>`;
  return page(`<html><body>${script}<main id="shop">${items}</main></body></html>`);
}

const v1 = ["Tea 4.20", "Coffee 1,250", "Milk 0.99"];
const v2 = ["Tea 4.20", "Coffee 2,150", "Milk 0.99"];

/** What the site answers at each check, hours since the check before, and what must come of it. */
const script: readonly (readonly [
  name: string,
  hours: number,
  answer: Answer,
  outcome: string,
  change?: readonly [before: string, after: string],
])[] = [
  ["v1", 0, shop(v1), "completed"],
  ["v1 with another nonce", 1, shop(v1, "b2"), "completed"],
  ["a captcha", 1, failure("BLOCKED", "The page is a challenge."), "PAGE_FAILED"],
  ["500", 1, failure("HTTP_STATUS", "HTTP 500", true), "PAGE_FAILED"],
  ["an empty page", 2, page("<html><body></body></html>"), "SELECTOR_GONE"],
  ["v1 reordered", 4, shop(v1.toReversed()), "completed"],
  ["v2", 1, shop(v2), "completed", ["Coffee 1,250", "Coffee 2,150"]],
  ["v1 again", 1, shop(v1), "completed", ["Coffee 2,150", "Coffee 1,250"]],
  ["v2 again", 1, shop(v2), "completed", ["Coffee 1,250", "Coffee 2,150"]],
  ["404", 1, failure("HTTP_STATUS", "HTTP 404"), "PAGE_FAILED"],
  ["the watched part gone", 1, page("<main><p>Welcome</p></main>"), "SELECTOR_GONE"],
  ["slow", 2, "slow", "TIMEOUT"],
  [
    "a redirect elsewhere",
    4,
    page("<main id=shop>Parked</main>", "https://park.test/"),
    "REDIRECTED",
  ],
  [
    "a redirect to the home page",
    8,
    page("<main id=shop>Home</main>", "https://shop.test/"),
    "REDIRECTED",
  ],
  [
    "a redirect to a login",
    8,
    page("<main id=shop>Us</main>", "https://shop.test/login?next=a"),
    "LOGIN_REQUIRED",
  ],
  [
    "a login in its place",
    8,
    page("<title>Log in</title><main id=shop><input type=password></main>"),
    "LOGIN_REQUIRED",
  ],
  ["maintenance", 8, page("<h1>Down for maintenance</h1><main id=shop>Soon</main>"), "ERROR_PAGE"],
  ["v2 as before", 8, shop(v2, "c3"), "completed"],
];

/** A monitor that is led through the script. */
class Walk {
  readonly #rig: Rig;
  readonly #id: string;
  #runs = 0;
  #baseline: string | undefined;

  constructor(rig: Rig, id: string) {
    this.#rig = rig;
    this.#id = id;
  }

  async step([name, hours, answer, outcome, change]: (typeof script)[number]): Promise<void> {
    const { monitors, acquirer } = this.#rig;
    acquirer.answer = async (_, signal) => (answer === "slow" ? neverOf(signal) : answer);
    const before = await monitors.snapshots(this.#id);
    const { nextRunAt, lastCheckedAt, createdAt } = await monitors.get(this.#id);
    // The check that was too slow ended a second after its time.
    const since = Math.ceil(((nextRunAt ?? 0) - (lastCheckedAt ?? createdAt)) / HOUR);
    expect(since, name).toBe(hours);
    this.#runs += 1;
    const [run] = await this.#rig.ended(this.#id, nextRunAt ?? 0, this.#runs);
    if (run === undefined) throw new Error(`no run for ${name}`);
    const after = await monitors.snapshots(this.#id);
    const isSound = outcome === "completed";
    this.#checkRun(name, run, isSound ? { status: "completed" } : { status: "failed" });
    expect(isSound ? "completed" : run.code, name).toBe(outcome);
    expect(after.length - before.length, name).toBe(isSound ? 1 : 0);
    expect((await monitors.get(this.#id)).lastError === null, name).toBe(isSound);
    expect([run.changeId !== null, run.pagesChanged], name).toEqual(
      change === undefined ? [false, 0] : [true, 1],
    );
    if (change !== undefined) await this.#checkChange(run, change);
    if (isSound) this.#baseline = after[0]?.id;
  }

  #checkRun(name: string, run: MonitorRun, expected: Pick<MonitorRun, "status">): void {
    const pagesCrawled = expected.status === "completed" ? 1 : 0;
    expect(run, name).toMatchObject({ ...expected, trigger: "schedule", pagesCrawled });
  }

  async #checkChange(run: MonitorRun, [old, young]: readonly [string, string]): Promise<void> {
    const { monitors } = this.#rig;
    const detail = await monitors.compare(this.#id, { changeId: run.changeId ?? "" });
    expect(detail?.change.beforeSnapshotId).toBe(this.#baseline);
    const has = (text: string) => [detail?.before?.includes(text), detail?.after?.includes(text)];
    expect([has(old), has(young)]).toEqual([
      [true, false],
      [false, true],
    ]);
    // Lines in another order do not count.
    expect(detail?.diff).toMatchObject({ stats: { adds: 1, dels: 1 } });
  }
}

function neverOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

describe("a scripted site", () => {
  it.for(recordStores.filter(([, isThere]) => isThere))(
    "gives exactly these runs, snapshots and changes, on %s",
    { timeout: 60_000 },
    async ([, , open]) => {
      const parts = { records: await open(), contentMaker: inlineMaker };
      await using rig = new Rig(parts, { checkTimeoutMs: 1_000 });
      const { id } = await rig.monitors.add({
        url: "https://example.com/",
        schedule: { every: HOUR },
        filters: { include: ["#shop"], lineOrder: false },
      });
      const walk = new Walk(rig, id);
      for (const step of script) await walk.step(step);
      expect(await rig.monitors.changes(id)).toHaveLength(3);
      expect(await rig.monitors.runs(id)).toHaveLength(script.length);
    },
  );
});
