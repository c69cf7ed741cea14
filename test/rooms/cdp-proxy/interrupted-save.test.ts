import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SessionStore } from "dragline/cdp-proxy";
import type { StorageState } from "dragline/browser";
import { FsBlobs } from "dragline/storage/fs";
import { FakeClock, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sweepProfiles } from "../../../src/browser/chromium/sweep-profiles.ts";
import { leftBehind, nothingLeft } from "../../cdp-compat/left-behind.ts";
import { openLoginSite } from "../../cdp-compat/login-site.ts";
import { openStores, sessionsOver, type HostStores } from "../../cdp-compat/proxy-host.ts";
import { haltsOf, mark, nameOf, origins, owner, secretsIn } from "../../cdp-compat/save-plan.ts";
import { startProgram } from "../../cdp-compat/start-program.ts";
import { temporaryFolder, type TemporaryFolder } from "../../cdp-compat/temporary-folder.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { held } from "./sessions-leftovers.ts";
import { saved } from "./sessions-rig.ts";

const path = await chromiumPath();

// Chromiums on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const call = { signal: new AbortController().signal };
const LEASE = 90_000;
const HOUR = 3_600_000;
/** Milliseconds after the end of the clients in which a host is killed by chance. */
const SAVING = 600;

const lives = [
  [1, "each step"],
  [2, "any time"],
  [3, "any time"],
] as const;

describe.skipIf(path === undefined)(`${browserTitle("createCdpProxy", path)}: saves of`, () => {
  const stack = new AsyncDisposableStack();
  let site: Site;
  let folder: TemporaryFolder;
  let stores: HostStores;

  beforeAll(async () => {
    site = stack.use(await openLoginSite());
    folder = stack.use(await temporaryFolder());
    stores = openStores(folder.path, true);
    stack.defer(() => stores.records.close());
  });

  afterAll(() => stack.disposeAsync());

  /** The sessions as another process sees them that much later. */
  const sessionsIn = (ms: number): SessionStore =>
    sessionsOver(stores, new FakeClock(Date.now() + ms));

  const stateOf = async (sessions: SessionStore, name: string): Promise<StorageState> => {
    const id = (await sessions.find({ owner, name }, call))?.id ?? "";
    const session = await sessions.hold(id, call);
    await session.release();
    return session.state;
  };

  /** Whether a save was whole; what it was before is the checkpoint: new cookies, old storage. */
  const isNew = (state: StorageState): boolean => {
    expect(secretsIn(state.cookies)).toEqual(["new", "new", "new"]);
    expect(state.origins.map(({ origin }) => origin).toSorted()).toEqual(origins.toSorted());
    const secrets = state.origins.flatMap(secretsIn);
    const all = (secret: string): string[] => origins.flatMap(() => [secret, secret, secret]);
    expect([all("old"), all("new")]).toContainEqual(secrets);
    return secrets[0] === "new";
  };

  it.each(lives)("a host that is killed, life %i: at %s of its saves", async (life, plan) => {
    const args = [folder.path, String(site.port), String(life), plan];
    await using host = startProgram("saving-host.ts", args);
    await host.said;
    if (plan === "any time") await pause(Math.random() * SAVING);
    await host.kill();
    const sessions = sessionsIn(LEASE);
    const results: boolean[] = [];
    for (let at = 0; at < haltsOf(plan).length; at += 1) {
      results.push(isNew(await stateOf(sessions, nameOf("new", life, at))));
      const old = await stateOf(sessions, nameOf("old", life, at));
      expect(new Set(secretsIn(old))).toEqual(new Set(["old"]));
    }
    // Or they were not interrupted where it hurts.
    if (plan === "each step") expect(new Set(results)).toEqual(new Set([false, true]));
    expect(await readable(folder.path)).toEqual([]);
    const videos = join(folder.path, "videos");
    await expect.poll(async () => (await leftBehind(host.pid, videos)).chromium).toEqual([]);
    await sweepProfiles();
    expect(await leftBehind(host.pid, videos)).toEqual(nothingLeft);
  });

  it("such hosts leave no blob that nobody names, an hour later", async () => {
    const sessions = sessionsIn(2 * HOUR);
    const at = join(folder.path, "blobs");
    const halfWritten = join(at, "temporary");
    const blobs = async (): Promise<string[]> =>
      (await filesIn(at)).filter((file) => !file.startsWith(halfWritten));
    const look = async (): Promise<unknown> => {
      await sessions.remove(await saved(sessions, { owner, name: "another" }), call);
      const { named, known } = await held(stores.records);
      return { known: known.length - named.length, blobs: (await blobs()).length - named.length };
    };
    await expect.poll(look).toEqual({ known: 0, blobs: 0 });
    // What was being written is no blob yet; it goes with the first put after a day.
    const clock = new FakeClock(Date.now() + 25 * HOUR);
    const options = { folder: at, baseUrl: "http://127.0.0.1/blobs", secrets: ["x".repeat(32)] };
    await new FsBlobs({ clock }, options).put("another", Buffer.from("1"), call);
    expect(await filesIn(halfWritten)).toEqual([]);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

/** Files in which a secret stands, in either of the ways in which Chromium writes text. */
async function readable(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesIn(folder)) {
    const bytes = await readFile(file);
    if (bytes.includes(mark) || bytes.includes(mark, 0, "utf16le")) found.push(file);
  }
  return found;
}
