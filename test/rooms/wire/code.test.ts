import { createSite } from "dragline/testing";
import { defineAction, isWireError, type ActionDefinition } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "./actions.ts";
import { json } from "./sites.ts";

const { site } = actionOf({ steps: [{ kind: "assert", that: "x", equals: "x", message: "m" }] });

function code(run: ActionDefinition["run"], parts: Partial<ActionDefinition> = {}) {
  return defineAction({
    site,
    action_id: "shop.get_thing",
    name: "Get a thing",
    description: "Gets one thing of the shop by code.",
    type: "read",
    parameters: [parameter("id", { required: true })],
    output_schema: { type: "object", required: ["n"] },
    run,
    ...parts,
  });
}

describe("an action of code", () => {
  it("runs with parameters that are checked, at hosts that are allowed", async () => {
    await using server = await createSite({ "/1": json({ n: 7 }) });
    const action = code(async (params, { fetch, credential }) => {
      const { status, text } = await fetch({
        url: server.url(`/${JSON.stringify(params["id"]).slice(1, -1)}`),
        headers: { X: "1" },
      });
      return {
        status,
        ...(JSON.parse(text) as { n: number }),
        key: credential?.values["key"] ?? null,
      };
    });
    const credential = { values: { key: "abcdef" } };
    expect(await runOnce(action, { params: { id: "1" }, credential })).toMatchObject({
      status: "completed",
      data: { status: 200, n: 7, key: "***" },
    });
    expect(server.requests[0]?.headers["x"]).toBe("1");
    expect(await runOnce(action)).toMatchObject({ error: { code: "INVALID_PARAMS" } });
  });

  it.each([
    [
      "leaves its hosts",
      ({ fetch }: never) =>
        (fetch as (it: object) => Promise<never>)({ url: "https://evil.example/" }),
      /evil\.example is not one of the hosts/,
    ],
    ["throws", () => Promise.reject(new Error("no luck")), /code of the action failed: no luck/],
    [
      "gives what it does not promise",
      () => Promise.resolve({}),
      /must have required property 'n'/,
    ],
    ["gives no JSON", () => Promise.resolve({ n: Number.NaN }), /output must be JSON/],
  ])("that %s fails", async (_, run, message) => {
    const action = code((_params, context) => run(context as never));
    expect(await runOnce(action, { params: { id: "1" } })).toMatchObject({
      error: { code: "EXECUTION_FAILED", message: expect.stringMatching(message) },
    });
  });

  it("that hangs ends with the deadline, heard or not", async () => {
    const action = code(() => new Promise(() => {}));
    expect(await runOnce(action, { params: { id: "1" }, timeoutMs: 5 })).toMatchObject({
      error: { message: expect.stringMatching(/^timeout: /) },
    });
  });

  it.each([
    [{ action_id: "Get" }, /action_id/],
    [{ parameters: [{ name: "x" }] }, /parameters\.0/],
    [{ parameters: [parameter("x", { type: "integer" })] }, /parameters\.0\.examples\.0/],
    [{ output_schema: { type: "thing" } }, /output_schema/],
    [{ site: { ...site, slug: "No Slug" } }, /slug/],
  ])("is refused when it is wrong %#", (parts, message) => {
    let error: unknown;
    try {
      code(() => Promise.resolve(null), parts);
    } catch (thrown) {
      error = thrown;
    }
    expect(isWireError(error, "INVALID_RECIPE")).toBe(true);
    expect(String(error)).toMatch(message);
  });
});
