import { describe, expect, it } from "vitest";
import { CdpClient } from "../../../src/browser/remote/cdp-client.ts";
import { RemoteChromium } from "../../../src/browser/remote/remote-chromium.ts";
import { fakePipe, type FakePipe, type Sent } from "./fake-pipe.ts";

const cookie = { name: "a", value: "b", domain: "site.test", path: "/", expires: -1 };
const flags = { httpOnly: false, secure: false };

/** A browser in which no page ever opens, as when another client holds new pages back. */
function respond({ method }: Sent): object | undefined {
  if (method === "Storage.getCookies") return { cookies: [{ ...cookie, ...flags }] };
  if (method === "Target.getBrowserContexts") return { browserContextIds: [] };
  if (method === "Target.getTargets") return { targetInfos: [] };
  return undefined;
}

async function heldBrowser(): Promise<{ browser: RemoteChromium; fake: FakePipe }> {
  const fake = fakePipe(respond);
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
