import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MonitorDefinition } from "dragline/monitor";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR, page, Rig } from "./rig.ts";

const definition: MonitorDefinition = { url: "https://example.com/", schedule: { every: HOUR } };
const GONE = { status: "completed", code: "BASELINE_GONE", changeId: null };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-bodies-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Monitors of another process each time: what is in memory is gone. */
async function inTurn(
  make: () => Promise<Rig>,
  ...steps: ((rig: Rig) => Promise<void>)[]
): Promise<void> {
  for (const step of steps) {
    await using rig = await make();
    await step(rig);
  }
}

describe("bodies that are gone", () => {
  it("are none where records last and there are no blobs: bodies stay with the records", async () => {
    const path = join(folder, "monitors.sqlite");
    const make = async (): Promise<Rig> =>
      new Rig({ records: new SqliteRecords({}, { path }), ids: undefined }, { inlineBytes: 0 });
    let id = "";
    await inTurn(
      make,
      async (rig) => {
        ({ id } = await rig.monitors.add(definition));
        await rig.monitors.check(id);
      },
      async (rig) => {
        rig.acquirer.answer = async () => page("v2");
        const run = await rig.monitors.check(id);
        expect(run).toMatchObject({ status: "completed", code: null });
        const detail = await rig.monitors.compare(id, { changeId: run.changeId ?? "" });
        expect(detail).toMatchObject({ before: "v1", after: "v2" });
      },
    );
  });

  it("make a new baseline, say that nothing was compared, and are compared with from then on", async () => {
    const records = new MemoryRecords();
    const make = async (): Promise<Rig> =>
      new Rig({ records, blobs: new MemoryBlobs(), ids: undefined }, { inlineBytes: 0 });
    let id = "";
    await inTurn(
      make,
      async (rig) => {
        ({ id } = await rig.monitors.add(definition));
        await rig.monitors.check(id);
      },
      async (rig) => {
        rig.acquirer.answer = async () => page("v2");
        const run = await rig.monitors.check(id);
        expect(run).toMatchObject(GONE);
        expect(run.error).toContain("nothing was compared");
        expect(await rig.monitors.get(id)).toMatchObject({ failures: 0, lastError: null });
        rig.acquirer.answer = async () => page("v3");
        const next = await rig.monitors.check(id);
        expect(next).toMatchObject({ status: "completed", code: null, pagesChanged: 1 });
      },
    );
  });

  it("of pages of a site name the first of them", async () => {
    const records = new MemoryRecords();
    const make = async (): Promise<Rig> =>
      new Rig({ records, blobs: new MemoryBlobs(), ids: undefined }, { inlineBytes: 0 });
    const pages = (text: string): Rig["acquirer"]["pages"] =>
      async function* ({ url }) {
        yield { url, ...page(`start ${text}`) };
        yield { url: `${url}a`, ...page(`a ${text}`) };
        return { truncated: false };
      };
    let id = "";
    await inTurn(
      make,
      async (rig) => {
        rig.acquirer.pages = pages("v1");
        ({ id } = await rig.monitors.add({ ...definition, scope: "site" }));
        await rig.monitors.check(id);
      },
      async (rig) => {
        rig.acquirer.pages = pages("v2");
        const run = await rig.monitors.check(id);
        expect(run).toMatchObject({ ...GONE, pagesChanged: 0 });
        expect(run.error).toContain("What https://example.com/ and 1 more pages is compared with");
        rig.acquirer.pages = pages("v3");
        const next = await rig.monitors.check(id);
        expect(next).toMatchObject({ code: null, pagesChanged: 2 });
      },
    );
  });
});
