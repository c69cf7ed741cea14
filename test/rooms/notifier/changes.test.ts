import {
  createMonitors,
  type CheckLedger,
  type MonitorDefinition,
  type Monitors,
} from "dragline/monitor";
import { tellChanges } from "dragline/notifier";
import type { AtomicOutcome, Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { FakeAcquirer, page, plainMaker } from "../monitor/rig.ts";
import { HOUR, Rig } from "./rig.ts";

const URL_OF_PAGE = "https://shop.example/lamps/opal";

/** Monitors and a notifier on the same records. */
class Watch implements AsyncDisposable {
  readonly rig: Rig;
  readonly acquirer: FakeAcquirer;
  readonly monitors: Monitors;

  private constructor(rig: Rig, ledger?: CheckLedger) {
    const { records, clock, notifier } = rig;
    this.rig = rig;
    this.acquirer = new FakeAcquirer(clock);
    this.monitors = createMonitors(
      {
        records,
        clock,
        ids: new FakeIds(),
        acquirer: this.acquirer,
        contentMaker: plainMaker,
        ledger: tellChanges(notifier, ledger),
      },
      { jitterMs: 0 },
    );
  }

  static async open(records: Records = new MemoryRecords(), ledger?: CheckLedger): Promise<Watch> {
    return new Watch(await Rig.open({ records }), ledger);
  }

  /** Shows the pages one after another, and gives what the service was told of it. */
  async seen(definition: Partial<MonitorDefinition>, ...pages: string[]) {
    const whole = { url: URL_OF_PAGE, schedule: { every: HOUR }, ...definition };
    const { id } = await this.monitors.add(whole);
    for (const html of pages) {
      this.acquirer.answer = async () => page(html);
      await this.monitors.check(id);
    }
    await this.rig.notifier.sendDue();
    return this.rig.service.asked.map(({ json }) => json);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.monitors[Symbol.asyncDispose]();
    await this.rig[Symbol.asyncDispose]();
  }
}

const values = { watchMode: "specific_data", fields: { price: ".p", stock: ".s" } } as const;

describe("tellChanges", () => {
  it("tells values as values, and nothing of a first look or of the same again", async () => {
    await using watch = await Watch.open();
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    const told = await watch.seen(
      values,
      '{"price":"1,299","stock":"3"}',
      '{"price":"1,299","stock":"3"}',
      '{"price":"1,149","stock":"3"}',
      '{"price":"999"}',
    );
    expect(told).toMatchObject([
      {
        title: "shop.example/lamps/opal: price 1,299 -> 1,149",
        message: "price: 1,299 -> 1,149\n2026-01-01 00:00 UTC",
        click: URL_OF_PAGE,
      },
      { title: "shop.example/lamps/opal: 2 values changed" },
    ]);
    expect(told[1]?.["message"]).toContain("price: 1,149 -> 999\nstock: 3 -> (none)");
  });

  it("tells the lines of a page that changed", async () => {
    await using watch = await Watch.open();
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    const told = await watch.seen({}, "News\none\ntwo\nthree", "News\none\n2\nthree\nfour");
    expect(told).toMatchObject([
      {
        title: "shop.example/lamps/opal: +2 -1 lines",
        message: expect.stringMatching(/^- two\n\+ 2\n/),
      },
    ]);
    expect(told[0]?.["message"]).toContain("\n+ four\n");
    expect(told[0]?.["message"]).not.toContain("one");
  });

  it("tells the pages of a site that came, went and changed", async () => {
    await using watch = await Watch.open();
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    const site = (pages: Readonly<Record<string, string>>) =>
      async function* () {
        for (const [path, html] of Object.entries(pages)) {
          const url = `https://shop.example/${path}`;
          yield { url, ...page(html, url) };
        }
        return { truncated: false };
      };
    const { monitors, acquirer, rig } = watch;
    const { id } = await monitors.add({
      url: "https://shop.example/",
      scope: "site",
      schedule: { every: HOUR },
    });
    acquirer.pages = site({ "": "a", old: "b", same: "c", other: "d" });
    await monitors.check(id);
    acquirer.pages = site({ "": "a", new: "b", same: "c", other: "e" });
    await monitors.check(id);
    await rig.notifier.sendDue();
    expect(rig.service.asked.map(({ json }) => json)).toMatchObject([
      {
        title: "shop.example: 1 page added, 1 removed, 1 changed",
        message: expect.stringContaining(
          "+ https://shop.example/new\n- https://shop.example/old\n~ https://shop.example/other\n",
        ),
      },
    ]);
  });

  it("tells targets of the monitor's owner, and those of the monitor", async () => {
    await using watch = await Watch.open();
    const { rig, monitors } = watch;
    await rig.notifier.targets.set("hers", { url: rig.topic("hers"), owner: "eve" });
    await rig.notifier.targets.set("his", { url: rig.topic("his"), owner: "bob" });
    await rig.notifier.targets.set("other", {
      url: rig.topic("x"),
      owner: "eve",
      about: ["other"],
    });
    const told = await watch.seen({ owner: "eve" }, "a", "b");
    expect(told.map(({ topic }) => topic)).toEqual(["hers"]);
    const [monitor] = await monitors.list();
    expect(monitor?.lastAlertedAt).toBe(rig.clock.now());
  });

  it("tells once what was stored, and nothing of a step that was not", async () => {
    const records = new Failing(new MemoryRecords());
    await using watch = await Watch.open(records);
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    const { id } = await watch.monitors.add({ url: URL_OF_PAGE, schedule: { every: HOUR } });
    await watch.monitors.check(id);
    watch.acquirer.answer = async () => page("v2");
    // The store goes away just when the change is stored: none of it is there.
    records.failsWith = (operations) =>
      operations.some(({ collection }) => collection.name === "monitor_changes");
    await watch.monitors.check(id).catch(() => {});
    await watch.rig.notifier.sendDue();
    expect([watch.rig.titles, await watch.monitors.changes(id)]).toEqual([[], []]);
    records.failsWith = () => false;
    await watch.rig.clock.advance(HOUR);
    await watch.monitors.check(id);
    await watch.rig.notifier.sendDue();
    expect(await watch.monitors.changes(id)).toHaveLength(1);
    expect(watch.rig.titles).toHaveLength(1);
  });

  it("asks another ledger, too", async () => {
    const heard: string[] = [];
    const ledger: CheckLedger = {
      begin: async () => (heard.push("begin"), { credits: 3, operations: [], refusal: "" }),
      end: async () => (heard.push("end"), { creditsUsed: 2, operations: [], isTold: true }),
      stored: () => void heard.push("stored"),
    };
    await using watch = await Watch.open(undefined, ledger);
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    await watch.seen({}, "a", "b");
    expect(heard).toEqual(["begin", "end", "begin", "end", "stored"]);
    const [monitor] = await watch.monitors.list();
    expect((await watch.monitors.runs(monitor?.id ?? ""))[0]?.creditsUsed).toBe(2);
  });

  it("tells of a change of thousands of lines the first, and how many more there are", async () => {
    await using watch = await Watch.open();
    await watch.rig.notifier.targets.set("one", watch.rig.topic());
    const many = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join("\n");
    const told = await watch.seen({}, "a", many);
    expect(told[0]?.["message"]).toContain("\n… and 4801 more lines\n2026");
  });
});

/** Records whose atomic steps fail where they are told to. */
class Failing implements Records {
  failsWith: (operations: Parameters<Records["atomic"]>[0]) => boolean = () => false;
  readonly #records: Records;
  readonly ensure: Records["ensure"];
  readonly insert: Records["insert"];
  readonly find: Records["find"];
  readonly count: Records["count"];
  readonly tally: Records["tally"];
  readonly update: Records["update"];
  readonly remove: Records["remove"];

  constructor(records: Records) {
    this.#records = records;
    this.ensure = records.ensure.bind(records);
    this.insert = records.insert.bind(records);
    this.find = records.find.bind(records);
    this.count = records.count.bind(records);
    this.tally = records.tally.bind(records);
    this.update = records.update.bind(records);
    this.remove = records.remove.bind(records);
  }

  async atomic(...[operations, call]: Parameters<Records["atomic"]>): Promise<AtomicOutcome> {
    if (this.failsWith(operations)) throw new Error("the store went away");
    return this.#records.atomic(operations, call);
  }

  close(): Promise<void> {
    return this.#records.close();
  }
}
