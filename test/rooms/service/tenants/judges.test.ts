import { onBehalfOf } from "../../../../src/core/index.ts";
import { checkOutputSchema } from "../../../../src/service/base/check-output-schema.ts";
import { describe, expect, it } from "vitest";

/** Schemas of an account that are judged at the same time. */
const MOST = 100;
const refused = { code: "RATE_LIMIT_EXCEEDED" };
const never = new AbortController().signal;
const object = { type: "object" };

/** A judge that comes to a judgement when it is told. */
class SlowJudge {
  readonly #asked: PromiseWithResolvers<string | undefined>[] = [];

  compiles(_: unknown, signal: AbortSignal): Promise<string | undefined> {
    const asked = Promise.withResolvers<string | undefined>();
    this.#asked.push(asked);
    signal.addEventListener("abort", () => asked.reject(signal.reason), { once: true });
    return asked.promise;
  }

  /** Judges as many of those that wait: sound, unsound, or not at all. */
  end(count: number, how: string | Error | undefined): void {
    for (const { resolve, reject } of this.#asked.splice(0, count)) {
      if (how instanceof Error) reject(how);
      else resolve(how);
    }
  }
}

function check(
  judge: SlowJudge,
  account: string,
  { signal = never, schema = object }: { signal?: AbortSignal; schema?: object } = {},
): Promise<unknown> {
  const call = { judge: judge as never, signal };
  return onBehalfOf(account, () => checkOutputSchema(schema as Record<string, unknown>, call));
}

/** Fills the account's room; the checks end as they may. */
function fill(judge: SlowJudge, account: string, signal = never): Promise<unknown> {
  const checks = Array.from({ length: MOST }, () => check(judge, account, { signal }));
  return Promise.allSettled(checks);
}

describe("schemas that are judged", () => {
  it("are a hundred of an account, asked for at once, and another's are judged all the same", async () => {
    const judge = new SlowJudge();
    const checks = Array.from({ length: MOST + 20 }, () => check(judge, "judges-1"));
    const ended = Promise.allSettled(checks);
    const other = check(judge, "judges-2");
    judge.end(MOST + 1, undefined);
    await expect(other).resolves.toEqual({ type: "object" });
    const failures = (await ended).filter(({ status }) => status === "rejected");
    expect(failures).toHaveLength(20);
    expect(failures[0]).toMatchObject({ reason: refused });
  });

  it.each([
    ["sound", undefined],
    ["unsound", "does not compile"],
    ["not judged", new Error("the thread was lost")],
  ])("give their room back when they were %s", async (_, how) => {
    const judge = new SlowJudge();
    const account = `judges-3-${String(how)}`;
    const ended = fill(judge, account);
    await expect(check(judge, account)).rejects.toMatchObject(refused);
    judge.end(3, how);
    await new Promise(setImmediate);
    const more = Promise.allSettled([1, 2, 3].map(() => check(judge, account)));
    await expect(check(judge, account)).rejects.toMatchObject(refused);
    judge.end(MOST, undefined);
    await ended;
    expect((await more).map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
  });

  it("give their room back when who asked has left half-way", async () => {
    const judge = new SlowJudge();
    const leave = new AbortController();
    const ended = fill(judge, "judges-4", leave.signal);
    await expect(check(judge, "judges-4")).rejects.toMatchObject(refused);
    leave.abort(new Error("left"));
    await ended;
    const more = fill(judge, "judges-4");
    judge.end(2 * MOST, undefined);
    await expect(more).resolves.toEqual(
      Array.from({ length: MOST }, () => ({ status: "fulfilled", value: { type: "object" } })),
    );
  });

  it("take no room when they are refused before: too large, too deep", async () => {
    const judge = new SlowJudge();
    const deep = JSON.parse('{"a":'.repeat(200) + "1" + "}".repeat(200)) as object;
    const large = { description: "x".repeat(60_000) };
    for (let at = 0; at < MOST + 5; at += 1) {
      for (const schema of [deep, large]) {
        await expect(check(judge, "judges-5", { schema })).rejects.toMatchObject({
          code: "INVALID_REQUEST",
        });
      }
    }
    const checked = check(judge, "judges-5");
    judge.end(1, undefined);
    await expect(checked).resolves.toEqual({ type: "object" });
  });
});
