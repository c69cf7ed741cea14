import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Visitor } from "./dashboard-world.ts";
import { openWatchWorld, type WatchWorld } from "./watch-world.ts";

describe("pages of visibility", () => {
  let world: WatchWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    world = await openWatchWorld();
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = async (query: string, sources: readonly string[] = []): Promise<string> => {
    const { location } = await alice.send("/visibility", [
      ["query", query],
      ["country", "de"],
      ...sources.map((source) => ["source", source] as const),
    ]);
    await expect
      .poll(async () => (await alice.see(location ?? "")).html)
      .not.toContain("data-refresh");
    return location ?? "";
  };

  it("ask all engines, and show who says, agrees and contradicts", async () => {
    world.acme.content = "The Alpha 3 costs 120 dollars.";
    world.beta.content = "The Alpha 3 costs 90 dollars.";
    const path = await ask("What does the <i>Alpha 3</i> cost?");
    const { html } = await alice.see(path);
    expect(html).toContain("What does the &lt;i&gt;Alpha 3");
    expect(html).toContain('<th scope="col">Acme &lt;b&gt;</th>');
    expect(html).toContain('<th scope="row">The Alpha 3 costs 120 dollars.</th>');
    expect(html).toMatch(/says it<\/span><br><span class="quiet">“The Alpha 3 costs 120/);
    expect(html).toMatch(/contradicts<\/span><br><span class="quiet">“The Alpha 3 costs 90/);
    expect(html).toContain('href="https://shop.example/"');
    const list = await alice.see("/visibility");
    expect(list.html).toContain(`href="${path}"`);
    const { status, html: refused } = await bob.see(path);
    expect([status, refused.includes("Alpha")]).toEqual([403, false]);
    expect((await bob.see("/visibility")).html).toContain("No question yet.");
  });

  it("show a claim once that engines agree on", async () => {
    world.acme.content = "The tower is 330 metres tall.";
    world.beta.content = "The tower is 330 metres tall.";
    const { html } = await alice.see(await ask("How tall is the tower?"));
    expect(html.match(/<th scope="row">/g)).toHaveLength(1);
    expect(html).toContain(">agrees<");
  });

  it("ask one engine again that failed, for its own account alone", async () => {
    world.acme.content = "It opens at six.";
    world.beta.failure = new Error("down");
    const path = await ask("When does it open?");
    expect((await alice.see(path)).html).toContain(">failed<");
    world.beta.failure = undefined;
    world.beta.content = "At six in the morning.";
    expect((await bob.send(`${path}/retry`, { source: "beta" })).status).toBe(403);
    expect((await alice.send(`${path}/retry`, { source: "beta" })).location).toBe(path);
    const { html } = await alice.see(path);
    expect(html).toContain("At six in the morning.");
    expect(html).not.toContain(">failed<");
  });

  it("do not wait for an engine that is asked again: they show that it is, then its answer", async () => {
    const path = await ask("When does it close?", ["beta"]);
    world.beta.waits = true;
    const reached = world.beta.reached();
    const sent = alice.send(`${path}/retry`, { source: "beta" });
    await reached;
    await world.clock.advance(2000);
    expect((await sent).location).toBe(path);
    const { html } = await alice.see(path);
    expect(html).toContain("is being asked again");
    expect(html).toContain(">asked again<");
    expect(html).toContain("data-refresh");
    expect(html).not.toContain("Ask Beta again");
    world.beta.waits = false;
    world.beta.answer("At nine in the evening.");
    await expect
      .poll(async () => (await alice.see(path)).html)
      .toContain("At nine in the evening.");
    await expect.poll(async () => (await alice.see(path)).html).toContain("Ask Beta again");
  });

  it("ask the engines that were chosen, and say what is refused", async () => {
    const path = await ask("Which lamp?", ["acme"]);
    expect((await alice.see(path)).html).not.toContain("Ask Beta again");
    const refused = await alice.send("/visibility", { query: " ", source: "acme" });
    expect(refused.html).toContain('role="alert"');
    expect(refused.html).toMatch(/value="acme" checked/);
    expect(refused.html).not.toMatch(/value="beta" checked/);
  });

  it("show an answer as text, whatever it says", async () => {
    world.acme.content =
      '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror="alert(1)">';
    const { html } = await alice.see(await ask("Is it safe?", ["acme"]));
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script>|<img|href="javascript:/);
  });
});
