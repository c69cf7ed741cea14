import { describe, expect, it } from "vitest";
import { duration, durationText, momentText } from "../../../src/node/input/duration.ts";
import { findMonitor, shortId } from "../../../src/node/monitor/find-monitor.ts";
import { definitionOf } from "../../../src/node/monitor/monitor-flags.ts";
import { printable, printableLine } from "../../../src/node/terminal/printable.ts";
import type { Monitor } from "dragline/monitor";

const { signal } = new AbortController();

describe("duration", () => {
  it.each([
    ["1s", 1_000],
    ["90m", 5_400_000],
    ["1h", 3_600_000],
    ["2d", 172_800_000],
    ["1w", 604_800_000],
  ])("reads %s", (text, ms) => {
    expect(duration(text, "every")).toBe(ms);
  });

  it.each(["", "1", "h", "0h", "-1h", "1.5h", "1h30m", "1 h", "1000000s"])(
    "refuses '%s'",
    (text) => {
      expect(() => duration(text, "every")).toThrow(`--every takes a time such as 30s`);
    },
  );
});

describe("durationText", () => {
  it.each([
    [1_000, "1s"],
    [5_400_000, "90m"],
    [3_600_000, "1h"],
    [172_800_000, "2d"],
    [1_500, "1.5s"],
  ])("says %d ms", (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe("momentText", () => {
  it.each([
    [-999, "now"],
    [-61_000, "1m ago"],
    [3_540_000, "in 59m"],
    [-30 * 86_400_000, "30d ago"],
  ])("says %d ms from now", (ms, text) => {
    expect(momentText(1e12 + ms, 1e12)).toBe(text);
  });
});

describe("printable", () => {
  it("writes out what commands a terminal or turns the direction of writing", () => {
    expect(printable("a\u001b[2Jb\r\u0007\u009b\u202ec\nd\tü日")).toBe(
      "a\\u001b[2Jb\\u000d\\u0007\\u009b\\u202ec\nd\\u0009ü日",
    );
  });

  it("makes one line, cut at a number of characters", () => {
    expect(printableLine("  a\n\t b ", 9)).toBe("a b");
    expect(printableLine("😀😀😀😀", 3)).toBe("😀😀…");
    expect(printableLine("abc", 3)).toBe("abc");
  });
});

describe("findMonitor", () => {
  const all = [
    { id: "aaaaaaa1", url: "https://one.test/" },
    { id: "aaaaaaa2", url: "https://two.test/x" },
    { id: "bbbbbbb1", url: "https://two.test/x" },
  ] as Monitor[];
  const monitors = { list: async () => all };

  it.each([
    ["aaaaaaa1", "aaaaaaa1"],
    ["b", "bbbbbbb1"],
    ["https://one.test", "aaaaaaa1"],
    ["one.test", "aaaaaaa1"],
  ])("finds one by %s", async (text, id) => {
    expect((await findMonitor(monitors, text, signal)).id).toBe(id);
  });

  it("names the ids that fit, and refuses what fits none", async () => {
    await expect(findMonitor(monitors, "aaaa", signal)).rejects.toThrow("aaaaaaa1, aaaaaaa2");
    await expect(findMonitor(monitors, "two.test/x", signal)).rejects.toThrow("aaaaaaa2, bbbbbb");
    await expect(findMonitor(monitors, "c\u001b[m", signal)).rejects.toThrow(
      "no monitor matches 'c\\u001b",
    );
    await expect(findMonitor(monitors, "", signal)).rejects.toThrow("no monitor matches ''");
  });

  it("shortens ids to what no other begins with", () => {
    expect(all.map(({ id }) => shortId(id, all))).toEqual(["aaaaaaa1", "aaaaaaa2", "bbbbbb"]);
  });
});

describe("definitionOf", () => {
  it("watches the whole page every hour when nothing is said", () => {
    expect(definitionOf("https://one.test/", {})).toMatchObject({
      url: "https://one.test/",
      schedule: { every: 3_600_000 },
      scope: "page",
      watchMode: "full_page",
      watchFormat: "markdown",
    });
  });

  it("takes cron, fields and filters", () => {
    const values = {
      cron: "0 9 * * *",
      timezone: "Europe/Berlin",
      field: ["price=.p > b", "name=[a=b]"],
      ignore: ["views"],
    };
    expect(definitionOf("https://one.test/", values)).toMatchObject({
      schedule: { cron: "0 9 * * *", timezone: "Europe/Berlin" },
      watchMode: "specific_data",
      fields: { price: ".p > b", name: "[a=b]" },
      filters: { ignoreText: ["views"] },
    });
  });

  it.each([
    [{ every: "1h", cron: "* * * * *" }, "--every and --cron"],
    [{ site: true, field: ["a=b"] }, "--site and --field"],
    [{ depth: "1" }, "--depth needs --site"],
    [{ field: ["price"] }, "--field takes NAME=SELECTOR"],
  ])("refuses %j", (values, text) => {
    expect(() => definitionOf("https://one.test/", values)).toThrow(text);
  });
});
