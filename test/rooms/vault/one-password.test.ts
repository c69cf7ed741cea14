import { setImmediate as turn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { createSite } from "dragline/testing";
import { createOnePassword, isVaultError, type VaultLocator } from "dragline/vault";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { leaksOf, overhear, type Overheard } from "./canary.ts";
import {
  accessWith,
  onePasswordOverCore,
  SECRET,
  SHOP,
  tokenFor,
  VALUE,
  WORK,
} from "./one-password.ts";

const call = { signal: new AbortController().signal };
const provider = onePasswordOverCore();

let overheard: Overheard;
beforeEach(() => {
  overheard = overhear();
});
afterEach(() => {
  overheard[Symbol.dispose]();
  expect(leaksOf(overheard.text(), [VALUE, SECRET])).toEqual([]);
});

/** Threads of this process, this one not counted. */
function threads(): number {
  return process
    .getActiveResourcesInfo()
    .filter((name) => name === "Worker" || name === "MessagePort").length;
}

async function failureOf(question: Promise<unknown>) {
  const error: unknown = await question.then(
    (answer) => answer,
    (failure: unknown) => failure,
  );
  if (!isVaultError(error)) throw new Error(`Expected a VaultError; got ${String(error)}`);
  expect(leaksOf(error, [VALUE, SECRET, tokenFor()])).toEqual([]);
  return { code: error.code, ...error.details };
}

describe("a 1Password vault", () => {
  it("is verified by its list of vaults, in the order of names", async () => {
    const { vaults } = await provider.verify(accessWith(), call);
    expect(vaults.map(({ name }) => name)).toEqual(["Home", "Work"]);
    expect(vaults[1]).toEqual({ id: WORK, name: "Work" });
  });

  it("tells the count of items where it has one", async () => {
    const [home, work] = await provider.containers(accessWith(), call);
    expect(work).toEqual({ id: WORK, name: "Work", itemCount: 4 });
    expect(home).not.toHaveProperty("itemCount");
  });

  it("lists login items with their websites, and no others", async () => {
    const entries = await provider.entries(accessWith(), WORK, call);
    expect(entries.map(({ title }) => title)).toEqual(["Shop", "Twice", "Twice"]);
    expect(entries[0]).toEqual({
      id: SHOP,
      title: "Shop",
      category: "Login",
      updatedAt: Date.UTC(2026, 4, 1, 10),
      urls: [{ href: "https://Shop.example", label: "site" }],
    });
  });

  it.each<[string, VaultLocator, string]>([
    ["by ids", { container: WORK, key: SHOP, property: "password" }, VALUE],
    ["by titles", { container: "Work", key: "Shop", property: "username" }, "ann@example.com"],
    ["of a section", { container: WORK, key: SHOP, property: "Phone/PIN" }, "1234"],
    ["by its title", { container: WORK, key: SHOP, property: "PIN" }, "1234"],
    ["that is a one-time password", { container: WORK, key: SHOP, property: "one-time" }, "654321"],
  ])("gives a value %s", async (_, locator, value) => {
    expect(await provider.read(accessWith(), { it: locator }, call)).toEqual({ it: value });
  });

  it("gives the field of the login field's own name", async () => {
    const place = { container: WORK, key: SHOP };
    const locators = {
      username: place,
      password: place,
      ["__proto__"]: { ...place, property: "PIN" },
    };
    const read = await provider.read(accessWith(), locators, call);
    expect(Object.entries(read)).toEqual([
      ["username", "ann@example.com"],
      ["password", VALUE],
      ["__proto__", "1234"],
    ]);
  });

  it.each(["pin", "same", "empty", "one-time"])("says which field is missing: %s", async (name) => {
    const place = { container: WORK, key: SHOP };
    const question = provider.read(accessWith(), { [name]: place, username: place }, call);
    expect(await failureOf(question)).toEqual({
      code: "SOURCE_FIELD_MISSING",
      missingFields: [name],
    });
  });

  it.each<[string, VaultLocator]>([
    ["an unknown item", { container: WORK, key: "x".repeat(26) }],
    ["an unknown title", { container: WORK, key: "Nothing" }],
    ["a title of two items", { container: WORK, key: "Twice" }],
    ["an unknown vault", { container: "Garage", key: SHOP }],
    ["a version", { container: WORK, key: SHOP, version: "3" }],
    ["an empty key", { container: WORK, key: "" }],
    ["a key of 3,000 characters", { container: WORK, key: "k".repeat(3000) }],
  ])("does not find %s", async (_, locator) => {
    const question = provider.read(accessWith(), { password: locator }, call);
    expect(await failureOf(question)).toEqual({ code: "SOURCE_ITEM_NOT_FOUND" });
  });

  it.each([
    ["you are not authenticated", "SOURCE_AUTH_FAILED"],
    ["invalid service account token, deserialization failed", "SOURCE_AUTH_FAILED"],
    ["you don't have the right permissions to access this resource", "SOURCE_FORBIDDEN"],
    ["rate limit exceeded", "SOURCE_THROTTLED"],
    ["resource not found", "SOURCE_ITEM_NOT_FOUND"],
    ["internal server error", "SOURCE_UPSTREAM_ERROR"],
    ["what nobody foresaw", "SOURCE_UPSTREAM_ERROR"],
  ])("fails as the SDK says: %s", async (text, code) => {
    const question = provider.entries(accessWith(`says ${text}`), WORK, call);
    expect(await failureOf(question)).toEqual({ code });
  });

  it("goes on after a panic of its core, which ends one call", async () => {
    const [broken, good] = await Promise.all([
      failureOf(provider.verify(accessWith("panic"), call)),
      provider.verify(accessWith(), call),
    ]);
    expect(broken).toEqual({ code: "SOURCE_UPSTREAM_ERROR" });
    expect(good.vaults).toHaveLength(2);
    expect((await provider.verify(accessWith(), call)).vaults).toHaveLength(2);
  });

  it.each([
    ["exits", "exit"],
    ["fills its memory", "fills"],
  ])("fails one call alone when its core %s", async (_, play) => {
    expect(await failureOf(provider.verify(accessWith(play), call))).toEqual({
      code: "SOURCE_UPSTREAM_ERROR",
    });
  });

  it("fails one call alone when its thread is killed", async () => {
    process.once("worker", (worker: Worker) =>
      worker.once("online", () => void worker.terminate()),
    );
    const question = failureOf(provider.verify(accessWith("hang"), call));
    expect(await question).toEqual({ code: "SOURCE_UPSTREAM_ERROR" });
  });

  it("cannot connect beside the guarded connections", async () => {
    await using site = await createSite({});
    const question = failureOf(provider.verify(accessWith(`dials ${site.port}`), call));
    expect(await question).toEqual({ code: "SOURCE_UPSTREAM_ERROR" });
    expect(site.connections).toBe(0);
  });

  it("says nothing aloud", async () => {
    expect((await provider.verify(accessWith("loud"), call)).vaults).toHaveLength(2);
  });

  it.each(["hang", "spins"])(
    "answers in time when its core %s, and leaves no thread",
    async (play) => {
      const hasty = onePasswordOverCore({ timeoutMs: 1500 });
      const before = threads();
      const question = failureOf(hasty.verify(accessWith(play), call));
      while (threads() === before) await turn();
      expect(await question).toEqual({ code: "SOURCE_UNREACHABLE" });
      expect(threads()).toBe(before);
    },
  );

  it("has no more threads at once than it may; others wait for their turn", async () => {
    const narrow = onePasswordOverCore({ maxThreads: 1 });
    const leaving = new AbortController();
    const started: Worker[] = [];
    const count = (worker: Worker): void => void started.push(worker);
    process.on("worker", count);
    const hanging = narrow.verify(accessWith("hang"), { signal: leaving.signal });
    const waiting = [accessWith(), accessWith()].map((access) => narrow.verify(access, call));
    const gone = new AbortController();
    const left = narrow.verify(accessWith(), { signal: gone.signal });
    while (started.length === 0) await turn();
    gone.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(started).toHaveLength(1);
    leaving.abort(new Error("left"));
    await expect(hanging).rejects.toThrow("left");
    for (const { vaults } of await Promise.all(waiting)) expect(vaults).toHaveLength(2);
    expect(started).toHaveLength(3);
    process.off("worker", count);
    expect(() => createOnePassword({}, { maxThreads: 0 })).toThrow("maxThreads");
  });

  it("ends with the caller's signal, and its reason", async () => {
    const leaving = new AbortController();
    const question = provider.verify(accessWith("hang"), { signal: leaving.signal });
    const reason = new Error("gone");
    leaving.abort(reason);
    await expect(question).rejects.toBe(reason);
    await expect(provider.verify(accessWith(), { signal: leaving.signal })).rejects.toBe(reason);
  });

  it.each([
    ["another host", accessWith("", "evil.example")],
    ["a loopback host", accessWith("", "127.0.0.1")],
    ["a host that ends alike", accessWith("", "evil1password.com")],
    ["no token", { method: "service_account", fields: {} }],
    ["another method", { method: "desktop", fields: { token: tokenFor() } }],
  ])("calls nobody for %s", async (_, access) => {
    expect(() => provider.configOf(access)).toThrow(
      expect.objectContaining({ code: "INVALID_ACCESS" }),
    );
    expect(await failureOf(provider.verify(access, call))).toMatchObject({
      code: "INVALID_ACCESS",
    });
  });

  it("tells its host, and no secret, as its settings", () => {
    expect(provider.configOf(accessWith())).toEqual({ host: "acme.1password.com" });
  });
});
