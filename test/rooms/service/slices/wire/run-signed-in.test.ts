import { describe, expect, it } from "vitest";
import { runSignedIn } from "../../../../../src/service/slices/wire/run-signed-in.ts";
import { done, failed, FakeCredentials } from "../../../../transports/fake-wire.ts";

const call = { signal: new AbortController().signal };
const credential = { values: { key: "old" } };
const wall = failed("AUTH_EXPIRED", "A login wall.");

/** Runs with a login that gives these results, one after the other. */
async function run(
  results: readonly ReturnType<typeof failed>[],
  { isRefreshable = false, id = "c1" }: { isRefreshable?: boolean; id?: string | null } = {},
) {
  const credentials = new FakeCredentials();
  credentials.add({ id: "c1", account: "ann" });
  if (isRefreshable) credentials.refreshable.add("c1");
  const logins: unknown[] = [];
  const result = await runSignedIn(
    { credentials },
    { id: id ?? undefined, credential: id === null ? undefined : credential },
    {
      ...call,
      run: async (login) => {
        logins.push(login?.values["key"]);
        return results[logins.length - 1] ?? done(null);
      },
    },
  );
  const { refreshed, rows } = credentials;
  return { result, logins, refreshed, state: rows[0]?.state };
}

describe("a run that signs in", () => {
  it("is run once where it completes, or fails for another reason", async () => {
    expect(await run([])).toMatchObject({ logins: ["old"], refreshed: [], state: "active" });
    expect(await run([failed("EXECUTION_FAILED", "Broken.")])).toMatchObject({
      result: { error: { code: "EXECUTION_FAILED" } },
      logins: ["old"],
      refreshed: [],
      state: "active",
    });
  });

  it("is run once more, with the new login, where it can be had again", async () => {
    const ran = await run([wall], { isRefreshable: true });
    expect(ran).toMatchObject({ result: { status: "completed" }, state: "active" });
    expect(ran.logins).toHaveLength(2);
    expect(ran.logins[1]).not.toBe("old");
    expect(ran.refreshed).toEqual(["c1"]);
  });

  it("expires the login that cannot, and is not run again", async () => {
    expect(await run([wall])).toMatchObject({
      result: { error: { code: "AUTH_EXPIRED" } },
      logins: ["old"],
      state: "expired",
    });
  });

  it("is run no third time where the new login meets the wall, too", async () => {
    const ran = await run([wall, wall, wall], { isRefreshable: true });
    expect(ran).toMatchObject({ result: { error: { code: "AUTH_EXPIRED" } }, state: "expired" });
    expect(ran.logins).toHaveLength(2);
    expect(ran.refreshed).toEqual(["c1"]);
  });

  it("expires nothing where it ran without one", async () => {
    expect(await run([wall], { id: null })).toMatchObject({
      result: { error: { code: "AUTH_EXPIRED" } },
      refreshed: [],
      state: "active",
    });
  });
});
