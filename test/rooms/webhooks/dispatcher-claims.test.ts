import { FakeIds } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { Claims } from "../../../src/webhooks/dispatcher/claims.ts";
import { Ledger } from "../../../src/webhooks/dispatcher/ledger.ts";
import { Rig } from "./dispatcher-rig.ts";

async function claims(): Promise<{ rig: Rig; claims: Claims }> {
  const rig = await new Rig().open();
  const parts = { records: rig.records, clock: rig.clock, ids: new FakeIds() };
  return { rig, claims: new Claims(parts, new Ledger(parts), 30_000) };
}

describe("Claims.claim", () => {
  it("takes what is due for as long as the lease, and counts the attempt", async () => {
    const { rig, claims: subject } = await claims();
    const [id = ""] = await rig.add({ attempts: 2 });
    const [row] = await subject.claim([{ id, mode: "ladder" }]);
    expect(row).toMatchObject({ id, attempts: 3, heldUntil: rig.clock.now() + 30_000 });
    expect(row?.token).toMatch(/./);
    expect(await subject.claim([{ id, mode: "ladder" }])).toEqual([]);
  });

  it("never takes for a seventh attempt, or a second where there is one, whatever was read before", async () => {
    const { rig, claims: subject } = await claims();
    const [sixth = "", once = "", late = "", settled = ""] = await rig.add(
      { attempts: 6, token: "lost" },
      { mode: "once", token: "lost" },
      { dueAt: rig.clock.now() + 1 },
      { status: "success" },
    );
    const ladder = [sixth, late, settled].map((id) => ({ id, mode: "ladder" }));
    expect(await subject.claim([...ladder, { id: once, mode: "once" }])).toEqual([]);
  });
});
