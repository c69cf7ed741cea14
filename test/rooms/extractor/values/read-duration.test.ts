import { readDuration } from "dragline/extractor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("readDuration", () => {
  it.each([
    ["PT1H30M", "PT1H30M", 5400],
    ["pt45m", "PT45M", 2700],
    ["P1DT2H", "P1DT2H", 93_600],
    ["P2W", "P2W", 1_209_600],
    ["PT0,5H", "PT0.5H", 1800],
    ["1 h 30 min", "PT1H30M", 5400],
    ["1h30", "PT1H30M", 5400],
    ["90 minutes", "PT90M", 5400],
    ["1:30:00", "PT1H30M", 5400],
    ["12:34", "PT12M34S", 754],
    ["0:00", "PT0S", 0],
    ["30 sec.", "PT30S", 30],
    ["1 hour and 5 minutes", "PT1H5M", 3900],
    ["2 days, 3 hours", "P2DT3H", 183_600],
    ["1,5 Std.", "PT1.5H", 5400],
    ["90 Minuten", "PT90M", 5400],
    ["1 heure 20 minutes", "PT1H20M", 4800],
    ["1 hora 20 minutos", "PT1H20M", 4800],
    ["2 ore", "PT2H", 7200],
    ["1 uur", "PT1H", 3600],
    ["2 godziny", "PT2H", 7200],
    ["2 timmar", "PT2H", 7200],
    ["5 päivää", "P5D", 432_000],
    ["5 дней", "P5D", 432_000],
    ["1 óra 20 perc", "PT1H20M", 4800],
    ["2時間30分", "PT2H30M", 9000],
    ["２小时", "PT2H", 7200],
    ["3시간", "PT3H", 10_800],
    ["٣ ساعات", "PT3H", 10_800],
    ["३ घंटे", "PT3H", 10_800],
    ["2 giờ", "PT2H", 7200],
    ["Total time: 40 min", "PT40M", 2400],
  ])("reads %s", (text, iso, seconds) => {
    expect(readDuration(text)).toEqual({ iso, seconds });
  });

  it("has no seconds for months and years", () => {
    expect(readDuration("P1Y2M")).toEqual({ iso: "P1Y2M", seconds: undefined });
    expect(readDuration("3 months")).toEqual({ iso: "P3M", seconds: undefined });
    expect(readDuration("2 Jahre")).toEqual({ iso: "P2Y", seconds: undefined });
  });

  it.each([
    "",
    "soon",
    "P",
    "PT",
    "5",
    "5 apples",
    "5 sections",
    "2 diamonds",
    "10 min 5 hours",
    "1:75",
    "1½ hours",
  ])("reads none from %j", (text) => {
    expect(readDuration(text)).toBeUndefined();
  });

  it("reads back what it gives, and never throws", () => {
    const part = fc.integer({ min: 1, max: 999 });
    const law = fc.property(part, part, part, (hours, minutes, seconds) => {
      const read = readDuration(`${hours} h ${minutes} min ${seconds} s`);
      const sum = hours * 3600 + minutes * 60 + seconds;
      return read?.seconds === sum && readDuration(read.iso)?.seconds === sum;
    });
    expect(() => fc.assert(law)).not.toThrow();
    const any = fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const read = readDuration(text);
      return read === undefined || readDuration(read.iso)?.iso === read.iso;
    });
    expect(() => fc.assert(any)).not.toThrow();
    for (const piece of ["1", "1 h ", "P1", ":", " "]) {
      expect(() => readDuration(piece.repeat(1_000_000 / piece.length))).not.toThrow();
    }
  });
});
