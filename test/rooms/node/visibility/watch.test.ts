import { appendFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { Disposer } from "../../../../src/core/index.ts";
import { HistoryFile } from "../../../../src/node/visibility/history-file.ts";
import { openEngines } from "../../../../src/node/visibility/open-engines.ts";
import { runQuestion } from "../../../../src/node/visibility/run-question.ts";
import type { VisibilityQuestion } from "../../../../src/node/visibility/show-run.ts";
import { watchQuestion, type WatchScope } from "../../../../src/node/visibility/watch-question.ts";
import { openRig, query, type VisibilityRig } from "./rig.ts";

const DAY = 86_400_000;

const question: VisibilityQuestion = {
  query,
  country: undefined,
  watched: { names: ["Acme"], domains: [] },
  timeoutMs: undefined,
  wantsSynthesis: false,
  json: false,
  isFull: false,
};

/** A stream of which one can wait for words. */
class Screen extends Writable {
  text = "";
  #looks: (() => void)[] = [];

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    for (const look of this.#looks.splice(0)) look();
    done();
  }

  /** Resolves when words have been written so often. */
  async shows(words: string, times = 1): Promise<void> {
    while (this.text.split(words).length <= times) {
      await new Promise<void>((resolve) => this.#looks.push(resolve));
    }
  }
}

/** A watching whose time is the test's. */
async function openWatch(rig: VisibilityRig, clock = new FakeClock()) {
  const owned = new Disposer();
  const stop = new AbortController();
  const [stdout, stderr] = [new Screen(), new Screen()];
  const terminal = { stdin: Readable.from([]), stdout, stderr, env: rig.env, signal: stop.signal };
  const search = async () => undefined;
  const engines = await openEngines([], { env: rig.env, owned, model: undefined, search, clock });
  const history = await HistoryFile.open(
    join(rig.folder, "kept"),
    { query, country: undefined },
    rig.env,
  );
  const scope: WatchScope = { engines, model: undefined, terminal, history, clock };
  return {
    scope,
    clock,
    stdout,
    stderr,
    history,
    watch: (everyMs = DAY, own = question) => watchQuestion(scope, own, everyMs),
    stop: () => stop.abort(new Error("interrupted")),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

const lines = async ({ path }: HistoryFile): Promise<string[]> =>
  (await readFile(path, "utf8")).trimEnd().split("\n");

describe("dragline visibility --watch", () => {
  it("asks again when it is time, and tells what has changed since", async () => {
    await using rig = await openRig("xai", "mistral");
    await using opened = await openWatch(rig);
    const { clock, stdout, stderr, history } = opened;
    const watching = opened.watch();
    await stderr.shows("asks again in 1d, at 2026-01-02 00:00:00 UTC; press Ctrl-C to stop");
    expect(stdout.text).not.toContain("Since ");
    await clock.advance(DAY - 1_000);
    expect(rig.servers.xai.asks).toHaveLength(1);
    rig.servers.xai.answer = { text: "Globex.", sources: [] };
    await clock.advance(1_000);
    await stderr.shows("asks again in 1d, at 2026-01-03 00:00:00 UTC");
    expect(stdout.text).toContain(
      "Since 2026-01-01 00:00:00 UTC over 2 engines that answered both times\n  Acme: share 100 % -> 50 %\n  no longer cited: acme.example\n",
    );
    await clock.advance(DAY);
    await stderr.shows("asks again in 1d, at 2026-01-04 00:00:00 UTC");
    expect(stdout.text).toMatch(/Since 2026-01-02 .*\n {2}no change\n$/);
    opened.stop();
    expect(await watching).toBe(130);
    expect(await lines(history)).toHaveLength(6);
  });

  it("prints a line of JSON each time", async () => {
    await using rig = await openRig("xai");
    await using opened = await openWatch(rig);
    const watching = opened.watch(DAY, { ...question, json: true });
    await opened.stderr.shows("asks again");
    await opened.clock.advance(DAY);
    await opened.stderr.shows("asks again", 2);
    opened.stop();
    await watching;
    const runs = opened.stdout.text.trimEnd().split("\n");
    expect(runs.map((run) => JSON.parse(run) as object)).toMatchObject([
      { at: "2026-01-01T00:00:00.000Z", since: null, change: null },
      {
        at: "2026-01-02T00:00:00.000Z",
        since: "2026-01-01T00:00:00.000Z",
        change: { sources: ["xai"], names: [{ of: "Acme", share: 0, position: 0 }] },
      },
    ]);
  });

  it("goes on without an engine that hangs, and compares over the one that answered", async () => {
    await using rig = await openRig("xai", "mistral");
    await using opened = await openWatch(rig);
    const { clock, stdout, stderr } = opened;
    rig.servers.mistral.always = () => undefined;
    const watching = opened.watch();
    await stdout.shows("Grok · ");
    await rig.servers.mistral.asked(1);
    await clock.advance(300_000);
    await stderr.shows("asks again");
    expect(stderr.text).toContain("waiting for Mistral · 5 s\n");
    expect(stdout.text).toMatch(/^Mistral timed out · 300\.0 s\n {2}Mistral (?:gave|took) /m);
    expect(stdout.text).toContain("  A Grok     answered\n  B Mistral  timed out\n");
    rig.servers.mistral.always = undefined;
    await clock.advance(DAY - 300_000);
    await stderr.shows("asks again", 2);
    expect(stdout.text).toContain("over 1 engine that answered both times\n  no change\n");
    opened.stop();
    await watching;
  });

  it("does not ask again what was asked since it was due, after it was ended and begun anew", async () => {
    await using rig = await openRig("xai", "mistral");
    const start = Date.UTC(2026, 0, 1);
    for (const [after, asks] of [
      [0, 1],
      [DAY / 2, 1],
      [DAY, 2],
    ] as const) {
      await using opened = await openWatch(rig, new FakeClock(start + after));
      const watching = opened.watch();
      await opened.stderr.shows("asks again");
      opened.stop();
      await watching;
      expect([after, rig.servers.xai.asks.length]).toEqual([after, asks]);
      const isIdle = after === DAY / 2;
      expect(opened.stderr.text.includes("asked 12h ago; asks again in 12h")).toBe(isIdle);
      expect(opened.stdout.text === "").toBe(isIdle);
    }
  });

  it("asks the engines only that a run was ended before", async () => {
    await using rig = await openRig("xai", "mistral");
    rig.servers.mistral.always = () => undefined;
    await using first = await openWatch(rig);
    const watching = first.watch();
    await first.stdout.shows("Grok · ");
    await rig.servers.mistral.asked(1);
    first.stop();
    expect(await watching).toBe(130);
    expect(await lines(first.history)).toHaveLength(1);
    rig.servers.mistral.always = undefined;
    await using second = await openWatch(rig, new FakeClock(Date.UTC(2026, 0, 1, 6)));
    const again = second.watch();
    await second.stderr.shows("asks again in 18h");
    second.stop();
    await again;
    expect(rig.servers.xai.asks).toHaveLength(1);
    expect(second.stderr.text).toContain("asking Mistral\n");
    expect(second.stdout.text).toContain("  A Grok     answered\n  B Mistral  answered\n");
    const kept = await second.history.read();
    expect(kept.last?.results.map(({ source }) => source)).toEqual(["xai", "mistral"]);
  });

  it("reads on behind half a line, and tells", async () => {
    await using rig = await openRig("xai");
    await using opened = await openWatch(rig);
    const { history, scope } = opened;
    const start = { begun: { at: 1, results: [] }, before: undefined };
    await runQuestion(scope, question, start);
    await appendFile(history.path, '{"at":2,"query":"How ta');
    const watching = opened.watch();
    await opened.stderr.shows("asks again");
    opened.stop();
    await watching;
    expect(opened.stderr.text).toMatch(/note: 1 line of .*\.jsonl cannot be read\n/);
    expect(opened.stdout.text).toContain("Since 1970-01-01 00:00:00 UTC");
    expect(await history.read()).toMatchObject({ unreadable: 1, before: { at: 1 } });
  });

  it("ends with what cannot be written", async () => {
    await using rig = await openRig("xai");
    await using opened = await openWatch(rig);
    const watching = opened.watch();
    await opened.stderr.shows("asks again");
    await rm(join(rig.folder, "kept"), { recursive: true });
    void opened.clock.advance(DAY);
    await expect(watching).rejects.toThrow(/cannot write .*jsonl: its folder does not exist/);
  });
});
