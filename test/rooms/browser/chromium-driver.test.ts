import { describe, expect, it } from "vitest";
import { loadPuppeteer, puppeteerDriver } from "../../../src/browser/chromium/puppeteer-driver.ts";
import type { CdpTransport } from "../../../src/browser/driver.ts";

interface Silent extends CdpTransport {
  closed: boolean;
  readonly sent: string[];
}

/** A browser that takes every command and answers none. */
function silent(): Silent {
  const transport: Silent = {
    closed: false,
    sent: [],
    send: (message) => transport.sent.push(message),
    close() {
      transport.closed = true;
      transport.onclose?.();
    },
  };
  return transport;
}

describe("puppeteerDriver", () => {
  it("rejects with the signal's reason when it aborts, and closes what it was given", async () => {
    const transport = silent();
    const caller = new AbortController();
    const reason = new Error("no longer wanted");
    const connecting = puppeteerDriver.connect(transport, caller.signal);
    await expect.poll(() => transport.sent.length).toBeGreaterThan(0);
    caller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
    expect(transport.closed).toBe(true);
  });

  it("sends nothing when the signal has aborted already", async () => {
    const transport = silent();
    const reason = new Error("never wanted");
    const connecting = puppeteerDriver.connect(transport, AbortSignal.abort(reason));
    await expect(connecting).rejects.toBe(reason);
    expect(transport.sent).toEqual([]);
  });
});

describe("loadPuppeteer", () => {
  it("takes the first package that is installed", async () => {
    const puppeteer = await loadPuppeteer(["dragline-no-such-package", "puppeteer-core"]);
    expect(puppeteer).toHaveProperty("connect");
  });

  it("says what to install where there is none", async () => {
    await expect(loadPuppeteer(["dragline-no-such-package"])).rejects.toMatchObject({
      code: "DRIVER_MISSING",
      message: expect.stringContaining("npm install puppeteer-core"),
    });
  });
});
