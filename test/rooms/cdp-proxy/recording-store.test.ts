import { describe, expect, it } from "vitest";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import {
  LEASE_MS,
  LOST,
  LOST_AFTER_MS,
} from "../../../src/cdp-proxy/recording/recording-states.ts";
import { call, recordStores, storeSubject } from "./recording-stores.ts";

const HOUR = 3_600_000;
const webm = { ...call, contentType: "video/webm" };
const facts = (connectionId: string) => ({ owner: "a", connectionId });

describe.each(recordStores)("createRecordingStore on %s", (_, make) => {
  it("lists the owner's recordings, newest first, and gets one by its connection", async () => {
    const { store, ledger, clock } = await storeSubject(await make());
    expect(await store.list("a", call)).toEqual([]);
    const first = await ledger.begin(facts("c1"), call);
    await clock.advance(1);
    await ledger.begin(facts("c2"), call);
    await ledger.begin({ owner: "b", connectionId: "c3" }, call);
    const listed = await store.list("a", call);
    expect(listed.map(({ connectionId }) => connectionId)).toEqual(["c2", "c1"]);
    expect(await store.get("c1", call)).toEqual({
      id: first.id,
      owner: "a",
      connectionId: "c1",
      status: "recording",
      duration: 0,
      fileSize: 0,
      failure: null,
      createdAt: clock.now() - 1,
    });
    expect(await store.get("c4", call)).toBeUndefined();
  });

  it("lists 200 at most", async () => {
    const { store, ledger } = await storeSubject(await make());
    for (let count = 0; count < 201; count += 1) await ledger.begin(facts(`c${count}`), call);
    expect(await store.list("a", call)).toHaveLength(200);
  });

  it("refuses a second recording of a connection", async () => {
    const { ledger } = await storeSubject(await make());
    await ledger.begin(facts("c"), call);
    await expect(ledger.begin(facts("c"), call)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("takes steps in their order only, and from whoever holds the recording", async () => {
    const { store, ledger } = await storeSubject(await make());
    const held = await ledger.begin(facts("c"), call);
    const video = { durationMs: 1600, fileSize: 9 };
    expect(await ledger.completed(held, video, call)).toBe(false);
    expect(await ledger.processing({ ...held, token: "another" }, call)).toBe(false);
    expect(await ledger.processing(held, call)).toBe(true);
    expect(await ledger.completed(held, video, call)).toBe(true);
    expect(await ledger.failed(held, "late", call)).toBe(false);
    expect(await ledger.keep(held, call)).toBe(false);
    expect(await ledger.claim(held, call)).toBeUndefined();
    const done = { status: "completed", duration: 2, fileSize: 9, failure: null };
    expect(await store.get("c", call)).toMatchObject(done);
  });

  it("fences whoever it was claimed from", async () => {
    const { store, ledger } = await storeSubject(await make());
    const dead = await ledger.begin(facts("c"), call);
    const heir = await ledger.claim(dead, call);
    expect(await ledger.failed(dead, "of the dead", call)).toBe(false);
    expect(heir && (await ledger.failed(heir, "of the heir", call))).toBe(true);
    expect(await store.get("c", call)).toMatchObject({ failure: "of the heir" });
  });

  it("shows as failed what nobody works on any more, and not what is kept", async () => {
    const { store, ledger, clock } = await storeSubject(await make());
    const kept = await ledger.begin(facts("kept"), call);
    const dead = await ledger.begin(facts("dead"), call);
    await clock.advance(LEASE_MS);
    expect(await ledger.keep(kept, call)).toBe(true);
    await clock.advance(LOST_AFTER_MS - 1);
    expect(await store.get("dead", call)).toMatchObject({ status: "recording" });
    await clock.advance(1);
    expect(await store.get("dead", call)).toMatchObject({ status: "failed", failure: LOST });
    expect(await store.get("kept", call)).toMatchObject({ status: "recording", failure: null });
    expect(await ledger.processing(dead, call)).toBe(false);
  });

  it("gives a URL for an hour to a completed one alone", async () => {
    const { store, ledger, blobs, clock } = await storeSubject(await make());
    const held = await ledger.begin(facts("c"), call);
    const seen = async () => (await store.get("c", call)) ?? expect.fail("no recording");
    expect(await store.videoUrl(await seen(), call)).toBeUndefined();
    await ledger.processing(held, call);
    await blobs.put(videoKey(held.id), Buffer.from("0123456789"), webm);
    await ledger.completed(held, { durationMs: 1000, fileSize: 10 }, call);
    const url = (await store.videoUrl(await seen(), call)) ?? expect.fail("no URL");
    const request = () => new Request(url, { headers: { range: "bytes=2-4" } });
    const part = await blobs.serve(request());
    expect(part.status).toBe(206);
    expect(part.headers.get("content-type")).toBe("video/webm");
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(await part.text()).toBe("234");
    await clock.advance(HOUR - 1);
    expect((await blobs.serve(request())).status).toBe(206);
    await clock.advance(1);
    expect((await blobs.serve(request())).status).toBe(403);
  });

  it("sweeps what is older, the video too, but nothing under way", async () => {
    const { store, ledger, blobs, clock } = await storeSubject(await make());
    const old = await ledger.begin(facts("old"), call);
    await ledger.failed(old, "why", call);
    await blobs.put(videoKey(old.id), Buffer.from("v"), webm);
    await ledger.begin(facts("lost"), call);
    const running = await ledger.begin(facts("running"), call);
    await clock.advance(LEASE_MS + LOST_AFTER_MS);
    await ledger.keep(running, call);
    await ledger.failed(await ledger.begin(facts("new"), call), "why", call);
    expect(await store.sweep(clock.now(), call)).toBe(2);
    const left = (await store.list("a", call)).map(({ connectionId }) => connectionId);
    expect(left.toSorted()).toEqual(["new", "running"]);
    expect(await blobs.get(videoKey(old.id), call)).toBeUndefined();
    expect(await store.sweep(clock.now(), call)).toBe(0);
  });

  it("keeps the row of a video that cannot be removed", async () => {
    const records = await make();
    const { store, ledger, blobs, clock } = await storeSubject(records);
    await ledger.failed(await ledger.begin(facts("c"), call), "why", call);
    await clock.advance(1);
    await blobs.close();
    await expect(store.sweep(clock.now(), call)).rejects.toMatchObject({ code: "CLOSED" });
    expect(await store.get("c", call)).toBeDefined();
  });
});
