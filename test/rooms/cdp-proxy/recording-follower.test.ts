import { describe, expect, it } from "vitest";
import { FakeClock } from "dragline/testing";
import { CdpLink } from "../../../src/cdp-proxy/cdp-link.ts";
import { PageFollower } from "../../../src/cdp-proxy/recording/pictures/page-follower.ts";
import { FakeChannel } from "./fake-channel.ts";

const START = "Page.startScreencast";
const STOP = "Page.stopScreencast";
const ACK = "Page.screencastFrameAck";

async function follow() {
  const clock = new FakeClock();
  const channel = new FakeChannel();
  const seen: string[] = [];
  const onpicture = (jpeg: Buffer): void => void seen.push(jpeg.toString("base64"));
  const follower = new PageFollower({ link: new CdpLink(channel, clock), clock, onpicture });
  await follower.start();
  /** Lets answers be read; no time passes. */
  const settle = () => clock.advance(0);
  const open = async (targetId: string, isVisible = true) => {
    channel.page(targetId);
    await settle();
    channel.visible(targetId, isVisible);
    await settle();
  };
  return { clock, channel, seen, follower, settle, open };
}

describe("PageCast", () => {
  it("takes one picture, stops, and looks again 250 ms later", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    expect(seen).toEqual(["AAAA"]);
    expect([channel.count(START), channel.count(STOP)]).toEqual([1, 1]);
    await clock.advance(249);
    expect(channel.count(START)).toBe(1);
    await clock.advance(1);
    expect(channel.count(START)).toBe(2);
  });

  it("leaves the screencast running while the page shows the same", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await clock.advance(250);
    channel.frame("a", "AAAA");
    await clock.advance(60_000);
    expect([channel.count(START), channel.count(STOP), channel.count(ACK)]).toEqual([2, 1, 1]);
    channel.frame("a", "BBBB");
    expect(seen).toEqual(["AAAA", "BBBB"]);
    expect(channel.count(STOP)).toBe(2);
  });

  it("rests for a second where a page draws the same again", async () => {
    const { clock, channel, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await clock.advance(250);
    channel.frame("a", "AAAA");
    channel.frame("a", "AAAA");
    expect(channel.count(STOP)).toBe(2);
    await clock.advance(999);
    expect(channel.count(START)).toBe(2);
    await clock.advance(1);
    expect(channel.count(START)).toBe(3);
  });

  it("leaves out pictures that come after it was stopped", async () => {
    const { channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    channel.frame("a", "BBBB");
    expect(seen).toEqual(["AAAA"]);
  });

  it("tries again when the browser refuses", async () => {
    const { clock, channel, seen, open, settle } = await follow();
    channel.refused.add(START);
    await open("a");
    channel.refused.clear();
    await clock.advance(1000);
    channel.visible("a", true);
    channel.frame("a", "AAAA");
    await settle();
    expect(seen).toEqual(["AAAA"]);
  });

  it("shows nothing of a page that crashed, until it is loaded again", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    channel.event("Target.targetCrashed", { targetId: "a" });
    channel.frame("a", "BBBB");
    await clock.advance(1000);
    channel.visible("a", false);
    channel.visible("a", true);
    channel.frame("a", "CCCC");
    expect(seen).toEqual(["AAAA", "CCCC"]);
  });
});

describe("PageFollower", () => {
  it("follows the page that became visible last", async () => {
    const { channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    channel.visible("a", false);
    await open("b");
    channel.frame("b", "BBBB");
    await open("background", false);
    expect(seen).toEqual(["AAAA", "BBBB"]);
    channel.visible("b", false);
    channel.visible("background", true);
    channel.frame("background", "CCCC");
    expect(seen).toEqual(["AAAA", "BBBB", "CCCC"]);
  });

  it("never follows a hidden target, which says that it is visible and has no pictures", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await open("hidden");
    await clock.advance(250);
    channel.frame("a", "BBBB");
    expect(seen).toEqual(["AAAA", "BBBB"]);
  });

  it("goes back to the window before when one is closed, with its picture", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await open("b");
    channel.frame("b", "BBBB");
    await clock.advance(500);
    channel.event("Target.targetDestroyed", { targetId: "b" });
    channel.frame("a", "AAAA");
    expect(seen).toEqual(["AAAA", "BBBB", "AAAA"]);
  });

  it("goes to the visible window that went to another URL", async () => {
    const { clock, channel, seen, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await open("b");
    channel.frame("b", "BBBB");
    await clock.advance(250);
    channel.page("a", "https://a.example/next");
    channel.frame("a", "CCCC");
    expect(seen).toEqual(["AAAA", "BBBB", "CCCC"]);
  });

  it("looks each second whether a window that it does not follow is still visible", async () => {
    const { clock, channel, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    await open("b");
    channel.frame("b", "BBBB");
    const before = channel.count(START, "a");
    await clock.advance(3000);
    expect(channel.count(START, "a") - before).toBeLessThanOrEqual(3);
    expect(channel.count(STOP, "a")).toBeGreaterThan(0);
    channel.visible("a", false);
    channel.event("Target.targetDestroyed", { targetId: "b" });
    channel.frame("a", "DDDD");
    expect(channel.count(ACK, "a")).toBe(0);
  });

  it("watches neither workers nor pages that are rendered ahead, and no page twice", async () => {
    const { channel, settle } = await follow();
    const told = (type: string, subtype?: string) =>
      channel.event("Target.targetCreated", {
        targetInfo: { targetId: `${type}${subtype}`, type, subtype, url: "" },
      });
    told("worker");
    told("page", "prerender");
    told("page");
    told("page");
    await settle();
    expect(channel.count("Target.attachToTarget")).toBe(1);
  });

  it("does without a page that is gone before it is attached", async () => {
    const { channel, settle } = await follow();
    channel.page("a");
    channel.event("Target.targetDestroyed", { targetId: "a" });
    await settle();
    expect(channel.count(START)).toBe(0);
  });

  it("does nothing after its end", async () => {
    const { clock, channel, seen, follower, open } = await follow();
    await open("a");
    channel.frame("a", "AAAA");
    follower.stop();
    const sent = channel.sent.length;
    channel.page("b");
    channel.frame("a", "BBBB");
    await clock.advance(5000);
    expect(seen).toEqual(["AAAA"]);
    expect(channel.sent).toHaveLength(sent);
    expect(clock.waiting).toBe(0);
  });
});
