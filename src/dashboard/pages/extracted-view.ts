import { json, table } from "../layout/pieces.ts";
import { markup, type Fill, type Markup } from "../markup.ts";

/** What JSON extraction came to, as the API has it. */
interface Extracted {
  readonly status?: unknown;
  readonly data?: unknown;
  readonly missing?: readonly string[];
  readonly error?: string;
  readonly evidence?: Readonly<Record<string, Evidence>>;
}

interface Evidence {
  readonly source: string;
  readonly text: string;
  readonly place: string;
  readonly derived: boolean;
  readonly support?: string;
}

/** The most values that have a row. */
const MOST_ROWS = 500;

/** The values of a page, each with the words that it was read from. */
export function extractedView(generated: object): Markup {
  const { data, missing = [], error, evidence = {} } = generated as Extracted;
  const rows = Object.entries(evidence);
  const more = rows.length - MOST_ROWS;
  return markup`${error !== undefined && markup`<p>${error}</p>`}${missing.length > 0 && markup`<p>Not found on the page: ${missing.join(", ")}.</p>`}${
    rows.length > 0 &&
    table({
      caption: "Values and where they come from",
      rows: rows.slice(0, MOST_ROWS),
      empty: "",
      columns: [
        { name: "Name", show: ([path]) => path },
        { name: "Value", show: ([path]) => textOf(valueAt(data, path)) },
        { name: "On the page", show: ([, { text }]) => text },
        { name: "Found by", show: ([, proof]) => foundBy(proof) },
      ],
    })
  }${more > 0 && markup`<p class="quiet">${more} more values are in the JSON.</p>`}${json(data ?? generated)}`;
}

const supports: Readonly<Record<string, string>> = {
  quoted: "the words stand on the page; that they answer, only the model says",
  unchecked: "not compared with the page",
};

function foundBy({ source, place, derived, support = "" }: Evidence): Fill {
  const notes = [derived && "follows from the words", supports[support]].filter(Boolean).join("; ");
  return markup`${source}${notes !== "" && ` (${notes})`}${place !== "" && markup` <code class="quiet">${place}</code>`}`;
}

function textOf(value: unknown): Fill {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What stands at a dotted path with indices, `offers[0].price`. */
function valueAt(data: unknown, path: string): unknown {
  const names = path.split(/\.|\[(\d+)\]\.?/).filter((name) => name !== undefined && name !== "");
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    data,
  );
}
