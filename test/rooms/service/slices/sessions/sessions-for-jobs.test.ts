import { createSessionStore } from "dragline/cdp-proxy";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sessionsForJobs } from "../../../../../src/service/slices/sessions/sessions-for-jobs.ts";

const call = { signal: new AbortController().signal };
const state = { cookies: [], origins: [{ origin: "https://example.com", localStorage: [] }] };

describe("sessionsForJobs", () => {
  it("finds sessions by id and by name, and copies what is saved without holding it", async () => {
    const records = new MemoryRecords();
    const ring = new KeyRing([{ id: "2026-11", key: randomBytes(32) }]);
    const sealer = new Sealer({ records, ring });
    const store = createSessionStore({ records, blobs: new MemoryBlobs(), sealer });
    const jobs = sessionsForJobs(store);
    const reserved = await store.reserve({ owner: "user-1", name: "shop" }, call);
    const { id } = reserved.session;
    expect(await jobs.byId(id, call)).toEqual({ id, account: "user-1", isSaved: false });
    expect(await jobs.load(id, call)).toBeUndefined();
    await reserved.save({ state }, call);
    expect(await jobs.byName("user-1", "shop", call)).toEqual({
      id,
      account: "user-1",
      isSaved: true,
    });
    expect(await jobs.load(id, call)).toEqual(state);
    expect(await jobs.byName("user-2", "shop", call)).toBeUndefined();
    expect(await jobs.byId("shop", call)).toBeUndefined();
  });
});
