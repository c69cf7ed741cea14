import { systemClock } from "dragline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dataKeys } from "../../../../../../src/storage/sealing/sealer.ts";
import { credentialRows } from "../../../../../../src/service/slices/wire/logins/collections.ts";
import { signedIn } from "../../../../../transports/fake-wire.ts";
import { engines } from "../../../../storage/engines.ts";
import { openRecords } from "../../../../storage/open-records.ts";
import { call, identityRig, order, vault } from "./identity-rig.ts";
import { Program } from "../../../../../rigs/child.ts";

/** Over the lease of a login. */
const LATER = 200_000;

/** What a process does when it is killed, and whether there is a login before. */
const deeds = [
  { deed: "log-in", hasLogin: false },
  { deed: "log-in", hasLogin: true },
  { deed: "verify", hasLogin: true },
  { deed: "remove", hasLogin: true },
] as const;

describe("a process that is killed", () => {
  let program: Program;

  beforeAll(async () => {
    program = await Program.bundle("identities-kill-child.ts");
  });
  afterAll(() => program[Symbol.asyncDispose]());

  /** Whether it was killed before it came to its end. */
  async function isKilled(args: readonly string[]): Promise<boolean> {
    const [code, signal] = await program.start(args).exit;
    if (signal === null) expect(code).toBe(0);
    return signal === "SIGKILL";
  }

  describe.each(engines)("on $name", ({ open, skipped }) => {
    it.skipIf(skipped).each(deeds)(
      "at each use of the store by $deed (a login before: $hasLogin) leaves the old or the new, whole",
      { timeout: 240_000 },
      async ({ deed, hasLogin }) => {
        let deaths = 0;
        const outcomes = new Set<string>();
        // A death before a use leaves in the store what one in the use before that leaves.
        for (let after = 1, lives = true; lives; after += 1) {
          await using engine = await open();
          await using records = await openRecords(engine.kind, engine.target);
          const later = { ...systemClock, now: () => systemClock.now() + LATER };
          if (hasLogin) await storeOld(records);
          lives = await isKilled([engine.kind, engine.target, deed, `${after}`]);
          if (lives) deaths += 1;
          const rig = identityRig(records, { clock: later });
          outcomes.add(await stateOf(rig));
          expect(await records.count(credentialRows, {}, call)).toBe(await held(rig));
          // A login goes on where the killed one was; what it left is no obstacle.
          const again = await rig.logins.logIn(order("main"), call);
          expect(again.status).toBe("verified");
          const [identity] = await rig.store.list("ann", {}, call);
          await rig.store.remove(identity?.id ?? "", call);
          expect(await records.count(credentialRows, {}, call)).toBe(0);
          // One of an identity that was never made opens nothing.
          expect(await records.count(dataKeys, {}, call)).toBeLessThanOrEqual(hasLogin ? 0 : 1);
        }
        expect(deaths).toBeGreaterThan(5);
        expect([...outcomes].toSorted()).toEqual(
          [hasLogin ? "old" : "none", deed === "remove" ? "none" : "new"].toSorted(),
        );
      },
    );
  });

  it.each([
    ["rotate source", ["new", "old"]],
    ["verify source", ["old"]],
    ["remove source", ["none", "old"]],
  ])(
    "at each use of the store by %s leaves the old or the new, whole",
    { timeout: 240_000 },
    async (deed, expected) => {
      const outcomes = new Set<string>();
      let deaths = 0;
      for (let after = 1, lives = true; lives; after += 1) {
        await using engine = await engines[0].open();
        await using records = await openRecords(engine.kind, engine.target);
        const rig = identityRig(records, { clock: systemClock });
        const access = { method: "token", fields: { pin: "old" } };
        await rig.sources.connect(
          { account: "ann", provider: vault, displayName: "old", access },
          call,
        );
        lives = await isKilled([engine.kind, engine.target, deed, `${after}`]);
        if (lives) deaths += 1;
        outcomes.add(await sourceState(rig));
      }
      expect(deaths).toBeGreaterThan(2);
      expect([...outcomes].toSorted()).toEqual(expected);
    },
  );
});

async function storeOld(records: Awaited<ReturnType<typeof openRecords>>): Promise<void> {
  const { logins, runner } = identityRig(records, { clock: systemClock });
  runner.logins.set("shop", () => {
    const result = signedIn();
    return { ...result, credential: { values: { login: "old" } } } as typeof result;
  });
  await logins.logIn(order("main"), call);
}

/** What the identity's login is: all of it, or an assertion fails. */
async function stateOf({ store }: ReturnType<typeof identityRig>): Promise<string> {
  const identities = await store.list("ann", {}, call);
  if (identities.length === 0) return "none";
  expect(identities).toMatchObject([
    { name: "main", isDefault: true, credentials: [{ type: "credentials", state: "active" }] },
  ]);
  const opened = await store.open(identities[0]?.credentials[0]?.id ?? "", call);
  return String(opened?.values["login"]);
}

/** What the source signs in with, which its name has to fit. */
async function sourceState({ sources }: ReturnType<typeof identityRig>): Promise<string> {
  const [source] = await sources.list("ann", {}, call);
  if (source === undefined) return "none";
  const { pin = "" } = await sources.read(source, { pin: { container: "v1", key: "k" } }, call);
  expect(source).toMatchObject({ displayName: pin, status: "active" });
  return pin;
}

async function held({ store }: ReturnType<typeof identityRig>): Promise<number> {
  return (await store.list("ann", {}, call)).flatMap(({ credentials }) => credentials).length;
}
