import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Visitor } from "./dashboard-world.ts";
import { openWatchWorld, type WatchWorld } from "./watch-world.ts";

describe("pages of webhooks", () => {
  let world: WatchWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    world = await openWatchWorld();
    ({ alice, bob } = world);
  });
  beforeEach(() => {
    world.hookStatus = 200;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Makes an endpoint; gives its path. */
  const endpoint = async (description: string): Promise<string> => {
    const made = await alice.send("/webhooks", [
      ["url", world.site.url("/hook")],
      ["description", description],
      ["event", "job.failed"],
      ["event", "webhook.test"],
    ]);
    expect(made.html).toMatch(/whsec_[\w-]{32,}/);
    const { html } = await alice.see("/webhooks");
    expect(html).not.toContain("whsec_");
    return /href="(\/webhooks\/whe_[^"]+)"/.exec(html)?.[1] ?? "";
  };

  it("do not call an endpoint active that takes nothing", async () => {
    const path = await endpoint("failing");
    expect((await alice.see(path)).html).toContain(">active<");
    world.hookStatus = 400;
    await alice.send(`${path}/test`);
    for (const page of [path, "/webhooks"]) {
      const { html } = await alice.see(page);
      expect(html).toMatch(/bad">failing<.*1 of 1 deliveries failed in the last day \(100 %\)/s);
    }
    world.hookStatus = 200;
    await alice.send(`${path}/test`);
    expect((await alice.see(path)).html).toMatch(
      />active<.*1 of 2 deliveries failed in the last day \(50 %\)/s,
    );
    await alice.send(`${path}/delete`);
  });

  it("say what to do where there is no endpoint", async () => {
    const { html } = await bob.see("/webhooks");
    expect(html).toContain("No endpoints. Create one");
    expect(html).toMatch(/<details class="card" open>/);
  });

  it("create an endpoint, show its secret once, change, pause and delete it", async () => {
    const path = await endpoint("The shop's <b>hook</b>");
    const shown = (await alice.see(path)).html;
    expect(shown).toContain("The shop's &lt;b&gt;hook");
    expect(shown).toContain("job.failed, webhook.test");
    for (const act of ["", "/test", "/pause", "/resume", "/delete"]) {
      expect((await bob.send(`${path}${act}`, { url: "https://example.com/" })).status, act).toBe(
        404,
      );
    }
    expect((await bob.see(path)).status).toBe(404);
    expect((await alice.send(`${path}/pause`)).location).toBe(path);
    expect((await alice.see(path)).html).toContain(">paused<");
    expect((await alice.send(`${path}/resume`)).location).toBe(path);
    const changes = { url: world.site.url("/hook"), description: "" };
    expect((await alice.send(path, changes)).location).toBe(path);
    const { html } = await alice.see(path);
    expect(html).not.toContain("The shop");
    expect(html).toContain("<dd>all</dd>");
    const refused = await alice.send(path, { url: "http://10.0.0.1/" });
    expect(refused.html).toContain('role="alert"');
    expect((await alice.send(`${path}/delete`)).location).toBe("/webhooks");
    expect((await alice.see(path)).status).toBe(404);
  });

  it("refuse an address that is not public, and keep the page", async () => {
    const { status, html } = await alice.send("/webhooks", [
      ["url", "http://10.0.0.1/"],
      ["description", "What was typed"],
      ["event", "job.failed"],
    ]);
    expect([status, html.includes('role="alert"')]).toEqual([200, true]);
    expect(html).toMatch(/name="url"[^>]*value="http:\/\/10\.0\.0\.1\/"[^>]*aria-invalid="true"/);
    expect(html).toContain('value="What was typed"');
    expect(html).toContain('value="job.failed" checked');
  });

  it("send a test, show its body and attempts, and send it again", async () => {
    const path = await endpoint("one");
    world.hookStatus = 500;
    const { location } = await alice.send(`${path}/test`);
    expect(location).toMatch(/^\/webhooks\/deliveries\/dlv_/);
    const failed = (await alice.see(location ?? "")).html;
    expect(failed).toContain("HTTP 500");
    expect(failed).toContain("&quot;type&quot;: &quot;webhook.test&quot;");
    expect(failed).toContain("the receiver's status refuses it");
    expect((await bob.see(location ?? "")).status).toBe(404);
    expect((await bob.send(`${location}/resend`)).status).toBe(404);
    world.hookStatus = 200;
    expect((await alice.send(`${location}/resend`)).location).toBe(location);
    await expect.poll(async () => (await alice.see(location ?? "")).html).toContain(">success<");
    expect((await alice.send(`${location}/resend`)).status).toBe(409);
    const rows = async (query: string) => (await alice.see(`/webhooks?${query}`)).html;
    expect(await rows("status=success&event=webhook.test")).toContain(location);
    expect(await rows("status=pending")).not.toContain(location);
    expect(await rows("event=job.failed")).not.toContain(location);
    expect(await rows("jobId=job_1")).not.toContain(location);
    expect((await bob.see("/webhooks")).html).not.toContain(location);
    expect((await alice.see(path)).html).toContain(location);
  });

  it("show the signing secret of the account when asked, and make a new one", async () => {
    const secretIn = (html: string) => /whsec_[\w-]+/.exec(html)?.[0];
    const first = secretIn((await alice.send("/webhooks/secret")).html);
    expect(secretIn((await alice.send("/webhooks/secret")).html)).toBe(first);
    const second = secretIn((await alice.send("/webhooks/rotate")).html);
    expect(second).not.toBe(first);
    expect(secretIn((await bob.send("/webhooks/secret")).html)).not.toBe(second);
    const unsigned = await alice.ask("/webhooks/rotate", {
      method: "POST",
      body: new URLSearchParams(),
    });
    expect(unsigned.status).toBe(403);
    expect(secretIn((await alice.send("/webhooks/secret")).html)).toBe(second);
  });
});
