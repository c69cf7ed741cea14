import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { transports, useWorld, type Doc, type User } from "../transports/index.ts";
import { checkMonitor } from "./check-monitor.ts";

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const first = "<h1>Harbour</h1><p>The harbour opens at six in the morning.</p>";
const second = "<h1>Harbour</h1><p>The harbour opens at seven in the morning.</p>";
const unknown = "f".repeat(64);

describe.each(transports)("4.6 changes and snapshots of a page, over $name", (transport) => {
  const world = useWorld(transport);
  const list = async (user: User, id: string, name: "changes" | "snapshots" | "runs") =>
    (await user.get(`/monitors/${id}/${name}`)).json[name];

  /** A paused monitor that saw a page before and after it changed. */
  async function watched(more: object = {}): Promise<{ user: User; id: string }> {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false, ...more };
    const { id } = (await user.post("/monitors", body)).json;
    world.board.put("/board", first);
    await checkMonitor(user, id);
    world.board.put("/board", second);
    await checkMonitor(user, id);
    return { user, id };
  }

  it("are none before the first check", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", body)).json;
    for (const name of ["changes", "snapshots", "runs", "deliveries", "pages"]) {
      const answer = await user.get(`/monitors/${id}/${name}`);
      expect([answer.status, answer.json]).toEqual([200, { [name]: [] }]);
    }
  });

  it("begin with a baseline, which is no change", async () => {
    const user = await world.user();
    const body = { url: world.page("/board"), intervalMinutes: 60, isActive: false };
    const { id } = (await user.post("/monitors", body)).json;
    world.board.put("/board", first);
    const run = await checkMonitor(user, id);
    expect(run).toMatchObject({ status: "completed", changeId: null, pagesChanged: 0 });
    expect(await list(user, id, "snapshots")).toHaveLength(1);
    expect(await list(user, id, "changes")).toEqual([]);
    await checkMonitor(user, id);
    expect(await list(user, id, "snapshots")).toHaveLength(2);
    expect(await list(user, id, "changes")).toEqual([]);
    const { json } = await user.get(`/monitors/${id}`);
    expect(json).toMatchObject({ lastCheckedAt: expect.stringMatching(TIME), lastError: null });
  });

  it("have a change when contentHash differs, newest first", async () => {
    const { user, id } = await watched();
    const [newest, oldest] = await list(user, id, "snapshots");
    const [change, ...others] = await list(user, id, "changes");
    expect(others).toEqual([]);
    expect(newest?.contentHash).not.toBe(oldest?.contentHash);
    expect(change).toEqual({
      id: expect.any(String),
      monitorId: id,
      snapshotId: newest?.id,
      changedAt: expect.stringMatching(TIME),
      summary: null,
      diffJson: {
        type: "content",
        beforeSnapshotId: oldest?.id,
        afterSnapshotId: newest?.id,
        stats: { adds: 1, dels: 1 },
      },
      createdAt: expect.stringMatching(TIME),
    });
    const [run] = await list(user, id, "runs");
    expect(run).toMatchObject({ changeId: change?.id, pagesChanged: 1 });
  });

  it("have snapshots of exactly these members", async () => {
    const { user, id } = await watched();
    for (const snapshot of await list(user, id, "snapshots")) {
      expect(snapshot).toEqual({
        id: expect.any(String),
        monitorId: id,
        capturedAt: expect.stringMatching(TIME),
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        extractedData: null,
        createdAt: expect.stringMatching(TIME),
      });
    }
  });

  it.each([
    ["markdown", "# Harbour"],
    ["html", "<h1>Harbour</h1>"],
    ["cleaned_html", "<h1>Harbour</h1>"],
  ])("keep bodies as %s, whose SHA-256 is contentHash", async (watchFormat, part) => {
    const { user, id } = await watched({ watchFormat });
    const [newest] = await list(user, id, "snapshots");
    const answer = await user.get(`/monitors/${id}/snapshots/${newest?.id}/content`);
    expect(answer.status).toBe(200);
    const { content, ...rest } = answer.json as Doc & { readonly content: string };
    const { capturedAt, contentHash } = newest ?? ({} as Doc);
    expect(rest).toEqual({ available: true, capturedAt, contentHash });
    expect(content).toContain(part);
    expect(content).toContain("seven in the morning");
    expect(contentHash).toBe(hash("sha256", content));
    const byHash = await user.get(`/monitors/${id}/content?hash=${contentHash}`);
    expect([byHash.status, byHash.json]).toEqual([200, answer.json]);
  });

  it("answer content with available false for an unknown hash", async () => {
    const { user, id } = await watched();
    const answer = await user.get(`/monitors/${id}/content?hash=${unknown}`);
    const nothing = { available: false, content: "", capturedAt: null, contentHash: unknown };
    expect([answer.status, answer.json]).toEqual([200, nothing]);
  });

  it("answer content without a hash with 400, of an unknown snapshot with 404", async () => {
    const { user, id } = await watched();
    expect((await user.get(`/monitors/${id}/content`)).status).toBe(400);
    expect((await user.get(`/monitors/${id}/content?hash=`)).status).toBe(400);
    expect((await user.get(`/monitors/${id}/snapshots/unknown/content`)).status).toBe(404);
  });

  it.each(["changes", "snapshots", "runs", "deliveries"])(
    "take a limit of 1 to 200 for %s",
    async (name) => {
      const { user, id } = await watched();
      const ask = (limit: string) => user.get(`/monitors/${id}/${name}?limit=${limit}`);
      for (const limit of ["0", "201", "-1", "x", "1.5"]) {
        const { status, json } = await ask(limit);
        expect([status, json.error]).toEqual([400, "invalid_request"]);
      }
      expect((await ask("200")).status).toBe(200);
      const { json } = await ask("1");
      const most = name === "deliveries" ? 0 : 1;
      expect(json[name]).toHaveLength(most);
    },
  );

  it("store nothing of a failed check", async () => {
    const { user, id } = await watched();
    world.board.put("/board", 500);
    const run = await checkMonitor(user, id);
    expect(run).toMatchObject({ status: "failed", changeId: null, creditsUsed: 0 });
    expect(run.error).toContain("HTTP 500");
    expect(await list(user, id, "snapshots")).toHaveLength(2);
    expect(await list(user, id, "changes")).toHaveLength(1);
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ lastError: run.error });
    world.board.put("/board", second);
    expect(await checkMonitor(user, id)).toMatchObject({ status: "completed", changeId: null });
    expect((await user.get(`/monitors/${id}`)).json).toMatchObject({ lastError: null });
  });

  it("start anew after a PUT of another url, format, mode, schema or country", async () => {
    const { user, id } = await watched();
    const put = (more: object) =>
      user.put(`/monitors/${id}`, {
        url: world.page("/board"),
        intervalMinutes: 60,
        isActive: false,
        ...more,
      });
    world.board.put("/board/a", "<p>Another page altogether.</p>");
    for (const more of [
      { url: world.page("/board/a") },
      { watchFormat: "html" },
      { country: "de" },
      { scope: "site", maxPages: 1 },
    ]) {
      expect((await put(more)).status).toBe(200);
      expect(await checkMonitor(user, id)).toMatchObject({ status: "completed", changeId: null });
    }
    await put({});
    await checkMonitor(user, id);
    await put({ aiGoal: "Opening hours", intervalMinutes: 30 });
    world.board.put("/board", first);
    expect((await checkMonitor(user, id)).changeId).toEqual(expect.any(String));
  });
});

