// How right the rows of real lists of courts' opinions are.
import { corpusJson, corpusText } from "../test/corpus.ts";
import {
  f1,
  scoreFields,
  sumScores,
  wrongShare,
  type FieldScore,
} from "./extraction-set/score-fields.ts";
import {
  fold,
  pagesOf,
  textOf,
  type PageFigures,
  type PageReader,
  type Values,
} from "./page-reader.ts";

interface CourtRow {
  readonly case_names?: string;
  readonly case_dates?: string;
  readonly docket_numbers?: string;
  readonly download_urls?: string;
}

/** Schemas of a list of opinions in the words of three people. */
const courtWordings: readonly {
  readonly list: string;
  readonly keys: readonly [string, string, string, string];
  readonly descriptions: readonly [string, string, string, string];
}[] = [
  {
    list: "cases",
    keys: ["caseName", "docketNumber", "date", "url"],
    descriptions: [
      "Name of the case",
      "Docket number",
      "Date on which the opinion was filed",
      "Address of the opinion",
    ],
  },
  {
    list: "opinions",
    keys: ["title", "docket", "filed", "pdf"],
    descriptions: ["", "", "", "Address of the opinion's document"],
  },
  {
    list: "items",
    keys: ["matter", "case_number", "decision_date", "link"],
    descriptions: ["Parties of the case", "", "", "Link to the opinion"],
  },
];

export interface CourtFigures extends PageFigures {
  /** Pages without a row, of those that have some. */
  readonly empty: number;
  /** Share of the rows given that are none. */
  readonly none: number;
  readonly rows: number;
}

export interface CourtVerdict {
  readonly page: string;
  readonly score: FieldScore;
  readonly truth: readonly Values[];
  readonly found: readonly Values[];
  readonly none: number;
}

export function judgeCourts(reader: PageReader, wording: number): CourtVerdict[] {
  const { list, keys, descriptions } = courtWordings[wording] as (typeof courtWordings)[number];
  const types = [{}, {}, { format: "date" }, { format: "uri" }];
  const properties = Object.fromEntries(
    keys.map((key, at) => [key, { type: "string", description: descriptions[at], ...types[at] }]),
  );
  const schema = {
    type: "object",
    properties: { [list]: { type: "array", items: { type: "object", properties } } },
  };
  return pagesOf("courts").map((page) => {
    const rows = corpusJson<readonly CourtRow[]>(`courts/${page}.json`);
    const truth = rows.map((row) => ({
      name: foldName(row.case_names),
      docket: foldDocket(row.docket_numbers),
      date: row.case_dates,
      address: foldAddress(row.download_urls),
    }));
    const url = baseOf(rows);
    const read = reader({ html: corpusText(`courts/${page}.html.gz`), url }, schema) as Values;
    const given = (read?.[list] ?? []) as readonly Values[];
    const found = given.map((row) => ({
      name: foldName(row[keys[0]]),
      docket: foldDocket(row[keys[1]]),
      date: row[keys[2]],
      address: foldAddress(row[keys[3]]),
    }));
    const none = found.filter((row) =>
      truth.every((one) => scoreFields(one, row).truePositives === 0),
    );
    return { page, score: scoreFields(truth, found), truth, found, none: none.length };
  });
}

function baseOf(rows: readonly CourtRow[]): string {
  const address = rows.map((row) => row.download_urls).find((each) => each?.startsWith("http"));
  return address === undefined ? "https://court.example/" : new URL("/", address).href;
}

/** Names as tidied there: states and persons are written out. */
function foldName(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return fold(
    textOf(value)
      .replaceAll(/\bU\.\s?S\.(?:\s?A\.)?/g, "United States")
      .replaceAll(/\bvs?\b\.?/gi, "v")
      .replaceAll(/&/g, " and "),
  ).replaceAll(/\b(?:et al|etc|the|and|of)\b|\s/g, "");
}

function foldDocket(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return textOf(value)
    .replaceAll(/\b(?:no|nos|case|docket)\b\.?|[^\p{L}\p{N}]/giu, "")
    .toLowerCase();
}

function foldAddress(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  let path = textOf(value).replace(/^https?:\/\/[^/]*/, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // A lone percent sign.
  }
  // Folders are rebuilt there: what the page's own address was is not told.
  return path
    .replace(/#.*$/, "")
    .replace(/^.*\/(?=[^/?]+(?:\?|$))/, "")
    .toLowerCase();
}

export function courtFigures(verdicts: readonly CourtVerdict[]): CourtFigures {
  const score = sumScores(verdicts.map((each) => each.score));
  const rows = verdicts.reduce((sum, { found }) => sum + found.length, 0);
  const none = verdicts.reduce((sum, each) => sum + each.none, 0);
  return {
    f1: f1(score),
    wrong: wrongShare(score),
    empty: verdicts.filter(({ truth, found }) => truth.length > 0 && found.length === 0).length,
    none: none / Math.max(1, rows),
    rows,
  };
}
