import { readDate, type DateOptions } from "dragline/html";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Friday, 3 May 2024, 12:00 UTC. */
const now = Date.UTC(2024, 4, 3, 12);

function valueOf(text: string, options?: DateOptions): string | undefined {
  return readDate(text, options)?.value;
}

describe("readDate", () => {
  it.each([
    ["2024-05-03", "2024-05-03"],
    ["2024-05", "2024-05"],
    ["2024-05-03T10:00", "2024-05-03T10:00"],
    ["2024-05-03T10:00:00.5Z", "2024-05-03T10:00:00.500Z"],
    ["2024-05-03T10:00:00.123456+0530", "2024-05-03T10:00:00.123+05:30"],
    ["2024-05-03 10:00-05:00", "2024-05-03T10:00-05:00"],
    ["20240503T100000Z", "2024-05-03T10:00:00Z"],
    ["20240503", "2024-05-03"],
    ["2024/05/03 12:30:15", "2024-05-03T12:30:15"],
    ["Fri, 03 May 2024 10:00:00 +0200", "2024-05-03T10:00:00+02:00"],
    ["Fri, 3 May 24 10:00 EST", "2024-05-03T10:00-05:00"],
    ["Fri May 03 2024 10:00:00 GMT+0200 (CEST)", "2024-05-03T10:00:00+02:00"],
    ["Fri May  3 10:00:00 UTC 2024", "2024-05-03T10:00:00Z"],
    ["Fri May 03 10:00:00 +0000 2024", "2024-05-03T10:00:00+00:00"],
  ])("reads what programs write: %s", (text, value) => {
    expect(readDate(text)).toEqual({ value, ambiguous: false, derived: false });
  });

  it.each([
    ["May 3, 2024", "2024-05-03"],
    ["Published May 3rd, 2024 at 3:30 PM EST by Jo", "2024-05-03T15:30-05:00"],
    ["10:00 AM, May 3rd, 2024", "2024-05-03T10:00"],
    ["May 3, 2024, 12:05 a.m.", "2024-05-03T00:05"],
    ["May 3 '24", "2024-05-03"],
    ["3-May-2024", "2024-05-03"],
    ["Sept. 5, 2023", "2023-09-05"],
    ["May 2024", "2024-05"],
    ["3. Mai 2024", "2024-05-03"],
    ["5. Februar 2024 um 14.30 Uhr", "2024-02-05T14:30"],
    ["le 3 mai 2024", "2024-05-03"],
    ["1er août 2024 à 14h30", "2024-08-01T14:30"],
    ["3 de mayo de 2024", "2024-05-03"],
    ["03 de fev. de 2024", "2024-02-03"],
    ["3 maggio 2024", "2024-05-03"],
    ["3 mei 2024", "2024-05-03"],
    ["3 maja 2024", "2024-05-03"],
    ["3. května 2024", "2024-05-03"],
    ["3 maj 2024 kl. 10:15", "2024-05-03T10:15"],
    ["3.5.2024 klo 14.30", "2024-05-03T14:30"],
    ["3. toukokuuta 2024", "2024-05-03"],
    ["3 KASIM 2024", "2024-11-03"],
    ["3 мая 2024 г., 10:30", "2024-05-03T10:30"],
    ["3 травня 2024 р.", "2024-05-03"],
    ["3 Μαΐου 2024", "2024-05-03"],
    ["2024. május 3.", "2024-05-03"],
    ["3 mai 2024", "2024-05-03"],
    ["2024年5月3日", "2024-05-03"],
    ["２０２４年５月３日", "2024-05-03"],
    ["2024年5月3日 下午3:30", "2024-05-03T15:30"],
    ["2024. 5. 3.", "2024-05-03"],
    ["2024년 5월 3일 오후 3:30", "2024-05-03T15:30"],
    ["٣ مايو ٢٠٢٤", "2024-05-03"],
    ["3 كانون الثاني 2024", "2024-01-03"],
    ["३ मई २०२४", "2024-05-03"],
    ["3 Agustus 2024", "2024-08-03"],
    ["Ngày 3 tháng 5 năm 2024", "2024-05-03"],
    ["כ-3 במאי 2024", "2024-05-03"],
    ["12. 5. 2024 v 10:00", "2024-05-12T10:00"],
    ["2024年8月15日（木）10時30分", "2024-08-15T10:30"],
    ["15 de agosto del 2024 a las 3:30 p. m.", "2024-08-15T15:30"],
    ["8/15/24, 3:04 PM", "2024-08-15T15:04"],
    ["15 Aug 2024, 10:30 (GMT+1)", "2024-08-15T10:30+01:00"],
    ["3–5 May 2024", "2024-05-03"],
    ["May 3–5, 2024", "2024-05-03"],
  ])("reads what people write: %s", (text, value) => {
    expect(readDate(text)).toEqual({ value, ambiguous: false, derived: false });
  });

  it("lets the language decide between day and month, and tells when nothing does", () => {
    expect(readDate("03/05/2024")).toMatchObject({ value: "2024-05-03", ambiguous: true });
    const american = readDate("03/05/2024", { language: "en-US" });
    expect(american).toMatchObject({ value: "2024-03-05", ambiguous: false });
    const german = readDate("03/05/2024", { language: "de" });
    expect(german).toMatchObject({ value: "2024-05-03", ambiguous: false });
    expect(valueOf("03/05/2024", { language: "en_GB" })).toBe("2024-05-03");
    expect(readDate("03/05/2024", { language: "no such tag" })?.ambiguous).toBe(true);
  });

  it("lets a part above 12 decide, and points", () => {
    for (const text of ["13/05/2024", "05/13/2024", "13.05.2024"]) {
      expect(readDate(text)).toMatchObject({ value: "2024-05-13", ambiguous: false });
    }
    expect(readDate("3.5.2024")).toMatchObject({ value: "2024-05-03", ambiguous: false });
    expect(valueOf("05/13/2024", { language: "de" })).toBe("2024-05-13");
  });

  it("lets the language decide what a month's name means that two have", () => {
    expect(valueOf("3 listopada 2024")).toBeUndefined();
    expect(valueOf("3 listopada 2024", { language: "pl" })).toBe("2024-11-03");
    expect(valueOf("3 listopada 2024", { language: "hr" })).toBe("2024-10-03");
  });

  it("reads Unix time where the caller says so", () => {
    expect(valueOf("1714730400")).toBeUndefined();
    expect(valueOf("1714730400", { unix: "seconds" })).toBe("2024-05-03T10:00:00Z");
    expect(valueOf("1714730400250", { unix: "milliseconds" })).toBe("2024-05-03T10:00:00.250Z");
    expect(valueOf("9".repeat(16), { unix: "seconds" })).toBeUndefined();
  });

  it.each([
    ["3 hours ago", "2024-05-03T09:00:00Z"],
    ["an hour ago", "2024-05-03T11:00:00Z"],
    ["yesterday", "2024-05-02"],
    ["gestern", "2024-05-02"],
    ["vor 2 Tagen", "2024-05-01"],
    ["il y a 5 minutes", "2024-05-03T11:55:00Z"],
    ["hace 3 días", "2024-04-30"],
    ["3 dni temu", "2024-04-30"],
    ["5 часов назад", "2024-05-03T07:00:00Z"],
    ["3日前", "2024-04-30"],
    ["2 months ago", "2024-03-03"],
    ["Last updated 2 days ago", "2024-05-01"],
    ["gepostet vor 3 Stunden", "2024-05-03T09:00:00Z"],
  ])("counts back from a given now, and tells so: %s", (text, value) => {
    expect(readDate(text)).toBeUndefined();
    expect(readDate(text, { now })).toEqual({ value, ambiguous: false, derived: true });
  });

  it.each([
    "",
    "noon",
    "May 3",
    "19.99",
    "31/02/2024",
    "1445/10/24",
    "١٤٤٥/١٠/٢٤",
    "3 พฤษภาคม 2567",
    "2024",
    "in 12 hours",
    "this year",
    "open today",
    "12 Marches 2024",
    "令和6年5月3日",
    "version 1.2.3.4",
    "call 555-123-4567",
  ])("has no date in: %s", (text) => {
    expect(readDate(text, { now })).toBeUndefined();
  });

  it("takes no time that a day does not have, and no end of a span for a zone", () => {
    expect(valueOf("2024-05-03T25:00")).toBe("2024-05-03");
    expect(valueOf("3 May 2024 10:00-12:00")).toBe("2024-05-03T10:00");
    expect(valueOf("May 3, 2024. 14.50 €")).toBe("2024-05-03");
  });

  it("takes the first date of several", () => {
    expect(valueOf("3 items, 15 May 2024, updated 2024-06-01")).toBe("2024-05-15");
    expect(valueOf("2024-06-01, was 15 May 2024")).toBe("2024-06-01");
  });

  it("reads what the platform writes of any day, in every language that it knows the months of", () => {
    const day = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2069-12-31"),
      noInvalidDate: true,
    });
    const language = fc.constantFrom(
      ..."en de fr es it pt nl pl cs sv da no fi tr ru uk el hu ro ja zh ko ar hi id vi".split(" "),
    );
    fc.assert(
      fc.property(day, language, (date, tag) => {
        const form = { dateStyle: "long", timeZone: "UTC", calendar: "gregory" } as const;
        const text = new Intl.DateTimeFormat(tag, form).format(date);
        expect(valueOf(text, { language: tag }), text).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });

  it("reads back its own values, and never throws", () => {
    const law = fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const value = valueOf(text, { now });
      return value === undefined || valueOf(value) === value;
    });
    expect(() => fc.assert(law)).not.toThrow();
  });

  it("returns for a megabyte", () => {
    for (const piece of ["1", "1 ", "may ", "3 may ", "2024-", "1:", "٣", "\u0301"]) {
      expect(() => readDate(piece.repeat(1_000_000 / piece.length), { now })).not.toThrow();
    }
  });
});
