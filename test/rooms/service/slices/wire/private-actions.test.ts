import { FakeClock, FakeIds } from "dragline/testing";
import { MemoryRecords } from "dragline/storage/memory";
import { createCatalog } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { AccountStore } from "../../../../../src/service/accounts/account-store.ts";
import { AccountCatalogs } from "../../../../../src/service/slices/wire/private-actions/account-catalogs.ts";
import { PrivateActionStore } from "../../../../../src/service/slices/wire/private-actions/private-action-store.ts";
import { wireActions } from "../../../../transports/index.ts";

const call = { signal: new AbortController().signal };

function recipe(action_id: string, more: object = {}) {
  return {
    format: 1,
    action_id,
    name: "my list",
    description: "Lists what only its owner may see.",
    type: "read",
    parameters: [],
    steps: [{ kind: "request", id: "all", url: "https://shop.example/all" }],
    output: "{{steps.all.body}}",
    output_schema: {},
    created: "2026-11-02",
    updated: "2026-11-03",
    ...more,
  } as never;
}

const site = (slug: string) =>
  ({
    format: 1,
    slug,
    name: "Mine",
    url: "https://mine.example/",
    domain: "mine.example",
    category: "data",
    description: "A site that only its owner knows of.",
    documentation: "https://mine.example/docs",
    hosts: ["shop.example"],
    created: "2026-11-02",
    updated: "2026-11-03",
  }) as never;

async function stage() {
  const records = new MemoryRecords();
  const parts = { records, clock: new FakeClock(), ids: new FakeIds() };
  const settings = { newAccountCredits: 0 };
  const { id: account } = await new AccountStore({ ...parts, settings }).create();
  const common = createCatalog([], wireActions);
  const store = new PrivateActionStore({ ...parts, common: async () => common });
  const catalogs = new AccountCatalogs(async () => common, store);
  return { account, store, catalogs, common };
}

describe("private actions", () => {
  it("are added, replaced by their id, listed and removed", async () => {
    const { account, store, catalogs, common } = await stage();
    await store.put(account, { recipe: recipe("shop.mine") });
    await store.put(account, { recipe: recipe("mine.list"), site: site("mine") });
    const first = await catalogs.of(account, call);
    expect(await catalogs.of(account, call)).toBe(first);
    await store.put(account, { recipe: recipe("shop.mine", { name: "another name" }) });
    const names = async () => (await store.list(account)).map(({ info }) => info.name);
    expect(await names()).toEqual(["my list", "another name"]);
    const action = (await catalogs.of(account, call)).action("shop.mine");
    expect(action).toMatchObject({ owner: account, info: { name: "another name" } });
    expect(await store.remove(account, "shop.mine")).toBe(true);
    expect(await store.remove(account, "shop.mine")).toBe(false);
    expect((await catalogs.of(account, call)).action("shop.mine")).toBeUndefined();
    expect((await catalogs.of("another", call)).site("mine")).toBeUndefined();
    await store.removeOf(account, call);
    expect(await catalogs.of(account, call)).toBe(common);
  });

  it.each([
    ["no recipe", null, undefined, "INVALID_REQUEST"],
    ["a member that is unknown", recipe("shop.mine", { code: "x" }), undefined, "INVALID_REQUEST"],
    ["a site that is unknown", recipe("other.mine"), undefined, "INVALID_REQUEST"],
    ["an id of another site", recipe("shop.mine"), site("mine"), "INVALID_REQUEST"],
    ["a site that is none", recipe("mine.list"), {}, "INVALID_REQUEST"],
    ["an id of the catalog", recipe("shop.items"), undefined, "CONFLICT"],
    ["a site of the catalog", recipe("shop.mine"), site("shop"), "CONFLICT"],
    [
      "a template of nothing",
      recipe("shop.mine", { output: "{{steps.none.body}}" }),
      undefined,
      "INVALID_REQUEST",
    ],
    [
      "a host that is not the site's",
      recipe("shop.mine", {
        steps: [{ kind: "request", id: "all", url: "https://evil.example/" }],
      }),
      undefined,
      "INVALID_REQUEST",
    ],
  ])("refuse %s", async (_, ...row) => {
    const [given, its, code] = row as [never, never, string];
    const { account, store } = await stage();
    const put = store.put(account, { recipe: given, site: its });
    await expect(put).rejects.toThrow(expect.objectContaining({ code }));
    expect(await store.list(account)).toEqual([]);
  });

  it("are 200 of an account at most, of one that is there", async () => {
    const { account, store } = await stage();
    for (let count = 0; count < 200; count += 1) {
      await store.put(account, { recipe: recipe(`shop.a${count}`) });
    }
    const more = store.put(account, { recipe: recipe("shop.more") });
    await expect(more).rejects.toThrow(expect.objectContaining({ code: "CONFLICT" }));
    await store.put(account, { recipe: recipe("shop.a7", { name: "changed" }) });
    const nobody = store.put("nobody", { recipe: recipe("shop.a") });
    await expect(nobody).rejects.toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
  });
});
