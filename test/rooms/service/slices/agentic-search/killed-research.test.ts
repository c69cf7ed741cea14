import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, systemIds } from "dragline";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createSite, type Site } from "dragline/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ResearchLife } from "../../../../research-kill-plan.ts";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { jobRows } from "../../../../../src/service/jobs/collections.ts";
import { Child } from "../../../../rigs/child.ts";

/** Over the lease of a job. */
const STEP = 40_000;
/** Entries at which processes die: the whole of a research of three pages. */
const ENTRIES = 14;
const call = { signal: new AbortController().signal };
const page =
  "<title>Lighthouse</title><main><h1>Lighthouse</h1><p>The lighthouse was built in 1724, of limestone " +
  "from the cliff on which it stands.</p><p>It is 52 metres high.</p></main>";

async function makeSite(): Promise<Site> {
  const site = await createSite({ "/0": page, "/1": page, "/2": page });
  onTestFinished(() => site[Symbol.asyncDispose]());
  return site;
}

/** Has a process live; gives how it ended. */
async function live(life: ResearchLife): Promise<number | string | null> {
  const file = join(import.meta.dirname, "../../../../research-kill-child.ts");
  const [code, signal] = await new Child(file, [JSON.stringify(life)]).exit;
  return signal ?? code;
}

describe("researches whose process is killed at an entry of their journal", () => {
  it(
    "end once, are paid for once, and fetch no page again that they had",
    { timeout: 300_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "dragline-killed-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      await mkdir(join(folder, "blobs"));
      const site = await makeSite();
      const base = { folder, site: site.url("").replace(/\/$/, ""), isBefore: false };
      let offset = 0;
      const kills: string[] = [];
      for (let entry = 1; entry <= ENTRIES; entry += 1) {
        offset += STEP;
        const word = `after${entry}`;
        const end = await live({ ...base, offset, point: "research", word, entry });
        if (end === "SIGKILL") kills.push(word);
        else expect(end).toBe(0);
      }
      const lost = { ...base, point: "search", word: "lostsearch", entry: 0 } as const;
      expect(await live({ ...lost, offset: offset + STEP })).toBe("SIGKILL");
      const before = {
        ...base,
        point: "research",
        word: "before3",
        entry: 3,
        isBefore: true,
      } as const;
      expect(await live({ ...before, offset: offset + 2 * STEP })).toBe("SIGKILL");
      const last = { ...base, point: "none", word: "", entry: 0 } as const;
      expect(await live({ ...last, offset: offset + 3 * STEP })).toBe(0);
      // Or nothing was tried.
      expect(kills.length).toBeGreaterThanOrEqual(8);

      await using records = new SqliteRecords({}, { path: join(folder, "store") });
      await records.ensure([jobRows], call);
      const rows = await records.find(jobRows, {}, call);
      expect(rows).toHaveLength(ENTRIES + 2);
      expect(rows.map(({ status, error }) => [status, error])).toEqual(
        rows.map(() => ["completed", null]),
      );
      expect(rows.filter(({ runs }) => runs === 2)).toHaveLength(kills.length + 2);
      const settings = { newAccountCredits: 300 };
      const accounts = new AccountStore({ records, clock: systemClock, ids: systemIds, settings });
      const used = 10 * (ENTRIES + 1) + 3;
      expect(await accounts.list()).toEqual([
        expect.objectContaining({ balance: 1000 - used, used }),
      ]);
      const kept = (await readFile(join(folder, "kept"), "utf8")).trim().split("\n");
      expect(kept.length).toBeGreaterThan(ENTRIES);
      for (const url of kept) {
        const times = site.requests.filter(({ path }) => site.url(path) === url).length;
        expect([url, times]).toEqual([url, 1]);
      }
      const twice = site.requests.filter(({ path }) => path === "/0?before3");
      expect(twice.length).toBeLessThanOrEqual(2);
    },
  );
});
