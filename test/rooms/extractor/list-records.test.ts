import { extractValues, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const string = { type: "string" };
const opinion = {
  caseName: string,
  docketNumber: string,
  date: { type: "string", format: "date" },
  url: { type: "string", format: "uri" },
};

function rows(properties: object, body: string, language = "en-US"): unknown {
  const items = { type: "object", properties };
  const schema = readSchema({ type: "object", properties: { rows: { type: "array", items } } });
  const tree = parse(`<html lang="${language}"><body><main>${body}</main></body></html>`);
  const value = extractValues({ tree, url: "https://court.example/opinions/" }, schema).value;
  return (value as { readonly rows?: unknown } | undefined)?.rows;
}

const cases = [
  { id: "24-101", name: "Adams v. Brown", day: "March 5, 2026", iso: "2026-03-05" },
  { id: "24-102", name: "Clark v. Davis", day: "March 6, 2026", iso: "2026-03-06" },
  { id: "24-103", name: "Evans v. Frank", day: "March 7, 2026", iso: "2026-03-07" },
];
const expected = cases.map(({ id, name, iso }) => ({
  caseName: name,
  docketNumber: id,
  date: iso,
  url: `https://court.example/opinions/${id}.pdf`,
}));

describe("records of a list", () => {
  it.each([
    [
      "rows of a table without heads",
      `<table>${cases.map((c) => `<tr><td>${c.day}</td><td>${c.id}</td><td><a href="${c.id}.pdf">${c.name}</a></td></tr>`).join("")}</table>`,
    ],
    [
      "paragraphs with a number in their text",
      cases
        .map((c) => `<p><a href="${c.id}.pdf">${c.name}</a>, Case No. ${c.id}, Filed ${c.day}</p>`)
        .join(""),
    ],
    [
      "items below the heading of their day",
      cases
        .map(
          (c) =>
            `<div><h3>${c.day}</h3><ul><li>${c.id} - <a href="${c.id}.pdf">${c.name}</a></li></ul></div>`,
        )
        .join(""),
    ],
    [
      "rows of several tables",
      cases
        .map(
          (c) =>
            `<table><tr><th>Date</th><th>Docket</th><th>Case</th></tr><tr><td>${c.day}</td><td>${c.id}</td><td><a href="${c.id}.pdf">${c.name}</a></td></tr></table>`,
        )
        .join(""),
    ],
  ])("are %s", (_, body) => {
    expect(rows(opinion, body)).toEqual(expected);
  });

  it("keep those that lack a value", () => {
    const cards = ["Lamp 1 $1", "Lamp 2", "Lamp 3 $3"].map((text) => {
      const [name, price] = text.split(" $");
      const shown = price === undefined ? "" : `<span class="price">$${price}.00</span>`;
      return `<div class="card"><h3>${name}</h3>${shown}</div>`;
    });
    expect(rows({ name: string, price: { type: "number" } }, cards.join(""))).toEqual([
      { name: "Lamp 1", price: 1 },
      { name: "Lamp 2" },
      { name: "Lamp 3", price: 3 },
    ]);
  });

  it("are those of the page, and not what it recommends besides", () => {
    const card = (name: string, price: number): string =>
      `<div class="card"><h3>${name}</h3><span class="price">$${price}.00</span></div>`;
    const own = [1, 2, 3].map((n) => card(`Lamp ${n}`, n)).join("");
    const more = [4, 5, 6, 7].map((n) => card(`Chair ${n}`, n)).join("");
    const body = `<div>${own}</div><section><h2>Recently viewed</h2><div>${more}</div></section>`;
    expect(rows({ name: string, price: { type: "number" } }, body)).toHaveLength(3);
  });

  it("read days in the order that the page's other days show", () => {
    const table = (days: readonly string[]): string =>
      `<table>${days.map((day, n) => `<tr><td>${day}</td><td>Case ${n} v. State</td></tr>`).join("")}</table>`;
    const properties = { caseName: string, date: opinion.date };
    const dates = (days: readonly string[]): unknown[] =>
      (rows(properties, table(days), "en") as { readonly date?: string }[]).map(({ date }) => date);
    expect(dates(["03/05/2026", "03/25/2026"])).toEqual(["2026-03-05", "2026-03-25"]);
    // English without a country, and days first: which of the two is told is open.
    expect(dates(["03/05/2026", "25/05/2026"])).toEqual([undefined, "2026-05-25"]);
  });

  it("are those in sections, with what is said of each section", () => {
    const sections = cases.map(
      (c, at) => `<div class=day><h3>${c.day}</h3><table>
        <tr><td><a href="${c.id}.pdf">${c.name}</a></td><td>${c.id}</td></tr>
        <tr><td><a href="9${c.id}.pdf">State v. Green ${at}</a></td><td>9${c.id}</td></tr></table></div>`,
    );
    const found = rows(opinion, sections.join("")) as readonly object[];
    expect(found).toEqual(
      expected.flatMap((one, at) => [
        one,
        {
          caseName: `State v. Green ${at}`,
          docketNumber: `9${one.docketNumber}`,
          date: one.date,
          url: `https://court.example/opinions/9${one.docketNumber}.pdf`,
        },
      ]),
    );
  });

  it("are those in sections whose days are no headings", () => {
    const sections = cases.map(
      (c) => `<div class=section><p class=date>${c.day}</p><div class=body><ul>
        <li><span>${c.id}</span> <a href="${c.id}.pdf">${c.name}</a></li>
        <li><span>9${c.id}</span> <a href="9${c.id}.pdf">Fox v. Gray</a></li></ul></div></div>`,
    );
    const found = rows(opinion, sections.join("")) as readonly Record<string, unknown>[];
    expect(found.map(({ docketNumber, date }) => [docketNumber, date])).toEqual(
      cases.flatMap((c) => [
        [c.id, c.iso],
        [`9${c.id}`, c.iso],
      ]),
    );
  });

  it("are not the links of a menu", () => {
    const menu = ["Forms and fees", "Rules of court", "Our judges", "Contact the clerk"];
    const links = menu.map((name, at) => `<li><a href="/${at}">${name}</a></li>`);
    expect(rows(opinion, `<ul>${links.join("")}</ul>`)).toBeUndefined();
  });

  it("have no number that only counts them, unless it is asked for", () => {
    const numbered = (head: string): string => {
      const lines = cases.map(
        (c, at) =>
          `<tr><td>${at + 1}</td><td>${c.day}</td><td><a href="${c.id}.pdf">${c.name}</a> (${c.id})</td></tr>`,
      );
      return `<table>${head}${lines.join("")}</table>`;
    };
    const found = rows(opinion, numbered("")) as readonly { docketNumber?: string }[];
    expect(found.map(({ docketNumber }) => docketNumber)).not.toContain("1");
    const asked = { docketNumber: string, caseName: string };
    const head = "<tr><th>Docket number</th><th>Date</th><th>Case</th></tr>";
    const own = rows(asked, numbered(head)) as readonly { docketNumber?: string }[];
    expect(own.map(({ docketNumber }) => docketNumber)).toEqual(["1", "2", "3"]);
  });

  it("have numbers without the kind of file behind them", () => {
    const lines = cases.map(
      (c) =>
        `<tr><td>${c.day}</td><td><a href="${c.id}.pdf">${c.id} [PDF]</a></td><td>${c.name}</td></tr>`,
    );
    const found = rows(opinion, `<table>${lines.join("")}</table>`);
    expect(found).toEqual(expected);
  });
});
