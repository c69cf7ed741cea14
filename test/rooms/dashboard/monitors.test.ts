import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Visitor } from "./dashboard-world.ts";
import { lampPage, openWatchWorld, type WatchWorld } from "./watch-world.ts";

const values = JSON.stringify({
  type: "object",
  properties: { price: { type: "number", "x-selector": ".amount" } },
});

describe("pages of monitors", () => {
  let world: WatchWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    world = await openWatchWorld();
    ({ alice, bob } = world);
  });
  beforeEach(() => {
    world.lamp = lampPage("79.90 €");
    world.hookStatus = 200;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const form = (more: Readonly<Record<string, string>> = {}) => ({
    url: world.site.url("/lamp"),
    intervalMinutes: "60",
    ...more,
  });
  /** Makes a monitor whose first check is over; gives its path. */
  const watched = async (more: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { location, html } = await alice.send("/monitors", form(more));
    const path = location ?? /href="(\/monitors\/[^"]+)">I have it/.exec(html)?.[1] ?? html;
    await over(path, 1);
    return path;
  };
  /** Waits until so many checks are over. */
  const over = async (path: string, count: number): Promise<string> => {
    await expect
      .poll(async () => {
        const answer = await alice.ask(`/api${path}/runs`);
        const { runs } = (await answer.json()) as { runs: { status: string }[] };
        return runs.filter(({ status }) => status !== "processing").length;
      })
      .toBe(count);
    return (await alice.see(path)).html;
  };
  const check = async (path: string, count: number): Promise<string> => {
    expect((await alice.send(`${path}/run`)).location).toBe(path);
    return await over(path, count);
  };
  const hrefs = (html: string, part: string): string[] =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map((match) => match[1] ?? "")
      .filter((to) => to.includes(part));

  it("say what to do where nothing is watched", async () => {
    const { html } = await bob.see("/monitors");
    expect(html).toContain("Nothing is watched.");
    expect(html).toContain('href="/monitors/new"');
  });

  it("watch a page, and show a change side by side with its words marked", async () => {
    const path = await watched();
    world.lamp = lampPage("69.50 €");
    const html = await check(path, 2);
    expect(html).toContain("1 line added, 1 line removed");
    expect(html).toContain('class="changed"');
    expect(html).toContain("The last 2 checks: 1 changed, 1 unchanged, 0 failed, 0 skipped");
    const [change = ""] = hrefs(html, "/changes/");
    const shown = (await alice.see(change)).html;
    expect(shown).toContain("<del>79.90</del>");
    expect(shown).toContain("<ins>69.50</ins>");
    const [snapshot = ""] = hrefs(html, "/snapshots/");
    expect((await alice.see(snapshot)).html).toContain("# Opal lamp");
    const list = await alice.see("/monitors");
    expect(list.html).toContain(`href="${path}"`);
    expect(list.html).toContain("the whole page");
    for (const other of [path, change, snapshot, `${path}/edit`]) {
      const { status, html: refused } = await bob.see(other);
      expect(status, other).toBe(403);
      expect(refused).not.toContain("Opal");
    }
  });

  it("watch values by their selectors, as numbers, without a model", async () => {
    const path = await watched({ watchMode: "specific_data", outputSchema: values });
    world.lamp = lampPage("1.069,50 €");
    const html = await check(path, 2);
    expect(html).toContain("price: 79.9 → 1069.5");
    const [change = ""] = hrefs(html, "/changes/");
    const shown = (await alice.see(change)).html;
    expect(shown).toContain(`<h1>What changed on ${world.site.url("/lamp")}</h1>`);
    expect(shown).toContain("<h2>price</h2>");
    expect(shown).toContain("<del>79.9</del> → <ins>1069.5</ins></p>");
  });

  it("say that nothing can be compared where the page cannot be read", async () => {
    const sent = await alice.send("/monitors", form({ url: world.site.url("/broken") }));
    const path = sent.location ?? "";
    expect((await alice.see(path)).html).not.toContain("watched from now on");
    const html = await over(path, 1);
    expect(html).toMatch(/role="alert">No check could read the page yet.*tried again at/s);
    expect(await over(await watched(), 1)).not.toContain("No check could read");
  });

  it("show a screenshot to pick on, and make values of what was picked", async () => {
    const url = world.site.url("/lamp");
    const picking = await alice.send("/monitors/new/pick", form({ alertEmails: "a@example.com" }));
    expect(picking.html).toContain('<image href="data:image/png;base64,');
    expect(picking.html).toContain('data-box="0"');
    expect(picking.html).toContain("By browser");
    expect(picking.html).toContain("in a frame or in a shadow root cannot be picked");
    expect(picking.html).toContain('value="a@example.com"');
    // The page has it in a browser alone, so the monitor is checked in one.
    expect(picking.html).toContain('name="browser-0"');
    const fields = [
      ["url", url],
      ["intervalMinutes", "60"],
      ["pick", "0"],
      ["name-0", "headline"],
      ["kind-0", "string"],
      ["selector-0", "h1"],
      ["browser-0", "1"],
      ["name-1", "unpicked"],
      ["selector-1", "main > p"],
    ] as const;
    const { location } = await alice.send("/monitors", fields);
    const html = await over(location ?? "", 1);
    expect(html).toContain("headline: By browser");
    expect(html).not.toContain("unpicked");
    const { html: editing } = await alice.see(`${location}/edit`);
    expect(editing).toMatch(/name="useBrowser" checked/);
    const again = await alice.send(
      `${location}/edit/pick`,
      form({ outputSchema: schemaIn(editing) }),
    );
    expect(again.html).toMatch(/name="pick" value="0" checked/);
    expect(again.html).toContain('name="name-0" maxlength="100" value="headline"');
  });

  const schemaIn = (html: string): string =>
    (/<textarea id="outputSchema"[^>]*>([^<]*)</.exec(html)?.[1] ?? "")
      .replaceAll("&quot;", '"')
      .replaceAll("&gt;", ">");

  it("say why a page cannot be shown, and keep the form", async () => {
    const before = (await world.service.accounts.get(alice.account)).balance;
    const sent = await alice.send(
      "/monitors/new/pick",
      form({ url: "http://10.0.0.1/", aiGoal: "<i>" }),
    );
    expect(sent.html).toContain('role="alert"');
    expect(sent.html).toContain('value="http://10.0.0.1/"');
    expect(sent.html).toContain('value="&lt;i&gt;"');
    expect((await world.service.accounts.get(alice.account)).balance).toBe(before);
  });

  it("refuse two values of one name, JSON that is none, and what the API refuses", async () => {
    const twice = [
      ["url", "https://example.com/"],
      ["pick", "0"],
      ["pick", "1"],
      ["name-0", "price"],
      ["name-1", "price"],
    ] as const;
    expect((await alice.send("/monitors", twice)).html).toContain("Two values are called “price”.");
    const refusals = [
      [form({ outputSchema: "{oops" }), "The JSON Schema is not valid JSON"],
      [form({ wireParams: "[1]" }), "The parameters must be a JSON object."],
      [form({ intervalMinutes: "1" }), "intervalMinutes"],
      [form({ watchMode: "specific_data" }), 'role="alert">is required'],
      [
        form({ watchMode: "specific_data", outputSchema: values.replace(".amount", "p:(") }),
        "selector",
      ],
    ] as const;
    for (const [fields, said] of refusals) {
      const { status, html } = await alice.send("/monitors", fields);
      expect([status, html.includes(said)], said).toEqual([200, true]);
    }
  });

  it("tell a webhook, show its deliveries and send one again", async () => {
    world.hookStatus = 400;
    const made = await alice.send("/monitors", form({ alertWebhookUrl: world.site.url("/hook") }));
    expect(made.html).toMatch(/whsec_[\w-]{32,}/);
    const path = /href="(\/monitors\/[^"]+)">I have it/.exec(made.html)?.[1] ?? "";
    expect(await over(path, 1)).not.toContain("whsec_");
    world.lamp = lampPage("69.50 €");
    await check(path, 2);
    await expect.poll(async () => (await alice.see(path)).html).toContain("Send again");
    const { html } = await alice.see(path);
    const [retry = ""] = /\/monitors\/[^"]+\/retry/.exec(html) ?? [];
    expect((await bob.send(retry)).status).toBe(403);
    world.hookStatus = 200;
    expect((await alice.send(retry)).location).toBe(path);
    await expect.poll(async () => (await alice.see(path)).html).not.toContain("Send again");
    world.hookStatus = 500;
    expect((await alice.send(`${path}/test-alert`)).html).toContain("The test alert failed");
    world.hookStatus = 200;
    expect((await alice.send(`${path}/test-alert`)).location).toBe(path);
  });

  it("pause, resume, end by a date, change and delete a monitor", async () => {
    const path = await watched();
    expect((await alice.send(`${path}/pause`)).location).toBe(path);
    expect((await alice.see(path)).html).toContain(">paused<");
    for (const act of ["run", "pause", "resume", "expiry", "test-alert", "delete", "edit"]) {
      expect((await bob.send(`${path}/${act}`, form())).status, act).toBe(403);
    }
    expect((await alice.send(`${path}/resume`)).location).toBe(path);
    expect((await alice.send(`${path}/expiry`, { expiresAt: "2999-01-31" })).location).toBe(path);
    expect((await alice.see(path)).html).toContain("2999-01-31");
    expect((await alice.send(`${path}/expiry`, { expiresAt: "" })).location).toBe(path);
    expect((await alice.see(path)).html).not.toContain("2999-01-31");
    const changed = form({ intervalMinutes: "1440", watchFormat: "html", expiresAt: "2999-01-31" });
    expect((await alice.send(`${path}/edit`, changed)).location).toBe(path);
    const { html } = await alice.see(path);
    expect(html).toContain("<dd>1 day</dd>");
    expect((await alice.see(`${path}/edit`)).html).toContain('<option value="html" selected>');
    expect((await alice.send(`${path}/delete`)).location).toBe("/monitors");
    expect((await alice.see(path)).status).toBe(404);
  });

  it("list the pages of a site, and exclude and restore one", async () => {
    world.lamp = lampPage("79.90 €", '<a href="/opal">Opal</a>');
    const path = await watched({ scope: "site", maxPages: "5" });
    const opal = world.site.url("/opal");
    expect((await alice.see(path)).html).toContain(`value="${opal}"`);
    expect((await alice.send(`${path}/exclude`, { url: opal })).location).toBe(path);
    expect((await alice.see(path)).html).toContain("<h3>Excluded</h3>");
    expect((await bob.send(`${path}/restore`, { url: opal })).status).toBe(403);
    expect((await alice.send(`${path}/restore`, { url: opal })).location).toBe(path);
    world.lamp = lampPage("69.50 €", '<a href="/opal">Opal</a>');
    const html = await check(path, 2);
    const [change = ""] = hrefs(html, "/changes/");
    const list = (await alice.see(change)).html;
    const [page = ""] = hrefs(list, "?page=");
    expect((await alice.see(page)).html).toContain("<ins>69.50</ins>");
  });

  it("show what pages say as text, whatever it is", async () => {
    const hostile = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>";
    const escaped = hostile.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    world.lamp = lampPage(`before ${escaped}`);
    const path = await watched({
      watchMode: "specific_data",
      outputSchema: JSON.stringify({
        type: "object",
        properties: { "<b>price": { type: "string", "x-selector": ".amount" } },
      }),
    });
    world.lamp = lampPage(`after ${escaped}`);
    const html = await check(path, 2);
    const [change = ""] = hrefs(html, "/changes/");
    const [snapshot = ""] = hrefs(html, "/snapshots/");
    for (const each of [path, change, snapshot, `${path}/edit`, "/monitors"]) {
      const shown = (await alice.see(each)).html;
      expect(shown, each).toContain("price");
      expect(shown, each).not.toMatch(/<script>|<img|<b>price/);
    }
  });

  it("are 404 for what does not exist", async () => {
    const path = await watched();
    for (const none of [
      "/monitors/unknown",
      `${path}/changes/unknown`,
      `${path}/snapshots/unknown`,
    ]) {
      expect((await alice.see(none)).status, none).toBe(404);
    }
  });
});
