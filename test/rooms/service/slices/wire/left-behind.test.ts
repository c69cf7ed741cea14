import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { MemoryBlobs } from "dragline/storage/memory";
import { SqliteRecords } from "dragline/storage/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventNames, traceNames } from "../../../../../src/core/index.ts";
import { failed, JumpClock, SECRET, transports, useWorld } from "../../../../transports/index.ts";

const [first] = transports;
const transport = first as NonNullable<typeof first>;

describe("files and private actions of an account that is removed", () => {
  const clock = new JumpClock();
  const blobs = new MemoryBlobs({ clock });
  const world = useWorld(transport, { collaborators: { clock, blobs } });

  it("go with it", async () => {
    const user = await world.user();
    const id = await user.task("board.export");
    await user.settled(`/wire/jobs/${id}`);
    const key = `wire/${id}/000000`;
    const call = { signal: new AbortController().signal };
    const isThere = async () => {
      const blob = await blobs.get(key, call);
      await blob?.body.cancel();
      return blob !== undefined;
    };
    expect(await isThere()).toBe(true);
    await world.service.accounts.remove(user.account);
    while (await isThere()) await clock.pass(10_000);
    expect(await isThere()).toBe(false);
  });
});

const folder = await mkdtemp(join(tmpdir(), "dragline-secret-"));

describe("what signs in", () => {
  const records = new SqliteRecords({}, { path: join(folder, "store") });
  const heard: string[] = [];
  const listen = (message: unknown): void => void heard.push(inspect(message, { depth: 8 }));
  const channels = [
    ...eventNames,
    ...traceNames.flatMap((name) =>
      ["start", "asyncEnd", "error"].map((part) => `tracing:${name}:${part}`),
    ),
  ];

  // Hooks that end things run in reverse: the world is closed by then.
  afterAll(async () => {
    for (const channel of channels) unsubscribe(channel, listen);
    await records.close();
    await rm(folder, { recursive: true });
  });
  const world = useWorld(transport, { collaborators: { records } });

  beforeAll(() => {
    for (const channel of channels) subscribe(channel, listen);
  });

  it("is in no row, no event and no trace", async () => {
    const { alice } = world;
    const id = "88888888-8888-4888-8888-888888888888";
    world.credentials.add({ id, account: alice.account });
    const more = { credential_id: id, webhook_url: world.receiver.url("/secret") };
    await alice.run("shop.account", {}, more);
    world.runner.acts.set("shop.account", () => failed("EXECUTION_FAILED", "Why."));
    await alice.run("shop.account", {}, more);
    await world.receiver.come("/secret", 2);
    for (const { body } of world.receiver.at("/secret")) {
      expect(body.toString()).not.toContain(SECRET);
    }
    const names = await readdir(folder);
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect((await readFile(join(folder, name))).includes(SECRET), name).toBe(false);
    }
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.join()).not.toContain(SECRET);
  });
});
