import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { CdpSession, DriverBrowser, DriverPage } from "../../../src/browser/driver.ts";
import { TabGuard } from "../../../src/browser/page/tab-guard.ts";

/** A session that answers by what it is told to, and else with nothing. */
class FakeSession extends EventEmitter implements CdpSession {
  readonly sent: string[] = [];
  readonly answers = new Map<string, () => unknown>();

  id(): string {
    return "tab-session";
  }

  async send(method: string): Promise<unknown> {
    this.sent.push(method);
    this.emit(`sent:${method}`);
    return (await this.answers.get(method)?.()) ?? {};
  }

  async detach(): Promise<void> {}
}

const turns = () => new Promise((resolve) => void setImmediate(resolve));
const popup = { targetId: "popup", type: "page", openerId: "root" };
const paused = { requestId: "1", frameId: "popup", request: { url: "https://other.test/" } };

async function open() {
  const [browser, page, tab] = [new FakeSession(), new FakeSession(), new FakeSession()];
  page.answers.set("Target.getTargetInfo", () => ({ targetInfo: { targetId: "root" } }));
  browser.answers.set("Target.getTargetInfo", () => ({ targetInfo: popup }));
  browser.answers.set("Target.getTargets", () => ({ targetInfos: [] }));
  browser.answers.set("Target.attachToTarget", () => {
    browser.emit("sessionattached", tab);
    return { sessionId: "tab-session" };
  });
  const target = { createCDPSession: async (): Promise<CdpSession> => browser };
  const driver = { target: () => target } as Partial<DriverBrowser> as DriverBrowser;
  const driven = {
    browserContext: () => ({ browser: () => driver }),
    createCDPSession: async (): Promise<CdpSession> => page,
  } as Partial<DriverPage> as DriverPage;
  const rules = { most: 0, opened() {}, closed() {}, refused() {}, isAllowed: () => false };
  const guard = await TabGuard.open(driven, rules);
  return { browser, tab, guard };
}

describe("TabGuard", () => {
  it("answers the request of a tab that goes on only after that answer", async () => {
    const { browser, tab, guard } = await open();
    const answered = new Promise((resolve) => void browser.once("sent:Fetch.failRequest", resolve));
    tab.answers.set("Runtime.runIfWaitingForDebugger", () => answered);
    browser.emit("Target.targetCreated", { targetInfo: popup });
    browser.emit("Fetch.requestPaused", paused);
    await turns();
    await guard[Symbol.asyncDispose]();
    const ends = ["Fetch.failRequest", "Target.closeTarget", "Fetch.disable"];
    expect(browser.sent.filter((method) => ends.includes(method))).toEqual(ends);
  });

  it("closes a tab of which no event has told before it lets documents go", async () => {
    const { browser, tab, guard } = await open();
    browser.answers.set("Target.getTargets", () => ({ targetInfos: [popup] }));
    await guard[Symbol.asyncDispose]();
    expect(tab.sent).toContain("Runtime.runIfWaitingForDebugger");
    const ends = ["Target.closeTarget", "Fetch.disable"];
    expect(browser.sent.filter((method) => ends.includes(method))).toEqual(ends);
  });
});
