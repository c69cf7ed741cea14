import { markup, type Fill, type Markup } from "../markup.ts";

/** A column of a table. */
interface Column<Row> {
  /** Empty over buttons. */
  readonly name: string;
  readonly show: (row: Row) => Fill;
  /** Right-aligned digits. */
  readonly isNumber?: true;
  /**
   * What is in it: `title`, a link or a URL that takes the room that is left and may break anywhere;
   * `state`, a badge; `short`, a word or a name that does not break. Text that breaks between words when
   * absent.
   */
  readonly look?: "title" | "state" | "short";
  /** Whether the column is left out where no row has anything in it. */
  readonly isOptional?: true;
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
  const shown = columns.filter(
    ({ isOptional, show }) => isOptional !== true || rows.some((row) => !isNothing(show(row))),
  );
  const heads = shown.map((column) =>
    column.name === ""
      ? markup`<td></td>`
      : markup`<th scope="col"${classOf(column)}>${column.name}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = shown.map(
      (column) => markup`<td data-name="${column.name}"${classOf(column)}>${column.show(row)}</td>`,
    );
    return markup`<tr>${cells}</tr>`;
  });
  const isDense = shown.length >= DENSE;
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table class="stacks${isDense && " dense"}"><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** From so many columns on, times may break between the day and the hour. */
const DENSE = 7;

function classOf({ isNumber, look }: Pick<Column<never>, "isNumber" | "look">): Fill {
  const name = isNumber === true ? "number" : look;
  return name !== undefined && markup` class="${name}"`;
}

function isNothing(fill: Fill): boolean {
  return fill === undefined || fill === null || fill === false || fill === "";
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

/** Characters of a value from which it has a line of its own. */
const LONG = 27;

/** Names and values in as many columns as there is room for; what has no value is left out. */
export function factList(rows: readonly (readonly [name: string, value: Fill])[]): Markup {
  const shown = rows.filter(([, value]) => !isNothing(value));
  const isLong = (value: Fill): boolean =>
    markup`${value}`.html.replaceAll(/<[^>]*>/g, "").length > LONG;
  return markup`<dl class="facts">${shown.map(([name, value]) => markup`<div${isLong(value) && markup` class="long"`}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A time as people read it, in UTC, to the minute: `2026-11-30 10:02 UTC`; all of it in its title. */
export function time(iso: string | null | undefined): Fill {
  if (iso === null || iso === undefined || Number.isNaN(Date.parse(iso))) return undefined;
  const text = new Date(iso).toISOString();
  return markup`<time datetime="${text}" title="${text}"><span>${text.slice(0, 10)}</span> <span>${text.slice(11, 16)} UTC</span></time>`;
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

/** Lines from which a text is shown in part until one asks for all of it. */
const MOST_LINES = 36;
/** Characters that a line of a page has, about. */
const LINE = 110;

/** What is made of a text; of a long one the beginning, with a way to all of it that needs no script. */
export function folded(text: string, shown: Markup): Markup {
  const lines = text
    .split("\n")
    .reduce((all, line) => all + Math.ceil((line.length + 1) / LINE), 0);
  if (lines <= MOST_LINES) return shown;
  return markup`<div class="folded">${shown}<label class="fold"><input type="checkbox"> Show all</label></div>`;
}

/** A text as it is. */
export function source(text: string): Markup {
  return folded(text, markup`<pre>${text}</pre>`);
}

/** A value as indented JSON. */
export function json(value: unknown): Markup {
  return source(JSON.stringify(value, null, 2) ?? "");
}

/** A secret to copy, and the way on. */
export function secretBox(secret: string, next: string): Markup {
  return markup`<div class="secret"><pre tabindex="0" data-copy>${secret}</pre></div><p><a class="button main" href="${next}">I have it</a></p>`;
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
