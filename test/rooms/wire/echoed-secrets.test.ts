import { defineAction, type Credential } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "./actions.ts";

const { site } = actionOf({ steps: [{ kind: "assert", that: "x", equals: "x", message: "m" }] });
const TOKEN = "tok-4711-of-ada!";

/** An action whose site says `echoed`. */
function echoing(echoed: unknown, credential: Credential, params: Record<string, string> = {}) {
  const action = defineAction({
    site,
    action_id: "shop.get_thing",
    name: "Get a thing",
    description: "Gets one thing of the shop by code.",
    type: "read",
    parameters: [parameter("pin", { secret: true }), parameter("id", {})],
    output_schema: {},
    run: async () => echoed as never,
  });
  return runOnce(action, { params, credential });
}

const login: Credential = { values: { username: "adalove", password: TOKEN } };

describe("a credential that a site echoes", () => {
  it.each([
    ["as it is", { me: `key ${TOKEN}.` }, { me: "key ***." }],
    ["in a list", [[TOKEN]], [["***"]]],
    ["as a name", { [TOKEN]: 1 }, { "***": 1 }],
    ["percent-encoded", { url: `/x?k=${encodeURIComponent("tok-4711/of ada")}` }, undefined],
    ["in base64", Buffer.from(`x:${TOKEN}`).toString("base64"), undefined],
    ["in JSON", JSON.stringify({ headers: { "x-key": TOKEN } }), '{"headers":{"x-key":"***"}}'],
  ])("is masked %s", async (_, echoed, expected) => {
    const values = { password: JSON.stringify(echoed).includes("%2F") ? "tok-4711/of ada" : TOKEN };
    const result = await echoing(echoed, { values });
    expect(result).toMatchObject({ status: "completed" });
    const text = JSON.stringify(result);
    expect(text).toContain("***");
    expect(text).not.toContain(encodeURIComponent(values.password));
    if (expected !== undefined) expect(result).toMatchObject({ data: expected });
  });

  it("is masked where it is a parameter or a value of the session", async () => {
    const state = {
      cookies: [
        { name: "sid", value: "0123456789abcdef0123", domain: "shop.example", path: "/" },
        { name: "lang", value: "english", domain: "shop.example", path: "/" },
      ],
      origins: [],
    };
    const credential = { values: {}, state } as unknown as Credential;
    const echoed = { sid: "0123456789abcdef0123", say: "english", pin: "998877" };
    expect(await echoing(echoed, credential, { pin: "998877" })).toMatchObject({
      data: { sid: "***", say: "english", pin: "***" },
    });
  });

  it("is not taken for what only says who signed in, nor for a word", async () => {
    expect(await echoing({ name: "adalove", text: "the end" }, login)).toMatchObject({
      data: { name: "adalove", text: "the end" },
    });
    const short = { values: { password: "the" } };
    expect(await echoing({ text: "the end" }, short)).toMatchObject({ data: { text: "the end" } });
  });
});
