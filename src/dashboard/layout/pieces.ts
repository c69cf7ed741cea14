import { markup, type Fill, type Markup } from "../markup.ts";

/** A column of a table. */
interface Column<Row> {
  /** Empty over buttons. */
  readonly name: string;
  readonly show: (row: Row) => Fill;
  /** Right-aligned digits. */
  readonly isNumber?: true;
}

/** What to show of rows: a table, or what is there instead of one. */
interface TableOrder<Row> {
  /** What the rows are, for those who cannot see the page. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Said where there are no rows. */
  readonly empty: Fill;
}

/** A table that becomes a list of cards on narrow screens. */
export function table<Row>({ caption, columns, rows, empty }: TableOrder<Row>): Markup {
  if (rows.length === 0) return markup`<div class="empty"><p>${empty}</p></div>`;
  const heads = columns.map(({ name, isNumber }) =>
    name === ""
      ? markup`<td></td>`
      : markup`<th scope="col"${isNumber === true && markup` class="number"`}>${name}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      ({ name, show, isNumber }) =>
        markup`<td data-name="${name}"${isNumber === true && markup` class="number"`}>${show(row)}</td>`,
    );
    return markup`<tr>${cells}</tr>`;
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="stacks"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

const tones: Readonly<Record<string, "good" | "bad" | "wait">> = {
  completed: "good",
  success: "good",
  active: "good",
  ok: "good",
  verified: "good",
  unchanged: "good",
  failed: "bad",
  failing: "bad",
  exhausted: "bad",
  revoked: "bad",
  expired: "bad",
  timed_out: "bad",
  removed: "bad",
};

/** A state as a coloured word. */
export function badge(status: string): Markup {
  return markup`<span class="badge ${tones[status] ?? "wait"}">${status.replaceAll("_", " ")}</span>`;
}

/** Names and values, one under the other; what has no value is left out. */
export function factList(rows: readonly (readonly [name: string, value: Fill])[]): Markup {
  const shown = rows.filter(([, value]) => ![undefined, null, false, ""].includes(value as null));
  return markup`<dl class="facts">${shown.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** A time as people read it, in UTC, to the second. */
export function time(iso: string | null | undefined): Fill {
  if (iso === null || iso === undefined || Number.isNaN(Date.parse(iso))) return undefined;
  const text = new Date(iso).toISOString();
  return markup`<time datetime="${text}" title="${text}">${text.slice(0, 10)} ${text.slice(11, 19)}</time>`;
}

/** A duration: `840 ms`, `12.3 s`, `4 min`. */
export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

/** A number with its thousands apart. */
export function amount(number: number): string {
  return number.toLocaleString("en");
}

/** So many of something, in words: `1 line`, `2 lines`. */
export function counted(count: number, one: string): string {
  return `${amount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** A link to another site, if it is one of http: what else a page brings is text. */
export function outside(url: string, shown: string = url): Markup {
  if (!/^https?:\/\//i.test(url)) return markup`${shown}`;
  return markup`<a href="${url}" rel="noreferrer noopener nofollow">${shown}</a>`;
}

/** A value as indented JSON. */
export function json(value: unknown): Markup {
  return markup`<pre tabindex="0">${JSON.stringify(value, null, 2) ?? ""}</pre>`;
}

/** Choices of a select, one of them chosen. */
export function options(
  choices: readonly (readonly [value: string, name: string])[],
  chosen: string,
): Markup {
  return markup`${choices.map(
    ([value, name]) =>
      markup`<option value="${value}"${value === chosen && markup` selected`}>${name}</option>`,
  )}`;
}
