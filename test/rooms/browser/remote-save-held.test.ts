import { describe, expect, it, vi } from "vitest";
import { CdpClient } from "../../../src/browser/remote/cdp-client.ts";
import { RemoteChromium } from "../../../src/browser/remote/remote-chromium.ts";
import { attached, fakePipe, sessionId, type FakePipe, type Sent } from "./fake-pipe.ts";

const cookie = { name: "a", value: "b", domain: "site.test", path: "/", expires: -1 };
const flags = { httpOnly: false, secure: false };

/** A browser in which no page ever opens, as when another client holds new pages back. */
function respond({ method }: Sent): object | undefined {
  if (method === "Storage.getCookies") return { cookies: [{ ...cookie, ...flags }] };
  if (method === "Target.getBrowserContexts") return { browserContextIds: [] };
  if (method === "Target.getTargets") return { targetInfos: [] };
  return undefined;
}

const page = sessionId(99);

/** What is answered by a browser whose pages open and never say that they have loaded. */
const opening: Readonly<Record<string, object>> = {
  "Target.createTarget": { targetId: "T" },
  "Target.attachToTarget": { sessionId: page },
  "Page.navigate": { loaderId: "L" },
};

async function heldBrowser({ opens = false } = {}): Promise<{
  readonly browser: RemoteChromium;
  readonly fake: FakePipe;
}> {
  const fake = fakePipe((message) => {
    const { method = "", sessionId: session } = message;
    if (!opens) return respond(message);
    if (method === "Target.attachToTarget") fake.say(`${attached(page, session)}\0`);
    return respond(message) ?? opening[method] ?? {};
  });
  const ended = new Promise<string>(() => {});
  const child = { pid: 1, ended, isRunning: true, kill: () => {} };
  const profile = {
    path: "/nowhere",
    userDataDir: "",
    scratch: "",
    remove: async () => {},
    removeNow: () => {},
  };
  const { channel } = await fake.attach();
  const { clock, multiplexer } = fake;
  const control = new CdpClient(channel);
  const browser = new RemoteChromium({ child, profile, multiplexer, control, clock });
  return { browser, fake };
}

describe("RemoteBrowser.saveState, when no page can be opened", () => {
  it("saves the cookies within seconds, and closes its channel", async () => {
    const { browser, fake } = await heldBrowser();
    const saving = browser.saveState({ origins: [], signal: new AbortController().signal });
    await fake.clock.timerOf(5000);
    await fake.clock.advance(5000);
    expect(await saving).toEqual({
      cookies: [{ ...cookie, ...flags, sameSite: "Lax" }],
      origins: [],
    });
    expect(fake.detached).toHaveLength(1);
  });

  it("ends at once with the signal's reason", async () => {
    const { browser, fake } = await heldBrowser();
    const caller = new AbortController();
    const saving = browser.saveState({ origins: [], signal: caller.signal });
    await fake.clock.timerOf(5000);
    const reason = new Error("no longer wanted");
    caller.abort(reason);
    await expect(saving).rejects.toBe(reason);
    expect(fake.detached).toHaveLength(1);
  });

  it("fails when the browser goes meanwhile", async () => {
    const { browser, fake } = await heldBrowser();
    const saving = browser.saveState({ origins: [], signal: new AbortController().signal });
    await fake.clock.timerOf(5000);
    fake.output.destroy();
    await expect(saving).rejects.toMatchObject({ code: "BROWSER_LOST" });
  });
});

describe("RemoteBrowser.saveState, when an origin cannot be read", () => {
  /** A save that waits for a page, which was attached as Chromium says it. */
  async function reading() {
    const { browser, fake } = await heldBrowser({ opens: true });
    const saving = browser.saveState({
      origins: ["http://site.test"],
      signal: new AbortController().signal,
    });
    saving.catch(() => {});
    await vi.waitFor(() =>
      expect(fake.sent.map(({ method }) => method)).toContain("Page.navigate"),
    );
    return { saving, fake };
  }

  it("fails when the browser has gone: a state without it would not be whole", async () => {
    const { saving, fake } = await reading();
    fake.output.destroy();
    await fake.clock.advance(5000);
    await expect(saving).rejects.toMatchObject({ code: "BROWSER_LOST" });
  });

  it("saves the rest when the browser is there", async () => {
    const { saving, fake } = await reading();
    await fake.clock.advance(5000);
    await fake.clock.advance(5000);
    expect(await saving).toMatchObject({ cookies: [cookie], origins: [] });
  });
});
