import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import type { CdpSession, DriverBrowser } from "../../../src/browser/driver.ts";
import { openSession } from "../../../src/browser/open-session.ts";
import {
  GuardedBrowser,
  type Guard,
  type TargetInfo,
} from "../../../src/browser/page/guarded-browser.ts";

/** A session that notes what it is sent and answers when it is told to. */
class FakeSession extends EventEmitter implements CdpSession {
  readonly sent: string[] = [];
  /** What commands wait for. */
  held: Promise<void> = Promise.resolve();
  failure: Error | undefined;

  async send(method: string): Promise<unknown> {
    this.sent.push(method);
    await this.held;
    if (this.failure !== undefined) throw this.failure;
    return {};
  }

  async detach(): Promise<void> {
    this.sent.push("detach");
  }
}

/** A guard that allows nothing of its tabs. */
class FakeGuard implements Guard {
  readonly tabs: string[] = [];
  readonly own = new Set<string>();

  met({ targetId }: TargetInfo): void {
    this.tabs.push(targetId);
  }

  gone(): void {}

  async allows({ frameId }: { readonly frameId: string }): Promise<boolean> {
    return !this.own.has(frameId);
  }

  async answered(): Promise<void> {}
}

async function open() {
  const session = new FakeSession();
  let opened = 0;
  const target = {
    createCDPSession: async (): Promise<CdpSession> => {
      opened += 1;
      return session;
    },
  };
  const driver = { target: () => target } as Partial<DriverBrowser> as DriverBrowser;
  const [browser, again] = await Promise.all([
    GuardedBrowser.of(driver),
    GuardedBrowser.of(driver),
  ]);
  expect(again).toBe(browser);
  expect(opened).toBe(1);
  return { session, browser };
}

const begun = ["Fetch.enable", "Target.setDiscoverTargets"];
const ended = ["Fetch.disable", "Target.setDiscoverTargets"];
const turns = () => new Promise((resolve) => void setImmediate(resolve));

describe("GuardedBrowser", () => {
  it("holds documents up from the first guard to the last, by one session that stays", async () => {
    const { session, browser } = await open();
    const [one, two] = [new FakeGuard(), new FakeGuard()];
    await Promise.all([browser.join(one), browser.join(two)]);
    await browser.leave(one);
    await browser.leave(one);
    expect(session.sent).toEqual(begun);
    await browser.leave(two);
    await browser.join(one);
    expect(session.sent).toEqual([...begun, ...ended, ...begun]);
  });

  it("begins again only when it has ended", async () => {
    const { session, browser } = await open();
    const guard = new FakeGuard();
    await browser.join(guard);
    const { promise, resolve } = Promise.withResolvers<void>();
    session.held = promise;
    const leaving = browser.leave(guard);
    const joining = browser.join(guard);
    await turns();
    expect(session.sent).toEqual([...begun, ...ended]);
    resolve();
    await Promise.all([leaving, joining]);
    expect(session.sent).toEqual([...begun, ...ended, ...begun]);
  });

  it("tells a guard of tabs that were there before it", async () => {
    const { session, browser } = await open();
    const [early, late] = [new FakeGuard(), new FakeGuard()];
    await browser.join(early);
    session.emit("Target.targetCreated", { targetInfo: { targetId: "a", type: "page" } });
    session.emit("Target.targetCreated", { targetInfo: { targetId: "b", type: "page" } });
    session.emit("Target.targetDestroyed", { targetId: "a" });
    await browser.join(late);
    expect([early.tabs, late.tabs]).toEqual([["a", "b"], ["b"]]);
  });

  it("asks for a document that every guard allows, and for no other", async () => {
    const { session, browser } = await open();
    const [one, two] = [new FakeGuard(), new FakeGuard()];
    await Promise.all([browser.join(one), browser.join(two)]);
    two.own.add("a");
    const request = { url: "https://site.test/" };
    session.sent.length = 0;
    session.emit("Fetch.requestPaused", { requestId: "1", frameId: "a", request });
    await turns();
    session.emit("Fetch.requestPaused", { requestId: "2", frameId: "b", request });
    await turns();
    const asked = "Target.getTargetInfo";
    expect(session.sent).toEqual([asked, "Fetch.failRequest", asked, "Fetch.continueRequest"]);
  });

  it("can be joined after it could not be", async () => {
    const { session, browser } = await open();
    const guard = new FakeGuard();
    session.failure = new Error("busy");
    await expect(browser.join(guard)).rejects.toThrow("busy");
    await browser.leave(guard);
    session.failure = undefined;
    await expect(browser.join(guard)).resolves.toBeUndefined();
  });
});

describe("openSession", () => {
  it("attaches to one target after the other's session is there, also after one that failed", async () => {
    const waiting: PromiseWithResolvers<CdpSession>[] = [];
    const page = {
      createCDPSession(): Promise<CdpSession> {
        const session = Promise.withResolvers<CdpSession>();
        waiting.push(session);
        return session.promise;
      },
    };
    const [first, second, third] = [openSession(page), openSession(page), openSession(page)];
    await turns();
    expect(waiting).toHaveLength(1);
    waiting[0]?.reject(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    await turns();
    expect(waiting).toHaveLength(2);
    waiting[1]?.resolve(new FakeSession());
    await second;
    await turns();
    waiting[2]?.resolve(new FakeSession());
    await expect(third).resolves.toBeInstanceOf(FakeSession);
  });
});
