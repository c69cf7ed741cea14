import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createNotifier } from "dragline/notifier";
import { createSite, type SiteRoute } from "dragline/testing";
import type { Monitors } from "dragline/monitor";
import { describe, expect, it } from "vitest";
import { addMonitor } from "../../../src/node/monitor/add-monitor.ts";
import { CheckBell, watchMonitors } from "../../../src/node/monitor/watch-monitors.ts";
import { newcomer, root } from "../../sources.ts";
import { failure, page, Rig, turns } from "../monitor/rig.ts";

/** A terminal whose streams are kept until the watching ends. */
function screen() {
  const stop = new AbortController();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = { stdin: Readable.from([]), stdout, stderr, env: {}, signal: stop.signal };
  const ended = async (): Promise<{ readonly out: string; readonly err: string }> => {
    stdout.end();
    stderr.end();
    return { out: await text(stdout), err: await text(stderr) };
  };
  return { terminal, stop, ended };
}

/** Lets time pass until so many checks have ended. */
async function untilEnded({ clock, monitors }: Rig, id: string, count: number): Promise<void> {
  for (;;) {
    await turns();
    const runs = await monitors.runs(id);
    const open = runs.filter(({ status }) => status === "processing").length;
    if (runs.length - open >= count) return;
    if (open === 0 && clock.untilNext !== undefined) await clock.advance(clock.untilNext);
  }
}

describe("dragline monitor run", () => {
  it("prints what changed on stdout and how the rest went on stderr, until it is interrupted", async () => {
    const bell = new CheckBell();
    await using rig = new Rig({ ledger: bell });
    const { terminal, stop, ended } = screen();
    const { id } = await rig.monitors.add({
      url: "https://example.com/",
      schedule: { every: 60_000 },
    });
    await using notifier = createNotifier();
    const told = { notifier, signingSecret: "" };
    const watching = watchMonitors(
      { monitors: rig.monitors, terminal, told },
      { bell, json: false },
    );
    await untilEnded(rig, id, 1);
    rig.acquirer.answer = async () => failure("HTTP_STATUS", "HTTP 500\u001b[2J");
    await untilEnded(rig, id, 2);
    rig.acquirer.answer = async () => page("v2");
    await untilEnded(rig, id, 3);
    stop.abort(new Error("interrupted"));
    expect(await watching).toBe(130);
    const { out, err } = await ended();
    expect(out).toContain("changed    https://example.com/  +1 -1 lines\n");
    expect(out).toContain("-v1\n+v2\n");
    // Here a minute passes sooner than the look whether an end has been stored.
    expect(err.trimEnd().split("\n").toSorted()).toEqual([
      "failed     https://example.com/  PAGE_FAILED: HTTP 500\\u001b[2J",
      "first      https://example.com/",
      "watching 1 monitor; press Ctrl-C to stop",
    ]);
  });

  it("prints a line of JSON for each check", async () => {
    const bell = new CheckBell();
    await using rig = new Rig({ ledger: bell });
    const { terminal, stop, ended } = screen();
    const { id } = await rig.monitors.add({
      url: "https://example.com/",
      schedule: { every: 60_000 },
    });
    await using notifier = createNotifier();
    const told = { notifier, signingSecret: "" };
    const watching = watchMonitors(
      { monitors: rig.monitors, terminal, told },
      { bell, json: true },
    );
    await untilEnded(rig, id, 2);
    stop.abort(new Error("interrupted"));
    await watching;
    const lines = (await ended()).out.trimEnd().split("\n");
    const facts = { monitorId: id, url: "https://example.com/" };
    expect(lines.toSorted().map((line) => JSON.parse(line) as object)).toEqual([
      { ...facts, status: "first", checkedAt: expect.stringMatching(/^2026-/) },
      { ...facts, status: "unchanged", checkedAt: expect.stringMatching(/^2026-/) },
    ]);
  });

  it("leaves a monitor alone that add makes meanwhile", async () => {
    await using rig = new Rig();
    const working = new AbortController();
    const work = rig.monitors.work({ signal: working.signal });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    rig.acquirer.answer = async () => {
      await released;
      return page("v1");
    };
    // The worker is at it before add can check by itself.
    const check: Monitors["check"] = async (id, given) => {
      while (rig.acquirer.asked.length === 0) await turns();
      return await rig.monitors.check(id, given).finally(release);
    };
    const monitors: Monitors = new Proxy(rig.monitors, {
      get(target, name) {
        if (name === "check") return check;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const { terminal, ended } = screen();
    const values = { every: "1h" };
    const call = { names: ["https://example.com/"], values, folder: "here" };
    await using notifier = createNotifier();
    const told = { notifier, signingSecret: "" };
    expect(await addMonitor({ monitors, terminal, told }, call)).toBe(0);
    const { out, err } = await ended();
    expect(err).toContain("  | v1\n");
    const [kept] = await rig.monitors.list();
    expect(out).toBe(`${kept?.id}\n`);
    expect(await rig.monitors.runs(kept?.id ?? "")).toHaveLength(1);
    working.abort();
    await work;
  });

  it("ends with 130 at Ctrl-C, and what it saw is kept", async () => {
    const pages: Record<string, SiteRoute> = { "/": "<p>one</p>" };
    await using site = await createSite(pages);
    const folder = await mkdtemp(join(tmpdir(), "dragline-run-"));
    const start = (...own: string[]) => {
      const bin = [join(root, "src/node/bin.ts"), "monitor", ...own];
      const env = newcomer(folder);
      return spawn(process.execPath, ["--conditions=dragline-source", ...bin], {
        cwd: folder,
        env,
      });
    };
    const ended = async (child: ReturnType<typeof start>) => {
      const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return { out, code: code as number };
    };
    await ended(start("add", site.url("/"), "--every", "1s", "--allow-host", "127.0.0.1"));
    pages["/"] = "<p>two</p>";
    const run = start("run");
    run.stdout.once("data", () => run.kill("SIGINT"));
    const { out, code } = await ended(run);
    expect([out, code]).toEqual([expect.stringContaining("-one\n+two\n"), 130]);
    expect((await ended(start("diff", site.url("/")))).out).toContain("+two\n");
    await rm(folder, { recursive: true });
  }, 60_000);
});
