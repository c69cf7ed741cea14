import { isWireError, testCases, testDrift, type CaseResult } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { emptyCase, failureCase, goodCase, plantCases } from "./plant-cases.ts";
import { folderOf, listPlants, plantFiles, site, type Files } from "./sample-catalog.ts";

const good = "plants/cases/list_plants.good.json";
const empty = "plants/cases/list_plants.empty.json";
const failure = "plants/cases/list_plants.failure.json";

async function resultsOf(files: Files, action?: string): Promise<CaseResult[]> {
  await using folder = await folderOf(files);
  return await testCases(folder.path, { action });
}

/** The problem of one case that is changed. */
async function problemOf(name: string, content: object): Promise<string | undefined> {
  const results = await resultsOf({ ...plantCases, [name]: content });
  const bad = results.filter(({ ok }) => !ok);
  expect(bad.length).toBeLessThanOrEqual(1);
  return bad[0]?.problem;
}

const [exchange] = goodCase.exchanges as [(typeof goodCase.exchanges)[0]];

describe("testCases", () => {
  it("plays every case of a folder", async () => {
    expect(await resultsOf(plantCases)).toEqual([
      { action: "plants.list_plants", case: "list_plants.empty", ok: true },
      { action: "plants.list_plants", case: "list_plants.failure", ok: true },
      { action: "plants.list_plants", case: "list_plants.good", ok: true },
    ]);
  });

  it("plays more cases of one kind, and tells kinds that are missing", async () => {
    const files = {
      ...plantFiles,
      [good]: goodCase,
      "plants/cases/list_plants.good-again.json": goodCase,
    };
    expect(await resultsOf(files)).toEqual([
      { action: "plants.list_plants", case: "list_plants.good-again", ok: true },
      { action: "plants.list_plants", case: "list_plants.good", ok: true },
      expect.objectContaining({
        case: "list_plants.empty",
        ok: false,
        problem: "A case of the kind 'empty' is missing: cases/list_plants.empty.json.",
      }),
      expect.objectContaining({ case: "list_plants.failure", ok: false }),
    ]);
  });

  it("wants no empty case of what writes", async () => {
    const action = { ...listPlants, type: "write" };
    const files = { ...plantCases, "plants/actions/list_plants.json": action };
    const { [empty]: _, ...rest } = files as Record<string, unknown>;
    expect((await resultsOf(rest)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  it("plays the cases of one action alone, which has to be there", async () => {
    expect(await resultsOf(plantCases, "plants.list_plants")).toHaveLength(3);
    const error = await resultsOf(plantCases, "plants.none").catch((error: unknown) => error);
    expect(isWireError(error, "UNKNOWN_ACTION")).toBe(true);
  });

  it.each([
    [
      "other data",
      good,
      { ...goodCase, expect: { data: { ...goodCase.expect.data, has_more: true } } },
      "The data differs: has_more is false, expected true.",
    ],
    [
      "another request",
      good,
      {
        ...goodCase,
        exchanges: [{ ...exchange, request: { url: "https://plants.test/families/poaceae" } }],
      },
      /^The action requested GET https:\/\/plants\.test\/families\/rosaceae, but the case has GET .*: the path is .* Expected data, but the run failed: EXECUTION_FAILED/,
    ],
    [
      "an exchange that nobody asked for",
      good,
      { ...goodCase, exchanges: [exchange, exchange] },
      "The case has GET https://plants.test/families/rosaceae, which the action never requested.",
    ],
    [
      "a failure in place of data",
      empty,
      { ...emptyCase, exchanges: failureCase.exchanges },
      "Expected data, but the run failed: INVALID_PARAMS: There is no family 'rosaceae'.",
    ],
    [
      "data in place of a failure",
      failure,
      { ...failureCase, exchanges: emptyCase.exchanges },
      /^Expected INVALID_PARAMS with 'no family 'rosaceae'', but the run completed with \{"plants":\[\]/,
    ],
    [
      "another code",
      failure,
      {
        ...failureCase,
        expect: { error: { code: "AUTH_EXPIRED", message_contains: "no family" } },
      },
      "Expected AUTH_EXPIRED with 'no family', but the run failed with INVALID_PARAMS: There is no family 'rosaceae'.",
    ],
    [
      "files that were not made",
      good,
      { ...goodCase, expect: { ...goodCase.expect, files: [{ name: "a.csv" }] } },
      'The files differ: [0] is missing: expected {"name":"a.csv"}.',
    ],
  ])("tells of %s", async (...[, name, content, told]) => {
    const matcher = typeof told === "string" ? told : expect.stringMatching(told);
    expect(await problemOf(name, content)).toEqual(matcher);
  });

  it("refuses cases that are none, with their places", async () => {
    const files = {
      ...plantCases,
      [good]: { ...goodCase, action_id: "plants.list_plant" },
      [empty]: { ...emptyCase, kind: "failure", credential: { key: 1, state: {} } },
      [failure]: '{"format": 1',
    };
    const error = await resultsOf(files).catch((error: unknown) => error);
    if (!isWireError(error, "INVALID_RECIPE")) throw new Error("was played", { cause: error });
    for (const part of [
      "list_plants.good.json:3:16: There is no action 'plants.list_plant'; did you mean 'plants.list_plants'?",
      "list_plants.empty.json:4:11: The file must be named list_plants.failure.json or",
      "expects an error.",
      "The values of a credential must be strings, except the object 'state'.",
      "list_plants.failure.json:1:13: Expected ',' or '}', found the end of the file.",
    ]) {
      expect(error.message).toContain(part);
    }
  });

  it("plays logins, of which it wants a good and a failure case", async () => {
    const entry = {
      ...site,
      auth_types: ["credentials"],
      auth: { cookies: true },
      login_input: [
        {
          name: "password",
          type: "string",
          required: true,
          secret: true,
          description: "The password of the account.",
          examples: ["x"],
        },
      ],
      login: {
        steps: [
          {
            kind: "request",
            id: "in",
            method: "POST",
            url: "https://plants.test/login",
            form: { p: "{{params.password}}" },
          },
        ],
        wrong_password: [{ where: [{ that: "{{steps.in.body.ok}}", equals: false }] }],
        success: [{ where: [{ that: "{{steps.in.body.ok}}", equals: true }] }],
      },
    };
    const answered = (ok: boolean) => ({
      request: { method: "POST", url: "https://plants.test/login", form: { p: "secret" } },
      answer: { json: { ok }, headers: { "set-cookie": "sid=1; Max-Age=60" } },
    });
    const login = {
      format: 1,
      action_id: "plants.login",
      kind: "good",
      title: "the account is let in",
      params: { password: "secret" },
      now: "2026-01-01T00:00:00Z",
      exchanges: [answered(true)],
      expect: { data: { values: {}, cookies: ["sid"], expires_at: "2026-01-01T00:01:00.000Z" } },
    };
    const files = {
      ...plantCases,
      "plants/site.json": entry,
      "plants/cases/login.good.json": login,
    };
    expect(await resultsOf(files, "plants.login")).toEqual([
      { action: "plants.login", case: "login.good", ok: true },
      expect.objectContaining({ case: "login.failure", ok: false }),
    ]);
    const refused = {
      ...login,
      kind: "failure",
      exchanges: [answered(false)],
      expect: { error: { code: "BAD_PASSWORD", message_contains: "plants.test" } },
    };
    const all = { ...files, "plants/cases/login.failure.json": refused };
    expect((await resultsOf(all, "plants.login")).map(({ ok }) => ok)).toEqual([true, true]);
    await using folder = await folderOf(all);
    const drift = await testDrift(folder.path, { action: "plants.login" });
    expect(drift.map(({ change }) => change)).toContain("HTTP 500");
    expect(drift.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it("ends with the signal's reason", async () => {
    await using folder = await folderOf(plantCases);
    const reason = new Error("stop");
    const signal = AbortSignal.abort(reason);
    await expect(testCases(folder.path, { signal })).rejects.toBe(reason);
  });
});
