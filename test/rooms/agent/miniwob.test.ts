import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Site } from "dragline/testing";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { corpusMissing } from "../../corpus.ts";
import { leftOut, oracles } from "./oracles/index.ts";
import type { Oracle } from "./oracles/oracle.ts";
import { miniwobFolder, MiniwobTask, serveMiniwob } from "./miniwob.ts";

const path = await chromiumPath();
const seeds = ["1", "2"];

describe.skipIf(corpusMissing !== "")(`the tasks of MiniWoB++${corpusMissing}`, () => {
  it("have an oracle or are left out with a reason, each one of them", () => {
    const files = readdirSync(join(miniwobFolder, "miniwob"));
    const names = files.map((file) => file.replace(/\.html$/, "")).toSorted();
    expect([...Object.keys(oracles), ...Object.keys(leftOut)].toSorted()).toEqual(names);
    for (const reason of Object.values(leftOut)) expect(reason).toMatch(/^(?:drawing|chasing): /);
  });
});

describe.skipIf(path === undefined || corpusMissing !== "")(
  `${browserTitle("PageView", path)} on MiniWoB++${corpusMissing}`,
  () => {
    const owned = new AsyncDisposableStack();
    const bytes: number[] = [];
    const runs: { readonly name: string; readonly isSolved: boolean; readonly end: string }[] = [];
    let site: Site;
    let page: Page;
    beforeAll(async () => {
      site = owned.use(await serveMiniwob());
      page = await owned.use(await openChromium(path ?? "")).newPage();
    });
    afterAll(() => owned.disposeAsync());

    /** Plays a task; tells how it ended, and whether with a reward. */
    async function play(name: string, solve: Oracle, seed: string): Promise<boolean> {
      const url = site.url(`/miniwob/${name}.html`);
      await using task = await MiniwobTask.open(page, { url, seed });
      const error = await solve(task).then(
        () => "",
        (error: unknown) => String(error),
      );
      const { reward, isDone } = await task.episode();
      const isSolved = isDone && reward > 0;
      bytes.push(...task.bytes);
      runs.push({ name, isSolved, end: `${name} ${seed}: ${isDone} ${reward} ${error}` });
      return isSolved;
    }

    it.each(Object.entries(oracles))(
      "solves %s by lines, references and keys alone",
      async (name, solve) => {
        const solved: boolean[] = [];
        for (const seed of seeds) solved.push(await play(name, solve, seed));
        expect(solved, runs.at(-1)?.end).toContain(true);
      },
      90_000,
    );

    it("solves 95 of 100 of them, with snapshots of 1.5 KB in the median", () => {
      const unsolved = runs.filter(({ isSolved }) => !isSolved);
      expect(runs).toHaveLength(Object.keys(oracles).length * seeds.length);
      const ends = unsolved.map(({ end }) => end).join("\n");
      expect(unsolved.length / runs.length, ends).toBeLessThanOrEqual(0.05);
      const sorted = bytes.toSorted((one, other) => one - other);
      expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(1536);
    });
  },
);
