import { describe, expect, it } from "vitest";
import type { MonitorDefinition, MonitorRun } from "dragline/monitor";
import { HOUR, page, Rig } from "./rig.ts";

const url = "https://example.com/";
const base = { url, schedule: { every: HOUR }, filters: { confirmAfterMs: 1000 } };
type Site = Readonly<Record<string, string>>;

/** A check with two looks. */
async function twoLooks(rig: Rig, id: string): Promise<MonitorRun> {
  const checking = rig.monitors.check(id);
  await rig.clock.timerOf(1000);
  await rig.clock.advance(1000);
  return checking;
}

describe("ContentFilters.confirmAfterMs of values", () => {
  const definition: MonitorDefinition = {
    ...base,
    watchMode: "specific_data",
    fields: { price: ".price", stock: ".stock" },
  };

  it.for([
    ["no value that is as before at the second look", ["9", "yes"], ["5", "yes"], []],
    ["no value that is another at each look", ["9", "yes"], ["8", "yes"], []],
    ["a value that is the same in both looks", ["9", "yes"], ["9", "yes"], ["price"]],
    ["of two values the one that stays", ["9", "no"], ["7", "no"], ["stock"]],
    ["no value that comes only with the second look", ["9", "yes"], ["9", "no"], ["price"]],
  ] as const)("tells %s", async ([, first, second, changed]) => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add(definition);
    const looks = [["5", "yes"], first, second];
    rig.acquirer.answer = async () => {
      const [price, stock] = looks.shift() ?? [];
      return page(JSON.stringify({ price, stock }));
    };
    await rig.monitors.check(id);
    const run = await twoLooks(rig, id);
    const changes = await rig.monitors.changes(id);
    expect(run.changeId).toBe(changes[0]?.id ?? null);
    const told = changes.map(({ diff }) => (diff.type === "fields" ? diff.changedFields : []));
    expect(told.flat()).toEqual(changed);
    // What was not told is still what the next check compares with.
    const [snapshot] = await rig.monitors.snapshots(id);
    const names = ["price", "stock"] as const;
    const expected = names.map((name, at) =>
      changed.some((one) => one === name) ? second[at] : ["5", "yes"][at],
    );
    const kept = snapshot?.extractedData as Readonly<Record<string, string>>;
    expect(names.map((name) => kept[name])).toEqual(expected);
  });
});

describe("ContentFilters.confirmAfterMs of sites", () => {
  const before: Site = { "/": "home", "/a": "a\nb", "/b": "b" };
  const cases: readonly (readonly [string, Site, Site, object])[] = [
    ["no page that is gone in one look only", { "/": "home", "/a": "a\nb" }, before, {}],
    ["no page that is there in one look only", { ...before, "/c": "c" }, before, {}],
    ["no page that changed in one look only", { ...before, "/a": "x" }, before, {}],
    [
      "a page that is gone in both",
      { "/": "home", "/a": "a\nb" },
      { "/": "home", "/a": "a\nb" },
      { pagesRemoved: 1 },
    ],
    [
      "a page that is there in both",
      { ...before, "/c": "c" },
      { ...before, "/c": "c" },
      { pagesAdded: 1 },
    ],
    [
      "a page that changed in both, though a line of it is another each time",
      { ...before, "/a": "a\nnew\nad 1" },
      { ...before, "/a": "a\nnew\nad 2" },
      { pagesChanged: 1 },
    ],
    [
      "no page of which only a line changes that is another each time",
      { ...before, "/a": "a\nb\nad 1" },
      { ...before, "/a": "a\nb\nad 2" },
      {},
    ],
    [
      "a page that is there in both, though a line of it is another each time",
      { ...before, "/c": "c\nad 1" },
      { ...before, "/c": "c\nad 2" },
      { pagesAdded: 1 },
    ],
    [
      "a page that changed in both, and none that is gone in the second only",
      { ...before, "/a": "x" },
      { "/": "home", "/a": "x" },
      { pagesChanged: 1 },
    ],
    [
      "of two pages the one that stays changed",
      { ...before, "/a": "x", "/b": "y" },
      { ...before, "/a": "x" },
      { pagesChanged: 1 },
    ],
  ];

  it.for(cases)("tells %s", async ([, first, second, counts]) => {
    await using rig = new Rig();
    const { id } = await rig.monitors.add({ ...base, scope: "site" });
    const looks = [before, first, second];
    rig.acquirer.pages = async function* () {
      for (const [path, html] of Object.entries(looks.shift() ?? {})) {
        yield { url: `https://example.com${path}`, ...page(html, `https://example.com${path}`) };
      }
      return { truncated: false };
    };
    await rig.monitors.check(id);
    const run = await twoLooks(rig, id);
    const none = { pagesAdded: 0, pagesChanged: 0, pagesRemoved: 0 };
    expect(run).toMatchObject({ status: "completed", ...none, ...counts });
    expect(run.changeId !== null).toBe(Object.keys(counts).length > 0);
    expect(looks).toEqual([]);
  });
});
