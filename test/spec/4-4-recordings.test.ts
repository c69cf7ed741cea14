import { MemoryBlobs } from "dragline/storage/memory";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { transports, useWorld, VIDEO } from "../transports/index.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HOUR = 3_600_000;
const DAY = 86_400_000;

describe.each(transports)("2.11 and 4.4 recordings, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });
  const at = (url: string, headers?: Readonly<Record<string, string>>) => {
    const path = url.slice(world.origin.length);
    return world.send({ method: "GET", path, ...(headers && { headers }) });
  };

  it("shows a recording with every member, and no other", async () => {
    const user = await world.user();
    await world.recordings.add("conn_a", user.account);
    const answer = await user.get("/recordings/conn_a");
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      id: expect.any(String),
      connId: "conn_a",
      duration: 7,
      fileSize: VIDEO.length,
      status: "completed",
      videoUrl: expect.stringMatching(/^http/),
      createdAt: expect.stringMatching(TIME),
    });
    expect((await user.get("/recordings")).json).toMatchObject({
      recordings: [{ connId: "conn_a" }],
    });
  });

  it("has no URL, no duration and no size before it is completed", async () => {
    const user = await world.user();
    const { signal } = new AbortController();
    const run = await world.recordings.begin({
      connectionId: "conn_b",
      owner: user.account,
      signal,
    });
    expect((await user.get("/recordings/conn_b")).json).toMatchObject({
      status: "recording",
      duration: 0,
      fileSize: 0,
      videoUrl: null,
    });
    await run.stop();
  });

  it("records every connection, under the id of its upgrade answer", async () => {
    const connection = await world.alice.join();
    const id = connection.headers.get("x-service-connection-id");
    expect((await world.alice.get(`/recordings/${id}`)).json.status).toBe("recording");
    connection.close();
    await world.alice.until(`/recordings/${id}`, ({ status }) => status === "completed");
    expect(await world.alice.balance()).toBe(299);
  });

  it("lists the caller's, newest first, up to 200; an empty list is []", async () => {
    const user = await world.user();
    expect((await user.get("/recordings")).json).toEqual({ recordings: [] });
    for (let made = 0; made < 201; made += 1) {
      await world.recordings.add(`many_${made}`, user.account);
    }
    const recordings = (await user.get("/recordings")).json["recordings"] as { connId: string }[];
    expect(recordings).toHaveLength(200);
    expect(recordings[0]?.connId).toBe("many_200");
    expect((await world.bob.get("/recordings")).json).toEqual({ recordings: [] });
  });

  it("answers 404 for an unknown connection, 403 for another user's", async () => {
    await world.recordings.add("conn_c", world.alice.account);
    for (const [id, expected] of [
      ["conn_none", [404, "not_found"]],
      ["x".repeat(3000), [404, "not_found"]],
      ["conn_c", [403, "forbidden"]],
    ] as const) {
      const answer = await world.bob.get(`/recordings/${id}`);
      expect([answer.status, answer.json.error]).toEqual(expected);
    }
  });

  describe("videoUrl", () => {
    const videoUrl = async (connId: string): Promise<string> => {
      await world.recordings.add(connId, world.alice.account);
      return String((await world.alice.get(`/recordings/${connId}`)).json["videoUrl"]);
    };

    it("gives the video without a key, whole and in ranges", async () => {
      const url = await videoUrl("conn_d");
      const whole = await at(url);
      expect([whole.status, whole.text]).toEqual([200, VIDEO]);
      expect(whole.headers.get("content-type")).toBe("video/webm");
      expect(whole.headers.get("x-request-id")).toMatch(/^req_/);
      const part = await at(url, { range: "bytes=5-9" });
      expect([part.status, part.text]).toEqual([206, VIDEO.slice(5, 10)]);
      expect(part.headers.get("content-range")).toBe(`bytes 5-9/${VIDEO.length}`);
      expect((await at(url, { range: "bytes=9999-" })).status).toBe(416);
      const etag = whole.headers.get("etag") ?? "";
      expect((await at(url, { "if-none-match": etag })).status).toBe(304);
    });

    it("is valid for 1 hour", async () => {
      const url = await videoUrl("conn_e");
      await clock.advance(HOUR - 1000);
      expect((await at(url)).status).toBe(200);
      await clock.advance(1001);
      const late = await at(url);
      expect([late.status, late.json.error]).toEqual([403, "forbidden"]);
      const fresh = String((await world.alice.get("/recordings/conn_e")).json["videoUrl"]);
      expect((await at(fresh)).status).toBe(200);
    });

    it("opens nothing else: what is altered is 403", async () => {
      const url = await videoUrl("conn_f");
      const other = new URL(url);
      other.searchParams.set("key", "rec_0");
      const longer = new URL(url);
      longer.searchParams.set("expires", String(clock.now() + 9 * HOUR));
      for (const bad of [other.href, longer.href, `${url}x`, url.split("?")[0] ?? ""]) {
        const answer = await at(bad);
        expect([answer.status, answer.json.error], bad).toEqual([403, "forbidden"]);
      }
    });
  });
});

