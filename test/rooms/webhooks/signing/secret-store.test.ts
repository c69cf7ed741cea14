import { describe, expect, it } from "vitest";
import { DistinctIds } from "../distinct-ids.ts";
import { recordStores } from "../record-stores.ts";
import { completed, subject } from "../stores-subject.ts";

const to = [{ url: "https://a.example/" }];

describe.each(recordStores)("SecretStore on %s", (_, isThere, make) => {
  it.skipIf(!isThere)("makes a secret at the first use, one for all who ask at once", async () => {
    const open = make();
    const one = subject({ records: await open(), ids: new DistinctIds("1") }).secrets;
    const other = subject({ records: await open(), ids: new DistinctIds("2") }).secrets;
    const calls = Array.from({ length: 20 }, (_each, index) => (index % 2 ? one : other).get("a"));
    const told = new Set((await Promise.all(calls)).map(({ secret }) => secret));
    expect(told.size).toBe(1);
    expect([...told][0]).toMatch(/^whsec_.{40,}/);
    expect(await one.get("b")).not.toEqual(await one.get("a"));
  });

  it.skipIf(!isThere)("changes it for one account alone, also before its first use", async () => {
    const open = make();
    const one = subject({ records: await open(), ids: new DistinctIds("1") }).secrets;
    const other = subject({ records: await open(), ids: new DistinctIds("2") }).secrets;
    const [before, others] = [await one.get("a"), await one.get("b")];
    const rotated = await other.rotate("a");
    expect(rotated).not.toEqual(before);
    expect(await one.get("a")).toEqual(rotated);
    expect(await one.get("b")).toEqual(others);
    const fresh = await Promise.all([one.rotate("c"), other.rotate("c"), one.rotate("c")]);
    expect(fresh).toContainEqual(await other.get("c"));
  });
});

describe("SecretStore", () => {
  it("signs what is made later with the new secret, and leaves what was made alone", async () => {
    const { secrets, outbox, rows } = subject({ standardHeaders: true });
    await outbox.send({ ...completed, to });
    const [before] = await rows();
    expect(before?.secret).toBe((await secrets.get("a")).secret);
    const { secret } = await secrets.rotate("a");
    expect(await rows()).toEqual([before]);
    const [later] = await outbox.send({ ...completed, to });
    expect((await rows()).find(({ id }) => id === later?.id)?.secret).toBe(secret);
  });

  it("has no secret for what is no account", async () => {
    const { secrets } = subject();
    await secrets.get("a");
    for (const account of ["", { ne: "" }, undefined] as string[]) {
      await expect(secrets.get(account)).rejects.toMatchObject({ code: "INVALID_QUERY" });
      await expect(secrets.rotate(account)).rejects.toMatchObject({ code: "INVALID_QUERY" });
    }
  });

  it("is cancelled with the signal's reason", async () => {
    const { secrets } = subject();
    const reason = new Error("enough");
    const call = { signal: AbortSignal.abort(reason) };
    await expect(secrets.get("a", call)).rejects.toBe(reason);
    await expect(secrets.rotate("a", call)).rejects.toBe(reason);
  });
});
