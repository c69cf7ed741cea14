import { describe, expect, it } from "vitest";
import { videoKey } from "../../../src/cdp-proxy/recording/recording-rows.ts";
import { call, recordStores, storeSubject } from "./recording-stores.ts";

const webm = { ...call, contentType: "video/webm" };
const facts = (connectionId: string) => ({ owner: "a", connectionId });

describe.each(recordStores)("RecordingStore.removeOf on %s", (_, make) => {
  it("removes an owner's with the video, but nothing under way and nothing of others", async () => {
    const { store, ledger, blobs } = await storeSubject(await make());
    const ended = await ledger.begin(facts("ended"), call);
    await ledger.failed(ended, "why", call);
    await blobs.put(videoKey(ended.id), Buffer.from("v"), webm);
    await ledger.begin(facts("running"), call);
    await ledger.failed(await ledger.begin({ ...facts("other"), owner: "b" }, call), "why", call);
    expect(await store.removeOf("a", call)).toBe(1);
    const left = (await store.list("a", call)).map(({ connectionId }) => connectionId);
    expect(left).toEqual(["running"]);
    expect(await blobs.get(videoKey(ended.id), call)).toBeUndefined();
    expect(await store.get("other", call)).toBeDefined();
  });
});
