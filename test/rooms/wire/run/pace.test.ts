import { createFetcher } from "dragline/fetcher";
import { createSite, FakeClock } from "dragline/testing";
import { createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { Paces } from "../../../../src/wire/run/pace.ts";
import { actionOf } from "../actions.ts";
import { json } from "../sites.ts";

const pace = { requests: 2, perMs: 1_000 };
const never = new AbortController().signal;

function waiting() {
  const clock = new FakeClock();
  const paces = new Paces(clock);
  const gone: string[] = [];
  const take = (name: string, signal = never): void => {
    const turn = paces.take("x.example", pace, signal);
    if (turn === undefined) gone.push(name);
    else
      void turn.then(
        () => gone.push(name),
        () => gone.push(`${name} cancelled`),
      );
  };
  return { clock, paces, gone, take };
}

describe("Paces", () => {
  it("lets as many go as may, and the others one after another", async () => {
    const { clock, gone, take } = waiting();
    for (const name of ["a", "b", "c", "d", "e"]) take(name);
    expect(gone).toEqual(["a", "b"]);
    await clock.advance(999);
    expect(gone).toEqual(["a", "b"]);
    await clock.advance(1);
    expect(gone).toEqual(["a", "b", "c", "d"]);
    await clock.advance(1_000);
    expect(gone).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("gives the turn of one that is cancelled to the next", async () => {
    const { clock, gone, take } = waiting();
    const cancelling = new AbortController();
    take("a");
    take("b");
    take("c", cancelling.signal);
    take("d");
    take("e", AbortSignal.abort());
    cancelling.abort();
    await clock.advance(1_000);
    expect(gone).toEqual(["a", "b", "e cancelled", "c cancelled", "d"]);
  });

  it("keeps hosts apart", () => {
    const { paces, take } = waiting();
    for (const name of ["a", "b", "c"]) take(name);
    expect(paces.take("y.example", pace, never)).toBeUndefined();
  });
});

describe("a runner", () => {
  it("keeps the pace of a site over all its runs", async () => {
    const clock = new FakeClock();
    await using site = await createSite({ "*": json({}) });
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    const runner = createRunner({ fetcher, clock });
    const steps = [{ kind: "request", id: "a", url: site.url("/a") }];
    const action = actionOf({ steps }, { pace: { requests: 1, per_ms: 60_000 } });
    const runs = [runner.run(action), runner.run(action)];
    await runs[0];
    expect(site.requests.length).toBe(1);
    await clock.advance(60_000);
    expect(await runs[1]).toMatchObject({ status: "completed" });
    expect(site.requests.length).toBe(2);
  });

  it.each([
    { requests: 0, perMs: 1 },
    { requests: 1, perMs: 0 },
  ])("refuses the pace %j", async (wrong) => {
    await using fetcher = createFetcher();
    expect(() => createRunner({ fetcher }, { pace: wrong })).toThrow(/pace/);
  });
});
