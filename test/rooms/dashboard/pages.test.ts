import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

/** Begins a job, by the API as the page's scripts call it. */
async function begin(visitor: Visitor, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json", "x-csrf-token": visitor.csrf };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const { jobId } = (await (await visitor.ask(`/api/${path}`, init)).json()) as { jobId: string };
  return jobId;
}

/** Begins a job, and waits until it has ended. */
async function submit(visitor: Visitor, path: string, body: object): Promise<string> {
  const jobId = await begin(visitor, path, body);
  await expect
    .poll(async () => {
      const job = (await (await visitor.ask(`/api/jobs/${jobId}`)).json()) as { status: string };
      return job.status;
    })
    .toMatch(/^(?:completed|failed)$/);
  return jobId;
}

describe("pages of the dashboard", () => {
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    world = await openDashboardWorld();
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("make a key that works, show it once, and revoke it", async () => {
    const made = await alice.send("/keys", { label: "crawler <b>in</b> production" });
    const [key = ""] = /dl_[\w-]{43}/.exec(made.html) ?? [];
    expect(await world.service.keys.find(key)).toMatchObject({ account: alice.account });
    const list = await alice.see("/keys");
    expect(list.html).toContain("crawler &lt;b&gt;in&lt;/b&gt; production");
    expect(list.html).not.toContain(key);
    const [id = ""] = /keys\/(key_[\w-]+)\/revoke/.exec(list.html) ?? [];
    expect((await bob.send(`/${id}`.replace("/keys", "/keys"))).status).not.toBe(303);
    const found = await world.service.keys.find(key);
    expect((await bob.send(`/keys/${found?.id}/revoke`)).status).toBe(400);
    expect(await world.service.keys.find(key)).toBeDefined();
    expect((await alice.send(`/keys/${found?.id}/revoke`)).location).toBe("/keys");
    expect(await world.service.keys.find(key)).toBeUndefined();
  });

  it("begin with three steps where no job has run", async () => {
    const { html } = await bob.see("/");
    for (const to of ["/playground", "/keys", "/monitors/new"]) {
      expect(html).toContain(`href="${to}">`);
    }
    expect(html).not.toMatch(/Jobs by day|Nothing runs|No job is/);
    expect((await bob.see("/browsers")).html).toContain("<h1>Live browsers</h1>");
  });

  it("say that a search without a provider is one of the own pages", async () => {
    expect((await bob.see("/search")).html).toContain(
      "pages that your jobs have read, not the web",
    );
  });

  it("cannot ask engines that are not there, and show what would be asked", async () => {
    const { html } = await bob.see("/visibility");
    expect(html).toContain("this service has no answer engines");
    expect(html).toMatch(/<input name="query" disabled.*<button class="main" disabled>/s);
  });

  it("scrape in the playground, and show the same as code", async () => {
    const { html, status } = await alice.send("/playground", [
      ["url", world.site.url("/opal")],
      ["format", "markdown"],
      ["format", "links"],
    ]);
    expect(status).toBe(200);
    expect(html).toContain("<h1>Opal lamp</h1>");
    expect(html).toContain("79.90 €");
    expect(html).toContain("client.scrape({");
    expect(html).toContain("--json");
    expect(html).toContain("requests.post(");
  });

  it("show each extracted value with the words that it was read from, and what is missing", async () => {
    const properties = { title: { type: "string" }, captain: { type: "string" } };
    const schema = JSON.stringify({ type: "object", properties });
    const { html } = await alice.send("/playground", { url: world.site.url("/opal"), schema });
    expect(html).toContain("Values and where they come from");
    const row = /<tr>(?:(?!<\/tr>).)*>title<(?:(?!<\/tr>).)*<\/tr>/s.exec(html)?.[0] ?? "";
    expect(row.match(/>Opal/g)).toHaveLength(2);
    expect(html).toContain("Not found on the page: captain.");
  });

  it("say what is wrong with a form, and keep what was entered", async () => {
    const sent = await alice.send("/playground", { url: "ftp://x.test/", schema: "{oops" });
    expect(sent.html).toContain("The schema is not valid JSON");
    expect(sent.html).toContain("{oops");
    const listless = { url: world.site.url("/opal"), actions: "{}" };
    expect((await alice.send("/playground", listless)).html).toContain("must be a JSON list");
    const bad = await alice.send("/playground", { url: "ftp://x.test/" });
    expect(bad.html).toContain("invalid_request");
    expect(bad.html).toContain("ftp://x.test/");
  });

  it("list jobs by kind, state and URL, show each, and do one again", async () => {
    const id = await submit(alice, "crawl", { url: world.site.url("/") });
    expect((await alice.see("/jobs")).html).toContain(`data-job="${id}"`);
    expect((await alice.see("/jobs?jobType=map")).html).toContain("No job is like that.");
    expect((await alice.see("/jobs?jobType=crawl&status=completed")).html).toContain(id);
    const shown = await alice.see(`/jobs/${id}`);
    expect(shown.html).toContain("Pages (2)");
    expect(shown.html).not.toContain(">Why<");
    expect(shown.html).toContain(world.site.url("/opal"));
    const again = await alice.send(`/jobs/${id}/retry`);
    expect(again.location).toMatch(/^\/jobs\/job_/);
    expect(again.location).not.toContain(id);
    expect((await alice.see(again.location ?? "")).html).toContain("Submitted as a new job.");
  });

  it("stop a job that runs, which costs nothing", async () => {
    await using silent = await createSite({ "/": () => {} });
    const jobId = await begin(alice, "map", { url: silent.url("/") });
    await silent.seen("/");
    expect((await alice.see(`/jobs/${jobId}`)).html).toContain("<button>Stop</button>");
    expect((await bob.send(`/jobs/${jobId}/cancel`)).status).toBe(403);
    const stopped = await alice.send(`/jobs/${jobId}/cancel`);
    expect(stopped.location).toBe(`/jobs/${jobId}`);
    const { html } = await alice.see(`/jobs/${jobId}`);
    expect(html).toContain("Stopped; it cost nothing.");
    expect(html).not.toContain("<button>Stop</button>");
    expect(html).toContain("cancelled");
    const ended = await submit(alice, "map", { url: world.site.url("/") });
    await alice.send(`/jobs/${ended}/cancel`);
    expect((await alice.see(`/jobs/${ended}`)).html).toContain("It had ended already.");
  });

  it("show and do nothing with another account's jobs", async () => {
    const id = await submit(alice, "map", { url: world.site.url("/") });
    const seen = await bob.see(`/jobs/${id}`);
    expect(seen.status).toBe(403);
    expect(seen.html).not.toContain(world.site.url("/"));
    expect((await bob.send(`/jobs/${id}/retry`)).status).toBe(403);
    expect((await bob.see("/jobs")).html).toContain("No jobs yet");
    expect((await bob.see("/")).html).not.toContain(id);
    expect((await bob.ask(`/api/map/${id}`)).status).toBe(403);
  });

  it("count what ran and what it cost", async () => {
    const { html } = await alice.see("/");
    expect(html).toMatch(/Jobs that ended by day; at most [1-9]/);
    expect((await alice.see("/jobs")).html).toMatch(
      /<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z" title="[^"]+"><span>[\d-]+<\/span> <span>\d\d:\d\d UTC<\/span>/,
    );
    const credits = (await alice.see("/credits")).html;
    expect(credits).toMatch(/crawl/);
    expect(credits).not.toContain("agentic search");
    expect((await alice.see("/status")).html).toContain(">ok<");
  });

  it("answer 404 for what is not there, and pass on the API's own paths", async () => {
    const nothing = await alice.see("/nothing");
    expect(nothing.status).toBe(404);
    expect(nothing.html).not.toContain("jobs are kept");
    expect(nothing.html).toContain('<a href="/">To the overview</a>');
    expect((await alice.see("/accounts")).html).toContain("Accounts are the owner's");
    expect((await world.stranger().see("/metrics")).status).toBe(404);
    expect((await alice.send("/nothing")).status).toBe(404);
    expect((await alice.see("/jobs/job_none")).status).toBe(404);
    expect((await world.stranger().ask("/v1/health")).status).toBe(200);
    expect((await world.stranger().ask("/v1/jobs")).status).toBe(401);
    expect((await world.stranger().ask("/api/jobs")).status).toBe(401);
  });

  it("do not take a cookie for the API itself, so that no site can send a call with it", async () => {
    expect((await alice.ask("/v1/jobs")).status).toBe(401);
  });

  it("answer HEAD without a body", async () => {
    const response = await alice.ask("/jobs", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("hostile texts", () => {
  const hostile = [
    `"><script>window.ran = 1</script>`,
    `'><img src=x onerror="window.ran = 1">`,
    `javascript:window.ran=1`,
    `</textarea><script>window.ran = 1</script>`,
    "`${window.ran = 1}`",
    `[x](javascript:window.ran=1)`,
    `<svg/onload=window.ran=1>`,
  ];
  let world: DashboardWorld;

  beforeAll(async () => {
    world = await openDashboardWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(hostile)("stay text in labels, filters and forms: %s", async (text) => {
    const { alice } = world;
    await alice.send("/keys", { label: text });
    const pages = [
      await alice.see("/keys"),
      await alice.see(`/jobs?url=${encodeURIComponent(text)}&since=${encodeURIComponent(text)}`),
      await alice.send("/playground", { url: text, schema: text, actions: text }),
      await world.stranger().see(`/sign-in?next=${encodeURIComponent(`/${text}`)}`),
    ];
    for (const { html } of pages) {
      expect(html).not.toMatch(/<script>|<img src=x|<svg\/|href="javascript:/i);
    }
  });
});
