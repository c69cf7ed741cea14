import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { HOUR, MINUTE, notice, Rig } from "./rig.ts";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("quiet hours", () => {
  const night = new FakeClock(Date.UTC(2026, 0, 1, 22, 30));

  it("hold messages back over midnight, and tell them together when they end", async () => {
    await using rig = await Rig.open({ clock: night });
    await rig.notifier.targets.set("one", { url: rig.topic(), quiet: "22:00-07:00" });
    await rig.notifier.tell(notice("n1"));
    await rig.after(3 * HOUR);
    await rig.notifier.tell(notice("n2"));
    await rig.after(5 * HOUR);
    expect(rig.service.asked).toHaveLength(0);
    expect(await rig.notifier.targets.list()).toMatchObject([{ waiting: 2 }]);
    await rig.after(30 * MINUTE);
    expect(rig.titles).toEqual(["2 changes"]);
    expect(rig.service.asked[0]?.json["message"]).toContain("Changed: n1\nprice: 1,299 -> 1,149");
    await rig.notifier.tell(notice("n3"));
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(["2 changes", "Changed: n3"]);
  });

  it("hold a second attempt back, too", async () => {
    await using rig = await Rig.open({ clock: new FakeClock(Date.UTC(2026, 0, 1, 21, 59, 30)) });
    rig.service.answers = [{ status: 500 }, { status: 200 }];
    await rig.notifier.targets.set("one", { url: rig.topic(), quiet: "22:00-07:00" });
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    await rig.after(8 * HOUR);
    expect(rig.service.asked).toHaveLength(1);
    await rig.after(HOUR + MINUTE);
    expect(rig.titles).toEqual(["Changed: n1", "Changed: n1"]);
  });

  it("that are taken away let go of what they held", async () => {
    await using rig = await Rig.open({ clock: new FakeClock(Date.UTC(2026, 0, 1, 23)) });
    await rig.notifier.targets.set("one", { url: rig.topic(), quiet: "22:00-07:00" });
    await rig.notifier.tell(notice("n1"));
    await rig.notifier.sendDue();
    expect(rig.service.asked).toHaveLength(0);
    await rig.notifier.targets.set("one", rig.topic());
    await rig.notifier.sendDue();
    expect(rig.titles).toEqual(["Changed: n1"]);
  });
});

describe("a digest", () => {
  it("tells what came within its time in one message, and loses none of many", async () => {
    await using rig = await Rig.open();
    await rig.notifier.targets.set("one", { url: rig.topic(), digest: { every: HOUR } });
    for (const index of times(120)) await rig.notifier.tell(notice(`n${index}`));
    await rig.after(59 * MINUTE);
    expect(rig.service.asked).toHaveLength(0);
    await rig.after(MINUTE);
    expect(rig.titles).toEqual(["50 changes", "50 changes", "20 changes"]);
    await rig.notifier.tell(notice("late"));
    await rig.after(59 * MINUTE);
    expect(rig.service.asked).toHaveLength(3);
    await rig.after(MINUTE);
    expect(rig.titles.at(-1)).toBe("Changed: late");
  });

  it("comes at a time of day of a time zone, and not within quiet hours", async () => {
    // 10:00 in Berlin.
    await using rig = await Rig.open({ clock: new FakeClock(Date.UTC(2026, 6, 1, 8)) });
    const timezone = "Europe/Berlin";
    const digest = { at: "06:30" };
    await rig.notifier.targets.set("a", { url: rig.topic("a"), digest, timezone });
    await rig.notifier.targets.set("b", {
      url: rig.topic("b"),
      digest,
      timezone,
      quiet: "22:00-07:00",
    });
    await rig.notifier.tell(notice("n1"));
    await rig.after(20 * HOUR + 29 * MINUTE);
    expect(rig.service.asked).toHaveLength(0);
    await rig.after(MINUTE);
    expect(rig.service.asked.map(({ json }) => json["topic"])).toEqual(["a"]);
    await rig.after(30 * MINUTE);
    expect(rig.service.asked.map(({ json }) => json["topic"])).toEqual(["a", "b"]);
  });
});