describe.each(transports)("the page that plays a recording, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });
  const recorded = async (connId: string): Promise<URL> => {
    await world.recordings.add(connId, world.alice.account);
    return new URL(String((await world.alice.get(`/recordings/${connId}`)).json["videoUrl"]));
  };
  const play = (connId: string, query: string) =>
    world.send({ method: "GET", path: `/v1/recordings/${connId}/player${query}` });

  it("opens with the query of videoUrl, and plays it", async () => {
    const video = await recorded("conn_g");
    const page = await play("conn_g", video.search);
    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      ) as string,
    });
    expect(page.text).toContain("default-src &#39;none&#39;; media-src &#39;self&#39;;");
    const source = /<video [^>]*src="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(source).toBe(`${video.pathname}${video.search}`);
    expect((await world.send({ method: "GET", path: source })).text).toBe(VIDEO);
  });

  it("opens with nothing else", async () => {
    const { search } = await recorded("conn_h");
    const other = await recorded("conn_i");
    for (const [connId, query, expected] of [
      ["conn_h", "", [403, "forbidden"]],
      ["conn_h", `${search}x`, [403, "forbidden"]],
      ["conn_h", other.search, [403, "forbidden"]],
      ["conn_none", search, [404, "not_found"]],
    ] as const) {
      const answer = await play(connId, query);
      expect([answer.status, answer.json.error], connId + query).toEqual(expected);
    }
    await clock.advance(HOUR + 1);
    expect((await play("conn_h", search)).status).toBe(403);
  });
});

describe.each(transports)(
  "the page where videos have a server of their own, over $name",
  (transport) => {
    const blobs = Object.assign(new MemoryBlobs(), { serve: undefined as never });
    const world = useWorld(transport, { collaborators: { blobs }, runs: false });

    it("is not there", async () => {
      await world.recordings.add("conn_s3", world.alice.account);
      const { json } = await world.alice.get("/recordings/conn_s3");
      const { search } = new URL(String(json["videoUrl"]));
      const path = `/v1/recordings/conn_s3/player${search}`;
      expect((await world.send({ method: "GET", path })).status).toBe(404);
    });
  },
);

describe.each(transports)("0.6 recordings are kept for 30 days, over $name", (transport) => {
  const clock = new FakeClock();
  const world = useWorld(transport, { collaborators: { clock }, runs: false });

  it("then they are 404, and swept", async () => {
    const user = await world.user();
    await world.recordings.add("conn_old", user.account);
    await clock.advance(30 * DAY - 1);
    expect((await user.get("/recordings/conn_old")).status).toBe(200);
    await clock.advance(1);
    expect((await user.get("/recordings/conn_old")).status).toBe(404);
    expect((await user.get("/recordings")).json).toEqual({ recordings: [] });
    expect(world.recordings.rows).toHaveLength(1);
    await clock.advance(1);
    world.start();
    await expect.poll(() => world.recordings.rows).toEqual([]);
  });
});
