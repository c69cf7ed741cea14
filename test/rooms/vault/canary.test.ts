import { tracingChannel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { leaksOf, overhear } from "./canary.ts";

const secret = "canary-s3cret";

describe("the canary helper finds a secret", () => {
  it.each<[string, unknown]>([
    ["a message", new Error(`no: ${secret}`)],
    ["a stack alone", Object.assign(new Error("no"), { stack: secret })],
    ["a cause of a cause", new Error("a", { cause: new Error("b", { cause: { deep: secret } }) })],
    ["a hidden property", Object.defineProperty({}, "hidden", { value: secret })],
    ["a property of a symbol", { [Symbol("s")]: [new Map([["k", secret]])] }],
    ["bytes", { body: Buffer.from(secret) }],
    ["base64", Buffer.from(`Basic ${secret}`).toString("base64")],
    ["hex", Buffer.from(secret).toString("hex")],
    ["an aggregate", new AggregateError([new Error(secret)])],
  ])("in %s", (_where, value) => {
    expect(leaksOf(value, [secret, "another"])).toEqual([secret]);
  });

  it("in the console, the standard streams and Dragline's channels, while it listens", async () => {
    const overheard = overhear();
    console.warn("first", { secret });
    process.stderr.write("second\n");
    const channel = tracingChannel<string, object>("dragline:net:connect");
    await channel.tracePromise(async () => ({ third: secret }), { origin: "fourth" });
    overheard[Symbol.dispose]();
    for (const word of ["first", secret, "second", "third", "fourth"]) {
      expect(overheard.text()).toContain(word);
    }
  });
});
