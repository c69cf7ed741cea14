import { MemoryBlobs } from "dragline/storage/memory";
import { createCatalog } from "dragline/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeRunner } from "../../transports/fake-wire.ts";
import { actionOf, siteOf } from "../../transports/wire-samples.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const CANARY = "a-pin-that-no-page-shows";
const about = { required: false, description: "What it is.", examples: ["x"] };
const moor = actionOf(siteOf({ slug: "quay" }), {
  action_id: "quay.moor",
  name: "moor a boat",
  parameters: [
    { name: "kind", type: "string", ...about, enum: ["sail", "motor"] },
    { name: "names", type: "array", ...about },
    { name: "pin", type: "string", ...about, secret: true },
  ],
});

describe("a run of an action, once more", () => {
  const blobs = new MemoryBlobs();
  const runner = new FakeRunner(blobs);
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;

  beforeAll(async () => {
    const parts = { blobs, catalog: createCatalog([], [moor]), actionRunner: runner };
    world = await openDashboardWorld({}, parts);
    ({ alice, bob } = world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("leads from a run to the form filled like it, and says in plain words why one failed", async () => {
    runner.acts.set("quay.moor", () => ({
      status: "failed",
      error: {
        code: "EXECUTION_FAILED",
        message: "pier.example answered HTTP 404 to step 'list'.",
      },
      executionMs: 1,
    }));
    const sent = await alice.send("/wire/actions/quay.moor", {
      "param.kind": "motor",
      "param.names": "Kiel\nRiga",
      "param.pin": CANARY,
    });
    const id = (sent.location ?? "").slice("/jobs/".length);
    await expect.poll(async () => (await alice.see(`/jobs/${id}`)).html).toContain(">failed<");
    const { html } = await alice.see(`/jobs/${id}`);
    expect(html).toMatch(/<dd>The site has nothing there\..*<details>.*HTTP 404 to step/s);
    const [, again = ""] = /href="([^"]*)">Do it again</.exec(html) ?? [];
    expect(again).toBe(`/wire/actions/quay.moor?again=${id}`);
    const form = (await alice.see(again)).html;
    expect(form).toContain('<option value="motor" selected>');
    expect(form).toContain("[&quot;Kiel&quot;,&quot;Riga&quot;]</textarea>");
    expect(form).not.toContain(CANARY);
    expect((await bob.see(again)).html).not.toMatch(/motor" selected|Kiel/);
  });
});