describe.each(transports)("4.6 values of a page, over $name", (transport) => {
  const world = useWorld(transport);
  const schema = {
    type: "object",
    properties: { name: { type: "string" }, price: { type: "number" } },
    required: ["name", "price"],
  };
  const product = (price: number) => {
    const offers = { "@type": "Offer", price, priceCurrency: "EUR" };
    const facts = { "@context": "https://schema.org", "@type": "Product", name: "Boat", offers };
    return `<script type="application/ld+json">${JSON.stringify(facts)}</script><h1>Boat</h1>`;
  };

  it("are the snapshot's extractedData, and a change names what differs", async () => {
    const user = await world.user();
    const { id } = (
      await user.post("/monitors", {
        url: world.page("/board"),
        intervalMinutes: 60,
        isActive: false,
        watchMode: "specific_data",
        outputSchema: schema,
      })
    ).json;
    for (const price of [20, 18]) {
      world.board.put("/board", product(price));
      expect(await checkMonitor(user, id)).toMatchObject({ status: "completed", creditsUsed: 3 });
    }
    const { changes } = (await user.get(`/monitors/${id}/changes`)).json;
    const { snapshots } = (await user.get(`/monitors/${id}/snapshots`)).json;
    expect(changes.map(({ diffJson }) => diffJson)).toEqual([
      { type: "fields", changedFields: ["price"], before: { price: 20 }, after: { price: 18 } },
    ]);
    const [newest] = snapshots;
    expect(newest).toMatchObject({ extractedData: { name: "Boat", price: 18 } });
    const canonical = JSON.stringify({ name: "Boat", price: 18 });
    expect(newest?.contentHash).toBe(hash("sha256", canonical));
    const content = await user.get(`/monitors/${id}/snapshots/${newest?.id}/content`);
    const { capturedAt, contentHash } = newest ?? ({} as Doc);
    expect(content.json).toEqual({ available: false, content: "", capturedAt, contentHash });
  });
});
