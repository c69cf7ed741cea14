import { VisibilityError } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { answerOf } from "../../../../transports/index.ts";
import { VisibilityRig, type Told } from "./visibility-rig.ts";

const ROUNDS = 40;
const timeout = new VisibilityError("TIMEOUT", { message: "slow", details: {} });

const ok = (told: readonly Told[]): readonly Told[] => told.filter(({ status }) => status === 200);

/** Retries one source in two processes at once. */
async function race(rig: VisibilityRig, count: number) {
  const services = [await rig.process(), await rig.process()] as const;
  const [first] = services;
  rig.acme.handle = () => "h1";
  rig.acme.failure = timeout;
  const path = await rig.begin(first);
  await rig.settled(first, path);
  rig.acme.failure = undefined;
  rig.acme.handle = undefined;
  const retries = (): Promise<Told>[] =>
    Array.from({ length: count }, (_, at) => rig.retry(services[at % 2] ?? first, path));
  return { first, path, retries };
}

describe("retries of one source in two processes", () => {
  it("adopt a late answer once, however many there are, and bill each other answer once", async () => {
    let conflicts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const rig = new VisibilityRig();
      const { first, path, retries } = await race(rig, 8);
      rig.acme.jobs.set("h1", answerOf("The late answer."));
      const asked = rig.acme.calls.length;
      const told = await Promise.all(retries());
      const statuses = new Set(told.map(({ status }) => status));
      expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
      const late = ok(told).filter(({ json }) => json["summary"] === "The late answer.");
      expect(late.map(({ json }) => json["credits_used"])).toEqual([0]);
      const billed = rig.acme.calls.length - asked;
      expect(ok(told)).toHaveLength(1 + billed);
      expect(await rig.credits(first)).toMatchObject({ balance: 100 - billed, used: billed });
      expect((await rig.ask(first, path)).json["credits_used"]).toBe(billed);
      conflicts += told.length - ok(told).length;
    }
    expect(conflicts).toBeGreaterThan(ROUNDS);
  });

  it("ask the engine once while it has not answered, and bill that once", async () => {
    const rig = new VisibilityRig();
    const { first, retries } = await race(rig, 20);
    rig.acme.jobs.set("h1", new VisibilityError("JOB_GONE", { message: "gone", details: {} }));
    rig.acme.waits = true;
    const reached = rig.acme.reached();
    const asked = rig.acme.calls.length;
    const racing = retries();
    await reached;
    // Those that come later are refused as well.
    const later = await Promise.all(retries());
    expect(new Set(later.map(({ status }) => status))).toEqual(new Set([409]));
    rig.acme.answer();
    const told = await Promise.all(racing);
    expect(ok(told)).toHaveLength(1);
    expect(told.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(rig.acme.calls.length - asked).toBe(1);
    expect(await rig.credits(first)).toMatchObject({ balance: 99, used: 1 });
  });

  it("take no more than there is, whatever they are of", async () => {
    const rig = new VisibilityRig();
    const service = await rig.process(4);
    const path = await rig.begin(service, ["acme", "beta"]);
    await rig.settled(service, path);
    const told = await Promise.all(
      Array.from({ length: 12 }, (_, at) => rig.retry(service, path, at % 2 ? "acme" : "beta")),
    );
    const { balance, used } = await rig.credits(service);
    expect([balance + used, used]).toEqual([4, 2 + ok(told).length]);
    expect(new Set(told.map(({ status }) => status)).has(500)).toBe(false);
  });
});
