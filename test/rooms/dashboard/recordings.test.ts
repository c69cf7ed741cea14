import { systemClock } from "dragline";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeBrowsers } from "../../transports/fake-browsers.ts";
import { FakeRecordings, VIDEO } from "../../transports/fake-recordings.ts";
import { answer, faults, s3Subject } from "../storage/s3-subject.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);

describe("recordings and live browsers in the dashboard", () => {
  const blobs = new MemoryBlobs();
  const recordings = new FakeRecordings({ clock: systemClock, blobs });
  const browsers = new FakeBrowsers();
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    const records = new MemoryRecords();
    const parts = { records, blobs, browsers, recorder: recordings, recordings };
    world = await openDashboardWorld({}, parts);
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** A connection that runs; gives its id, and what ends it. */
  async function connect(visitor: Visitor) {
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "c2l4dGVlbiBieXRlcyEhIQ==",
    };
    const url = `http://dashboard.test/v1/browser-connect?api_key=${visitor.key}`;
    const upgrade = await world.service.connect(new Request(url, { headers }));
    if (upgrade instanceof Response) throw new Error(await upgrade.text());
    const id = new Headers(upgrade.headers).get("x-service-connection-id") ?? "";
    return { id, leave: () => upgrade.leave() };
  }

  it("list one's own, and play them in parts, from the dashboard's own address", async () => {
    await recordings.add("conn_a", alice.account);
    const list = (await alice.see("/recordings")).html;
    expect(list).toContain('href="/recordings/conn_a"');
    expect((await bob.see("/recordings")).html).not.toContain("conn_a");
    expect((await bob.see("/recordings/conn_a")).status).toBe(403);
    const { html } = await alice.see("/recordings/conn_a");
    const [, source = ""] = /<video[^>]* src="([^"]*)"/.exec(html) ?? [];
    const path = source.replaceAll("&amp;", "&");
    expect(path).toMatch(/^\/api\/recordings\/video\?/);
    const part = await alice.ask(path, { headers: { range: "bytes=5-9" } });
    expect([part.status, await part.text()]).toEqual([206, VIDEO.slice(5, 10)]);
    expect(part.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await world.stranger().ask(path)).status).toBe(401);
  });

  it("show the browser of a connection as it is now, to its account alone", async () => {
    expect((await alice.see("/browsers")).html).toContain("No browser runs.");
    const { id, leave } = await connect(alice);
    expect((await alice.see("/browsers")).html).toContain(`href="/browsers/${id}"`);
    expect((await bob.see("/browsers")).html).not.toContain(id);
    const { html } = await alice.see(`/browsers/${id}`);
    const [, picture = ""] = /<img[^>]* src="([^"]*)"/.exec(html) ?? [];
    expect(picture).toBe(`/api/browser-connect/${id}/picture`);
    expect((await alice.ask(picture)).status).toBe(400);
    recordings.picture = JPEG;
    const shown = await alice.ask(picture);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(JPEG);
    for (const path of [picture, `/browsers/${id}`]) {
      expect([path, (await bob.ask(path)).status]).toEqual([path, 404]);
    }
    expect((await alice.see(`/recordings/${id}`)).html).toContain("Watch it live");
    await leave();
    expect((await alice.ask(picture)).status).toBe(404);
    expect((await alice.see("/browsers")).html).toContain("No browser runs.");
  });

  it("play what a store of its own serves by way of the dashboard, in parts", async () => {
    await using store = await s3Subject();
    const kept = new FakeRecordings({ clock: systemClock, blobs: store.blobs });
    const parts = { blobs: store.blobs, recorder: kept, recordings: kept, browsers };
    await using other = await openDashboardWorld({}, { records: new MemoryRecords(), ...parts });
    await kept.add("conn_s", other.alice.account);
    const { html } = await other.alice.see("/recordings/conn_s");
    const [, path = ""] = /<video[^>]* src="([^"]*)"/.exec(html) ?? [];
    expect(path).toBe("/recordings/conn_s/video");
    const whole = await other.alice.ask(path);
    expect([whole.status, await whole.text()]).toEqual([200, VIDEO]);
    expect(whole.headers.get("content-security-policy")).toContain("default-src 'none'");
    const part = await other.alice.ask(path, { headers: { range: "bytes=5-9" } });
    expect([part.status, await part.text()]).toEqual([206, VIDEO.slice(5, 10)]);
    expect(part.headers.get("content-range")).toBe(`bytes 5-9/${VIDEO.length}`);
    const head = await other.alice.ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await other.bob.ask(path)).status).toBe(403);
    expect((await other.stranger().ask(path)).status).toBe(303);
    faults(store.server, answer(503, "SlowDown"));
    const lost = await other.alice.see(path);
    expect([lost.status, lost.html]).toEqual([400, expect.stringContaining("does not give it")]);
  });

  it("bring a new token also with a call of a script: else a page that looks on is signed out", async () => {
    const before = alice.cookies.get("dragline_session");
    await world.clock.advance(3_700_000);
    await alice.ask("/api/browser-connect/connections");
    expect(alice.cookies.get("dragline_session")).not.toBe(before);
    await world.clock.advance(120_000);
    expect((await alice.see("/browsers")).status).toBe(200);
  });
});
